"""The limits that findings are decided by, in ``sql/views/05_rules.sql``."""

from __future__ import annotations

from pathlib import Path

import pytest
from scipy import stats

from scripts.analyse.intervals import CONFIDENCE
from scripts.store.build import open_empty


def test_t_of_queries_is_that_of_the_intervals(tmp_path: Path) -> None:
    with open_empty(tmp_path / "empty.duckdb") as connection:
        for n in range(2, 11):
            own = connection.execute("SELECT student_t(?)", [n]).fetchall()[0][0]
            assert float(own) == round(stats.t.ppf((1 + CONFIDENCE) / 2, n - 1), 3)


@pytest.mark.parametrize(
    ("ratio", "low", "high", "expected"),
    [
        (1.05, None, None, (1.05, False)),
        (2.0, None, None, (2.0, True)),
        (0.5, None, None, (2.0, True)),
        (0.8, 0.5, 0.9, (1.25, True)),
        (0.8, 0.5, 1.1, (1.25, False)),
    ],
)
def test_single_runs_that_are_near_to_each_other_are_level(
    tmp_path: Path, ratio: float, low: float | None, high: float | None, expected: tuple
) -> None:
    query = "SELECT lead_ratio($1), ratio_low($1, $2) > 1 OR ratio_high($1, $3) < 1"
    with open_empty(tmp_path / "empty.duckdb") as connection:
        assert connection.execute(query, [ratio, low, high]).fetchall()[0] == expected
