"""Query sets of HammerDB's TPROC-H that were cut, garbled or failed; the transcripts are real."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from pathlib import Path

import pytest
from cell_folders import make_cell
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_goldens import TRANSCRIPTS

from scripts.ingest.cell import read_cell
from scripts.parse.errors import ParseError
from scripts.parse.hammerdb import parse_query_sets

FOLDER = TRANSCRIPTS / "tproch"
RUNS = sorted(FOLDER.glob("*.txt"))
SINGLE = FOLDER / "postgresql15-one-user.txt"
TWO = FOLDER / "postgresql17-two-users-two-sets.txt"
each_run = pytest.mark.parametrize("path", RUNS, ids=[path.stem for path in RUNS])


def text_of(path: Path) -> str:
    return path.read_bytes().decode()


def problem(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        parse_query_sets(text, "run", "out.txt")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_figures_are_those_on_the_lines_of_the_run() -> None:
    """Read off the file by eye, and the times summed by hand."""
    output = parse_query_sets(text_of(SINGLE), "run", "out.txt")
    (only,) = output.sets
    assert (only.elapsed_s, only.queries_with_rows, only.query_s_geometric_mean) == (
        129,
        22,
        3.4302,
    )
    assert [query.query for query in output.queries][:4] == [14, 2, 9, 20]
    assert sorted(query.query for query in output.queries) == list(range(1, 23))
    (fifteenth,) = (query for query in output.queries if query.query == 15)
    assert (fifteenth.position, fifteenth.elapsed_s) == (16, 17.66)
    assert round(sum(query.elapsed_s for query in output.queries), 3) == 127.17


def test_each_user_s_sets_are_reported_apart() -> None:
    output = parse_query_sets(text_of(TWO), "run", "out.txt")
    found = [
        (each.virtual_user, each.query_set, each.elapsed_s, each.query_s_geometric_mean)
        for each in output.sets
    ]
    assert found == [
        (1, 1, 4, 0.08303),
        (1, 2, 6, 0.10693),
        (2, 1, 4, 0.1031),
        (2, 2, 6, 0.08348),
    ]
    assert {each.queries_with_rows for each in output.sets} == {21}
    assert len(output.queries) == 4 * 22
    assert {each.virtual_users for each in output.sets} == {2}


def test_mariadb_s_users_are_read_and_its_version_has_no_braces_of_tcl() -> None:
    text = text_of(FOLDER / "mariadb118-two-users.txt")
    assert "\rVuser 1:DBVersion:{{{11.8.9\n" in text
    output = parse_query_sets(text, "run", "out.txt")
    assert {each.database_version for each in output.sets} == {"11.8.9"}
    assert [(each.virtual_user, each.elapsed_s) for each in output.sets] == [(1, 17), (2, 17)]


def test_queries_without_rows_are_timed_and_not_in_the_mean() -> None:
    text = text_of(FOLDER / "postgresql15-three-queries-without-rows.txt")
    (only,) = parse_query_sets(text, "run", "out.txt").sets
    assert (only.queries_with_rows, only.query_s_geometric_mean) == (19, 6.67039)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("mariadb118-one-user", "query 21 completed in 6.968", "query 21 completed in 6.978"),
        (
            "postgresql15-three-queries-without-rows",
            "query 1 completed in 27.72 ",
            "query 1 completed in 20.72 ",
        ),
    ],
)
def test_wrong_time_is_noticed_also_where_queries_returned_no_rows(
    name: str, old: str, new: str
) -> None:
    text = text_of(FOLDER / f"{name}.txt")
    assert old in text
    assert "s isn't that of the queries' times" in problem(text.replace(old, new))


def test_download_and_own_build_of_the_release_print_the_same_lines() -> None:
    """Both forms of the release, of the same database; only times and the job differ."""
    forms = [
        re.sub(r"\d+\.\d+ seconds|in \d+ seconds|is \d+\.\d+|jobid=\w+", "", text_of(path))
        for path in (
            FOLDER / "postgresql17-one-user.txt",
            FOLDER / "postgresql17-downloaded-release.txt",
        )
    ]
    assert forms[0] == forms[1]


@each_run
def test_every_cut_is_noticed(path: Path) -> None:
    text = text_of(path)
    for cut in [*range(0, len(text), 7), *range(len(text) - 60, len(text))]:
        assert problem(text[:cut]).startswith("out.txt:")


@each_run
def test_query_set_without_any_one_line_is_noticed(path: Path) -> None:
    lines = text_of(path).split("\n")
    needed = ("Executing", "completed in", "Completed", "Geometric", "DBVersion", "FINISHED")
    for index, line in enumerate(lines):
        if any(word in line for word in needed):
            assert problem("\n".join(lines[:index] + lines[index + 1 :])).startswith("out.txt:")


@each_run
def test_query_set_with_any_line_twice_is_noticed(path: Path) -> None:
    lines = text_of(path).split("\n")
    for index, line in enumerate(lines):
        if any(word in line for word in ("Executing", "completed in", "Completed", "Geometric")):
            assert problem("\n".join([*lines[: index + 1], *lines[index:]]))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("HammerDB CLI v6.0", "HammerDB CLI v7.0", "1: HammerDB 6.x is understood, this is '7.0'"),
        ("TPC-H for", "TPC-C for", "6: unknown line of HammerDB: 'Benchmark set to TPC-C"),
        ("query 14 completed", "query 15 completed", "query 15 is completed, 14 was running"),
        ("Query 2 (2 of 22)", "Query 2 (3 of 22)", "query 2 is 3 of 22, should be 2 of 22"),
        ("Query 2 (2 of 22)", "Query 14 (2 of 22)", "there is no query 14, or it ran already"),
        ("Query 2 (2 of 22)", "Query 23 (2 of 22)", "there is no query 23, or it ran already"),
        ("in 17.66 seconds", "in many seconds", "words of virtual user 1: 'query 15 completed in"),
        ("in 17.66 seconds", "in 17.67 seconds", "a geometric mean of 3.4302"),
        ("in 17.66 seconds", "in 97.66 seconds", "query set 1 took 129 s, its queries"),
        ("Completed 1 query", "Completed 2 query", "query set 2 ends as number 1"),
        ("rows (22)", "rows (23)", "23 of 22 queries returned rows"),
        ("rows (22)", "rows (0)", "the result of query set 1 is not above 0"),
        ("is 3.43020", "is 0.00000", "the result of query set 1 is not above 0"),
        ("rows (22)", "rows (0x16)", "unknown words of virtual user 1: 'Geometric mean of"),
        ("1 Virtual Users Created", "2 Virtual Users Created", "2 virtual users, 1 were created"),
        ("\rVuser 1:FINISHED SUCCESS\n", "", "virtual users without an end: 1"),
        ("1:FINISHED SUCCESS", "1:FINISHED FAILED", "HammerDB's virtual user 1 failed"),
        ("ALL VIRTUAL USERS COMPLETE", "", "ends without the line ALL VIRTUAL USERS COMPLETE"),
        ("TPROC-H Driver", "TPROC-C Driver", "unknown line of HammerDB: 'TPROC-C Driver Script'"),
        ("jobid=6B044753960B03E213338343", "(No jobid)", "unknown line of HammerDB: 'VURUN RETURN"),
    ],
)
def test_what_was_garbled_is_named(old: str, new: str, said: str) -> None:
    text = text_of(SINGLE)
    assert old in text
    assert said in problem(text.replace(old, new, 1))


def test_user_that_ended_fewer_sets_is_noticed() -> None:
    lines = text_of(TWO).split("\n")
    second = next(index for index, line in enumerate(lines) if "Vuser 2:Geometric mean" in line)
    kept = [
        line
        for index, line in enumerate(lines)
        if index <= second or "Vuser 2:" not in line or "FINISHED" in line
    ]
    assert "the virtual users ended [1, 2] query sets, should be as many each" in problem(
        "\n".join(kept)
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "postgresql15-query-timeout",
            "29: HammerDB failed: Error in Virtual User 1: Query Error : ERROR:  canceling",
        ),
        (
            "postgresql17-missing-table",
            '31: HammerDB failed: Error in Virtual User 1: Query Error : ERROR:  relation "nation"',
        ),
        (
            "mariadb118-missing-table",
            "29: HammerDB failed: Error in Virtual User 1: Query Error : maria::sel/db server",
        ),
    ],
)
def test_run_that_really_failed_says_why(name: str, said: str) -> None:
    assert problem(text_of(FOLDER / f"failed/{name}.out")).startswith(f"out.txt:{said}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # Where errors aren't raised, HammerDB goes on. The words are from its source.
        (
            "Vuser 1:Query Failed : select 1 : ERROR:  out of memory",
            "HammerDB failed: Vuser 1:Query Failed : select 1 : ERROR:  out of memory",
        ),
        (
            "Vuser 1:Query 15 view error set RAISEERROR for Details",
            "HammerDB failed: Vuser 1:Query 15 view error set RAISEERROR for Details",
        ),
        (
            "Vuser 1:maria::sel/db server: Lost connection to server during query",
            "HammerDB failed: Vuser 1:maria::sel/db server: Lost connection to server during",
        ),
        (
            "Vuser 1:Lost connection to server during query",
            "unknown words of virtual user 1: 'Lost connection to server during query'",
        ),
        (
            "Vuser 1:The setting of the scale factor (10) is different from the scale factor of "
            "the existing schema (1), updating the scale factor to 1.",
            "the data are of another scale factor: 'The setting of the scale factor (10)",
        ),
        # From the documentation's page "Run a Power Test"; our runs refresh nothing.
        (
            "Vuser 1:New Sales refresh complete in 54.15 seconds",
            "unknown words of virtual user 1: 'New Sales refresh complete in 54.15 seconds'",
        ),
    ],
)
def test_run_in_which_a_query_failed_is_not_accepted(words: str, said: str) -> None:
    place = "\rVuser 1:Executing Query 9 (3 of 22)\n"
    text = text_of(SINGLE)
    line = text[: text.index(place)].count("\n") + 2
    text = text.replace(place, f"{place}\r{words}\n", 1)
    assert problem(text).startswith(f"out.txt:{line}: ")
    assert said in problem(text)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_garbled_line_raises_nothing_but_parse_error(data: st.DataObject) -> None:
    lines = text_of(data.draw(st.sampled_from(RUNS))).split("\n")
    lines[data.draw(st.integers(0, len(lines) - 1))] = data.draw(st.text(max_size=60))
    with contextlib.suppress(ParseError):
        parse_query_sets("\n".join(lines), "run", "out.txt")


def test_cell_with_a_run_has_its_rows(tmp_path: Path) -> None:
    """A phase of TPROC-H is put into a cell's folder, as the guest leaves it."""
    cell = make_cell(tmp_path)
    job = json.loads((cell / "job.json").read_text())
    renamed = {"name": "queries", "workload": "hammerdb/tproch"}
    folder = cell / f"outbox/phases/{len(job['phases']):02d}-queries"
    shutil.copytree(cell / "outbox/phases/00-run", folder)
    record = json.loads((folder / "phase.json").read_text())
    (folder / "phase.json").write_text(json.dumps({**record, **renamed}))
    phases = [*job["phases"], {**job["phases"][0], **renamed}]
    (cell / "job.json").write_text(json.dumps({**job, "phases": phases}))
    (folder / "stdout.txt").write_bytes(TWO.read_bytes())
    rows = read_cell(cell)[1]
    assert len(rows["hammerdb_query_sets"]) == 4
    assert {row.phase for row in rows["hammerdb_queries"]} == {"queries"}
    (folder / "stdout.txt").write_bytes(TWO.read_bytes()[:-200])
    with pytest.raises(ParseError, match=r"-queries/stdout\.txt:\d+: virtual users without|ends"):
        read_cell(cell)
