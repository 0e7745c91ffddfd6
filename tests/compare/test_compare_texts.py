"""What a report says of a database's rows, and how it writes it."""

from __future__ import annotations

import html.parser
import json
import re
import shlex
import shutil
from pathlib import Path

import duckdb
import pytest

from scripts.analyse.rule import BY_NAME, judge
from scripts.compare.__main__ import _parser
from scripts.compare.errors import CompareError, SideError
from scripts.compare.findings import findings
from scripts.compare.markdown import LONGEST, markdown
from scripts.compare.page import page
from scripts.compare.report import write_report
from scripts.compare.rows import Row, by_size, rows_of
from scripts.compare.sides import Side
from scripts.compare.where import Watched
from scripts.store.build import create_schema

ROOT = Path(__file__).parents[2]
A, B = Side("postgresql-17"), Side("postgresql-18", {"io_method": "sync"})
OPERATIONS = {"compare-commits": {"inserts": "Commits of INSERTs", "checkpoint": "Checkpoint"}}
FLUSHES = {A.name: [300, 300, 300], B.name: [600, 600, 600]}
WRITES = {A.name: [310, 320, 330], B.name: [322, 312, 335]}


class Basket:
    """As much of one as a report says."""

    title, about, operations = "quick", "One client's fixed work.", OPERATIONS


def insert(connection: duckdb.DuckDBPyConnection, table: str, **values: object) -> None:
    """A row of the table; what is required and not given is empty."""
    columns = connection.execute(f"PRAGMA table_info('{table}')").fetchall()
    empty = {"VARCHAR": "", "BOOLEAN": False}
    row = {
        name: values.get(name, empty.get(kind, 0) if required else None)
        for _, name, kind, required, *_ in columns
    }
    assert values.keys() <= row.keys()
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} VALUES ({marks})", list(row.values()))


def cell(connection: duckdb.DuckDBPyConnection, side: Side, twin: str, status: str) -> str:
    """A cell of a side."""
    name = f"{side.layer}-{twin}"
    insert(
        connection, "cells", cell_id=name, experiment="compare-commits", engine=side.layer,
        status=status, reason="the engine ended with 1 on starting" if status != "done" else None,
        factors_json=json.dumps({"side": side.name, "twin": twin}),
        job_json=json.dumps({"cpu_gips": 2.5}), tuning_json="{}",
    )  # fmt: skip
    for index, phase in enumerate(("inserts", "checkpoint", "settle")):
        insert(
            connection, "phases", cell_id=name, phase=phase, phase_index=index,
            workload="sysbench/insert_rows", begin_ns=index * 100, end_ns=index * 100 + 90,
        )  # fmt: skip
    return name


def counted(connection: duckdb.DuckDBPyConnection, name: str, phase: str, counter: str, n: int):
    insert(
        connection, "device_counters", cell_id=name, phase=phase, counter=counter, after=n, delta=n
    )


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the rows of three twins a side, and the watched ones."""
    path = tmp_path_factory.mktemp("compared") / "results.duckdb"
    with duckdb.connect(str(path)) as connection:
        create_schema(connection)
        for side in (A, B):
            for twin in range(3):
                name = cell(connection, side, str(twin + 1), "done")
                for phase in ("inserts", "checkpoint", "settle"):
                    flushes = FLUSHES[side.name][twin] if phase == "inserts" else 7
                    counted(connection, name, phase, "flush_commands", flushes)
                counted(connection, name, "inserts", "write_commands", WRITES[side.name][twin])
                counted(connection, name, "checkpoint", "write_bytes", 8192)
            name = cell(connection, side, "where", "done")
            counted(connection, name, "inserts", "flush_commands", 9999)
            files = {"16390": 1, "16400_vm": 5} if side == A else {"16391": 1, "16409_vm": 5}
            log = 300 if side == A else 600
            for file, value in {**files, "00000001000000000000002A": log}.items():
                insert(
                    connection, "trace_values", cell_id=name, trace="file_requests", begin_ns=10,
                    end_ns=20, map="@flushes", key=f"postgres,{file}", value=value,
                )  # fmt: skip
        insert(connection, "layers", layer=A.layer, package="libc6", version="2.41-12")
        insert(connection, "layers", layer=B.layer, package="libc6", version="2.42-1")
    return path


@pytest.fixture
def database(rows: Path, tmp_path: Path) -> Path:
    """A comparison's folder, with such rows of its own."""
    shutil.copyfile(rows, tmp_path / rows.name)
    return tmp_path


def found_in(folder: Path, cells: set[str] | None = None):
    expected = {f"{s.layer}-{t}" for s in (A, B) for t in ("1", "2", "3", "where")}
    return findings(
        folder, ROOT, [A, B], Basket(), "the command --twins 3", cells or expected, folder
    )


def test_rows_are_those_of_operations_and_of_plain_twins(database: Path) -> None:
    with duckdb.connect(str(database / "results.duckdb"), read_only=True) as connection:
        rows = rows_of(connection, OPERATIONS, A.name, B.name)
    assert {(row.phase, row.measure.name): row.judged.state for row in rows} == {
        ("inserts", "write_commands"): "level",
        ("inserts", "flush_commands"): "changed",
        ("checkpoint", "write_bytes"): "same",
        ("checkpoint", "flush_commands"): "same",
        ("inserts", "duration_s"): "same",
        ("checkpoint", "duration_s"): "same",
    }
    (changed,) = by_size(rows)
    assert (changed.first, changed.other) == ((300.0,) * 3, (600.0,) * 3)
    assert changed.cells == ("postgresql-17-1", "postgresql-18-1")


def made(measure: str, first: float, other: float) -> Row:
    """A changed row whose twins agree."""
    twins = (first,) * 3, (other,) * 3
    judged = judge(BY_NAME[measure], *twins)
    return Row("e", "", "p", "operation", BY_NAME[measure], judged, *twins, ("a", "b"))


def test_one_flush_of_many_comes_behind_half_of_the_log() -> None:
    flush, log = made("flush_commands", 1, 0), made("log_bytes", 9e6, 3e6)
    others = [made("flush_commands", 300, 300), made("log_bytes", 20e6, 20e6)]
    assert by_size([flush, log, *others]) == [log, flush]
    # What was nothing before has a size, too, and so has what was all of its measure.
    new = made("flush_commands", 0, 200)
    assert by_size([flush, log, new, *others]) == [new, log, flush]
    # Just beyond its band is small, however many it is.
    assert by_size([made("write_bytes", 8192, 4095), log, *others])[0] is log


def test_where_names_the_file_and_numbers_tables_alike(database: Path) -> None:
    with duckdb.connect(str(database / "results.duckdb"), read_only=True) as connection:
        (row,) = by_size(rows_of(connection, OPERATIONS, A.name, B.name))
        (part,) = Watched(connection, ROOT, database).where(row, A.name, B.name).parts
    assert (part.process, part.file, part.first, part.other) == (
        "postgres", "log (pg_wal)", 300, 600,
    )  # fmt: skip


def test_an_engine_s_own_files_have_their_names(database: Path) -> None:
    """PostgreSQL's catalogue has the same numbers in all versions; "0112" is a part of pg_xact."""
    with duckdb.connect(str(database / "results.duckdb")) as connection:
        for side, flushes in ((A, 100), (B, 500)):
            for file in ("2619_fsm", "2840", "0112", "binlog.000007"):
                insert(
                    connection, "trace_values", cell_id=f"{side.layer}-where", begin_ns=10,
                    trace="file_requests", end_ns=20, map="@flushes", key=f"postgres,{file}",
                    value=flushes,
                )  # fmt: skip
        (row,) = by_size(rows_of(connection, OPERATIONS, A.name, B.name))
        parts = Watched(connection, ROOT, database).where(row, A.name, B.name).parts
    assert {part.file for part in parts} == {
        "pg_statistic_fsm", "toast of pg_statistic", "0112", "binlog*", "log (pg_wal)",
    }  # fmt: skip


def test_the_report_says_what_changed_where_and_how_to_repeat_it(database: Path) -> None:
    found = found_in(database)
    for path in write_report(found, database):
        text = path.read_text()
        assert "Commits of INSERTs" in text
        assert "log (pg_wal)" in text
        assert "verify/postgresql-17-1.json" in text
        assert "python -m scripts.compare run postgresql-17 " in text
        assert "2.42-1" in text
    text = markdown(found)
    assert "**1 of 6 rows changed** (1 more, 0 less), 1 are level, 4 the same" in text
    a, b = "[300][c1]", "[600][c2]"
    assert f"| Commits of INSERTs | flushes | {a} | {b} | +100 % | +300 | ±0.3 |" in text
    assert len(text) < LONGEST
    assert json.loads((database / "report.json").read_text()) == found


def test_rows_that_become_nothing_are_in_the_totals(database: Path) -> None:
    with duckdb.connect(str(database / "results.duckdb")) as connection:
        connection.execute(
            "UPDATE device_counters SET delta = 0 WHERE counter = 'flush_commands' "
            "AND phase = 'checkpoint' AND starts_with(cell_id, 'postgresql-18')"
        )
    found = found_in(database)
    (flushes,) = [each for each in found["compared"][0]["measures"] if each["measure"] == "flushes"]
    assert (flushes["total_first"], flushes["total_other"]) == (307, 600)
    assert (flushes["mean_ratio"], flushes["without_ratio"]) == (pytest.approx(2), 1)
    assert "| flushes | 1.9544 | 2.0000 (1 left out) | 1 | 1 |  |  |" in markdown(found)


def test_the_report_says_how_the_programs_were_made(database: Path) -> None:
    found = found_in(database)
    assert found["compared"][0]["differs"]["built"] == [
        {"what": "Debian suite", "first": "trixie", "other": "forky"}
    ]
    for text in (markdown(found), page(found)):
        assert "trixie" in text


def test_a_comment_is_never_too_long(database: Path) -> None:
    found = found_in(database)
    found["compared"][0]["level"] *= 5000
    text = markdown(found)
    assert len(text) <= LONGEST
    assert text.endswith("Cut here: report.html has all of it.\n")


class Balanced(html.parser.HTMLParser):
    """Tags that have to be closed, as they are met."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("table", "details", "a", "code", "summary", "script"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("table", "details", "a", "code", "summary", "script"):
            assert self.open.pop() == tag


def test_the_page_is_html_whatever_names_hold(database: Path) -> None:
    found = found_in(database)
    found["compared"][0]["changed"][0]["where"][0]["file"] = "<script>alert(1)</script>"
    text = page(found)
    assert "<script>alert" not in text
    reader = Balanced()
    reader.feed(text)
    assert reader.open == []


def test_failed_cells_are_named_first(database: Path) -> None:
    with duckdb.connect(str(database / "results.duckdb")) as connection:
        connection.execute(
            "UPDATE cells SET status = 'failed', reason = 'no room' "
            "WHERE cell_id = 'postgresql-18-2'"
        )
    text = markdown(found_in(database))
    assert "- `postgresql-18-2`: no room" in text
    assert "3 and 2 twins" in text


def test_a_side_without_figures_is_an_error_with_its_reason(database: Path) -> None:
    with duckdb.connect(str(database / "results.duckdb")) as connection:
        connection.execute(
            "UPDATE cells SET status = 'failed', reason = 'it does not start' "
            "WHERE starts_with(cell_id, 'postgresql-18')"
        )
    # The exit code by which a search for a commit skips it.
    with pytest.raises(SideError, match="postgresql-18-1: it does not start"):
        found_in(database)


@pytest.mark.parametrize(
    ("reason", "cause"),
    [("the machine was killed", "host"), ("the disk is full: free some 3 GiB", "guest")],
)
def test_a_side_that_the_host_could_not_measure_is_not_at_fault(
    database: Path, reason: str, cause: str
) -> None:
    with duckdb.connect(str(database / "results.duckdb")) as connection:
        connection.execute(
            "UPDATE cells SET status = 'failed', reason = ?, cause = ? "
            "WHERE starts_with(cell_id, 'postgresql-18')",
            [reason, cause],
        )
    with pytest.raises(CompareError, match=f"{reason}; run again") as caught:
        found_in(database)
    assert not isinstance(caught.value, SideError)


def test_rows_that_are_the_same_are_told_from_rows_that_there_are_none(database: Path) -> None:
    (compared,) = found_in(database)["compared"]
    assert len(compared["same"]) == compared["counts"]["same"] == 4
    assert {"operation": "Checkpoint", "measure": "flushes", "value": 7} in compared["same"]


def test_the_database_of_another_comparison_is_refused(database: Path) -> None:
    with pytest.raises(CompareError, match="has other cells than this comparison"):
        found_in(database, {"postgresql-17-1"})


def test_means_of_the_same_values_in_another_order_do_not_differ(database: Path) -> None:
    with duckdb.connect(str(database / "results.duckdb")) as connection:
        for side, values in ((A, (0.1, 0.2, 0.7)), (B, (0.2, 0.1 + 1e-13, 0.7))):
            for twin, value in enumerate(values, 1):
                insert(
                    connection, "sysbench_totals", cell_id=f"{side.layer}-{twin}", phase="inserts",
                    events=300, latency_ms_p95=value,
                )  # fmt: skip
    (found,) = [
        each
        for each in found_in(database)["compared"][0]["level"]
        if each["measure"] == "p95 latency"
    ]
    assert (found["difference"], found["change"]) == (0, 0)


def test_instructions_count_to_the_next_reading_without_what_readings_cost(tmp_path: Path) -> None:
    """A server's process that ends behind its phase is in the phase all the same."""
    readings = {"environment": (0, 10), "inserts": (1000, 1300), "checkpoint": (2500, 2600)}
    with duckdb.connect(str(tmp_path / "results.duckdb")) as connection:
        create_schema(connection)
        insert(
            connection, "cells", cell_id="c", experiment="compare-commits", status="done",
            factors_json=json.dumps({"side": "a", "twin": "1"}), job_json='{"cpu_gips": 2.5}',
        )  # fmt: skip
        for index, (phase, (before, after)) in enumerate(readings.items()):
            kind = "accident/environment" if phase == "environment" else "sql/range"
            insert(connection, "phases", cell_id="c", phase=phase, phase_index=index, workload=kind)
            insert(
                connection, "system_counters", cell_id="c", phase=phase, counter="usage_usec",
                source="cgroup_engine/cpu.stat", before=before, after=after, delta=after - before,
            )  # fmt: skip
        instructions = dict(
            connection.execute(
                "SELECT phase, value FROM compared_measures WHERE measure = 'instructions'"
            ).fetchall()
        )
    # 1,500 us to the next reading, 1,000 of them for readings; the last phase to its own end.
    assert instructions == {"environment": 0.0, "inserts": 500 * 2500, "checkpoint": 100 * 2500}


def test_each_command_is_there_once_and_one_works_in_a_fresh_clone(database: Path) -> None:
    text = markdown(found_in(database))
    assert text.count("snakemake ") == len(set(re.findall("snakemake .*", text))) == 2
    command = (
        "python -m scripts.compare run postgresql-17 'postgresql-18{io_method=sync}' --twins 3 "
        "--only compare-commits"
    )
    assert re.findall("^python .*", text, re.M) == [command]
    words = shlex.split(command.removeprefix("python -m scripts.compare "))
    assert _parser().parse_args(words).only == ["compare-commits"]


@pytest.mark.parametrize("has_site", [False, True])
def test_the_comment_s_links_lead_to_cells(database: Path, has_site: bool) -> None:
    if has_site:
        (database / "site").mkdir()
        (database / "site/index.html").touch()
    text = markdown(found_in(database))
    links = dict(re.findall(r"^\[(.+)\]: (.+)$", text, re.M))
    named = set(re.findall(r"\]\[([^]]+)\]", text))
    assert named == {"c1", "c2"}
    way = "site/cell.html?cell=postgresql-17-1" if has_site else "cells/postgresql-17-1/"
    assert links["c1"] == way
    assert ("website" in links) == has_site
    assert {"report.html", "report.json", *named} <= links.keys()


def test_a_website_has_the_report_as_its_page(database: Path) -> None:
    site = database / "site"
    site.mkdir()
    (site / "index.html").touch()
    paths = write_report(found_in(database), database)
    assert paths[-1] == site / "comparison.html"
    links = re.findall(r'href="([^"?]+)', paths[-1].read_text())
    assert set(links) == {"index.html", "cell.html"}
    beside = re.findall(r'href="([^"?]+)', (database / "report.html").read_text())
    assert set(beside) == {"site/index.html", "site/cell.html"}
