"""Ranges of a made workload have rows, and as many as production read."""

from __future__ import annotations

import pytest
from test_advise_workload import CONTENTS, SHOP, statistics

from scripts.advise.workload.statements import written
from scripts.advise.workload.statistics import ColumnFacts, StatementFacts, TableFacts


@pytest.mark.parametrize(
    ("what", "pages", "examined", "end"),
    [
        ("n", 400, None, ":v1 + 0"),
        # Ten rows came back, whatever was read.
        ("id", 400, None, ":v1 + 9"),
        # A sum of 100 pages of 50 rows each, which stand in the order of the key.
        ("count(*)", 1030, None, ":v1 + 4999"),
        ("count(*)", 30, None, ":v1 + 9"),
        ("DISTINCT n", None, 7000, ":v1 + 699"),
    ],
)
def test_a_range_is_as_wide_as_what_was_read_for_a_sum(
    what: str, pages: int | None, examined: int | None, end: str
) -> None:
    known = {"t": TableFacts(50_000, 1000 * 8192, {"id": ColumnFacts(correlation=1.0)})}
    column = "n" if what == "n" else "id"
    text = f"SELECT {what} FROM t WHERE {column} > $1 AND {column} < $2"
    facts = StatementFacts("1", text, 10, 100, pages, 0, None, examined)
    found = written(facts, statistics(known), SHOP, CONTENTS)
    # Of a range without its ends, one of a single value would be empty.
    assert f"{column} >= :v1 AND {column} <= :v2" in found.text
    assert dict(found.draws)["v2"] == end


@pytest.mark.parametrize(
    ("rows", "note"), [(10, "with one value"), (90_000, "between two rows at random")]
)
def test_a_range_of_times_has_rows_and_is_said(rows: int, note: str) -> None:
    known = {"v": TableFacts(50_000, 1, {"at": ColumnFacts(distinct=-1.0)})}
    text = "SELECT line FROM v WHERE at >= $1 AND at < $2"
    found = written(StatementFacts("1", text, 10, rows), statistics(known), SHOP, CONTENTS)
    assert found.text.endswith("at >= :v1 AND at <= :v2")
    assert dict(found.draws)["v2"] == (":v1" if rows == 10 else "from_rows(v.at)")
    assert found.notes[0].startswith(f"a range of at {note}")
