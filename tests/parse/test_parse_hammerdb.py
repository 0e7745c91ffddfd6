"""Runs of HammerDB that were cut, garbled or failed, and figures that it prints in two ways."""

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
from parse_goldens import TRANSCRIPTS, hammerdb_texts

from scripts.ingest.cell import read_cell
from scripts.parse.errors import ParseError
from scripts.parse.hammerdb import parse_hammerdb
from scripts.parse.hammerdb.profile import parse_profile
from scripts.parse.hammerdb.transcript import parse_transcript

FOLDER = TRANSCRIPTS / "hammerdb"
RUNS = sorted(FOLDER.glob("*-run.txt"))
PLAIN = sorted(FOLDER.glob("*-run-plain.txt"))
ids = [path.stem for path in RUNS]


@pytest.mark.parametrize("path", [*RUNS, *PLAIN], ids=[path.stem for path in [*RUNS, *PLAIN]])
def test_every_cut_of_a_transcript_is_noticed(path: Path) -> None:
    text = path.read_bytes().decode()
    parse_transcript(text, "run", "out.txt")
    for cut in [*range(0, len(text), 5), *range(len(text) - 60, len(text))]:
        with pytest.raises(ParseError, match=r"^out\.txt:\d+: "):
            parse_transcript(text[:cut], "run", "out.txt")


@pytest.mark.parametrize("path", RUNS, ids=ids)
def test_every_cut_of_a_run_s_files_is_noticed(path: Path) -> None:
    whole = hammerdb_texts(path)
    parse_hammerdb(*whole, phase="run")
    for index, (text, source) in enumerate(whole):
        for cut in range(0, len(text), max(1, len(text) // 200)):
            texts = [*whole[:index], (text[:cut], source), *whole[index + 1 :]]
            with pytest.raises(ParseError) as caught:
                parse_hammerdb(*texts, phase="run")
            assert str(caught.value).startswith(source)
            assert "\n" not in str(caught.value)


def test_transcript_of_a_section_alone_is_an_error() -> None:
    """It was a traceback, seed 22."""
    text = "BEGIN jobs result\n[]\nEND jobs result\n"
    with pytest.raises(ParseError, match=r"^out\.txt: has no line of HammerDB's"):
        parse_transcript(text, "run", "out.txt")


@pytest.mark.parametrize("path", RUNS, ids=ids)
def test_profile_without_any_one_line_is_noticed(path: Path) -> None:
    text, source = hammerdb_texts(path)[1]
    lines = text.split("\n")
    for index in range(len(lines)):
        with pytest.raises(ParseError):
            parse_profile("\n".join(lines[:index] + lines[index + 1 :]), "run", source)


@pytest.mark.parametrize(
    ("wrong_file", "old", "new", "said"),
    [
        (0, "achieved 43979 NOPM", "achieved 43980 NOPM", "stdout.txt: the job's result isn't"),
        (0, "HammerDB CLI v6.0", "HammerDB CLI v7.0", "stdout.txt:1: HammerDB 6.x is understood"),
        (0, "Vuser 3:FINISHED SUCCESS\n", "", "virtual users without an end: 3"),
        (0, "Vuser 3:FINISHED SUCCESS", "Vuser 3:FINISHED FAILED", "virtual user 3 failed"),
        (0, "Database set to PostgreSQL", "Database set to MariaDB", "of another database"),
        (0, "vudestroy success", "vudestroy succeeded", "unknown line of HammerDB: 'vudestroy s"),
        (0, '"calls": "83062"', '"calls": "many"', "calls is not a number: 'many'"),
        (0, '"p99_ms": "3.568"', '"p99": "3.568"', "unknown or missing: p99, p99_ms"),
        (0, "END jobs tcount\n", "", "the section tcount doesn't end ahead of another"),
        (1, "CALLS: 83062", "CALLS: 83061", "sums 83061 calls of NEWORD, the users made 83062"),
        (1, "P95: 2.460ms", "P95: 2.461ms", "its summary of NEWORD isn't jobs timing's"),
        (1, "AVG: 1.354ms", "AVG: 0.354ms", "the average of NEWORD isn't between"),
        (1, "P50: 1.207ms", "P50: 0.207ms", "the percentiles of NEWORD don't fall"),
        (1, "SUMMARY OF 2", "SUMMARY OF 3", "is a summary of 3 users, after those of [2, 3]"),
        (1, "PROC: SLEV", "PROC: OTHER", "hdbxtprofile.log:13: 'OTHER' is unknown"),
        (2, "66666 PostgreSQL tpm", "66665 PostgreSQL tpm", "its readings aren't those of jobs"),
        (2, "66666 PostgreSQL tpm", "many PostgreSQL tpm", "hdbtcount.log:4: should be a reading"),
    ],
)
def test_what_was_garbled_is_named(wrong_file: int, old: str, new: str, said: str) -> None:
    texts = hammerdb_texts(FOLDER / "postgresql-run.txt")
    text, source = texts[wrong_file]
    assert old in text
    texts[wrong_file] = (text.replace(old, new, 1), source)
    with pytest.raises(ParseError) as caught:
        parse_hammerdb(*texts, phase="run")
    assert said in str(caught.value)


def with_hammerdb(cell: Path) -> Path:
    """A phase of HammerDB put into a cell's folder, as the guest leaves it; returns its folder."""
    job = json.loads((cell / "job.json").read_text())
    index = len(job["phases"])
    phase = {**job["phases"][0], "name": "tprocc", "workload": "hammerdb/tprocc"}
    (cell / "job.json").write_text(json.dumps({**job, "phases": [*job["phases"], phase]}))
    folder = cell / f"outbox/phases/{index:02d}-tprocc"
    shutil.copytree(cell / "outbox/phases/00-run", folder)
    record = json.loads((folder / "phase.json").read_text())
    (folder / "phase.json").write_text(
        json.dumps({**record, "name": "tprocc", "workload": "hammerdb/tprocc"})
    )
    for text, name in hammerdb_texts(FOLDER / "mariadb-run.txt"):
        (folder / name).write_bytes(text.encode())
    return folder


def test_cell_with_a_run_has_its_rows(tmp_path: Path) -> None:
    cell = make_cell(tmp_path)
    with_hammerdb(cell)
    rows = read_cell(cell)[1]
    assert [row.new_orders_per_min for row in rows["hammerdb_runs"]] == [5984]
    assert {row.phase for row in rows["hammerdb_timings"]} == {"tprocc"}
    assert len(rows["hammerdb_counts"]) == 13


def test_cell_without_one_of_a_run_s_files_is_an_error(tmp_path: Path) -> None:
    cell = make_cell(tmp_path)
    (with_hammerdb(cell) / "hdbxtprofile.log").unlink()
    with pytest.raises(ParseError, match=r"-tprocc/hdbxtprofile\.log: the file is missing"):
        read_cell(cell)


def problem(texts: list[tuple[str, str]]) -> str:
    with pytest.raises(ParseError) as caught:
        parse_hammerdb(*texts, phase="run")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("run", ["guest-postgresql17", "guest-mariadb118"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "New Order Procedure Error set RAISEERROR for Details",
            "HammerDB failed: Vuser 2:New Order Procedure Error set RAISEERROR for Details",
        ),
        # MariaDB's messages begin as in failed/maria-wrong-password-run.out.
        (
            "mariaexec/db server: Deadlock found when trying to get lock",
            "HammerDB failed: Vuser 2:mariaexec/db server: Deadlock found when trying to get lock",
        ),
        ("something new", "unknown words of virtual user 2: 'something new'"),
    ],
)
def test_run_in_which_a_call_failed_is_not_accepted(run: str, words: str, said: str) -> None:
    texts = hammerdb_texts(FOLDER / f"{run}-run.txt")
    text, source = texts[0]
    place = "\rVuser 3:RUNNING\n"
    line = text[: text.index(place)].count("\n") + 1
    texts[0] = (text.replace(place, f"\rVuser 2:{words}\n{place}"), source)
    assert problem(texts) == f"stdout.txt:{line}: {said}"


@pytest.mark.parametrize("run", ["guest-postgresql17", "guest-mariadb118"])
def test_run_without_a_result_above_0_is_not_accepted(run: str) -> None:
    text, source = hammerdb_texts(FOLDER / f"{run}-run.txt")[0]
    (result,) = {line for line in text.splitlines() if line.startswith("Vuser 1:TEST RESULT")}
    for figure in result.split("achieved ")[1].split()[0], result.split("from ")[1].split()[0]:
        nothing = text.replace(result, result.replace(figure, "0"))
        with pytest.raises(ParseError, match="the result is not above 0: 'TEST RESULT : System"):
            parse_transcript(nothing, "run", source)
    with pytest.raises(ParseError, match="ends without NOPM"):
        parse_transcript(text.replace(f"\r{result}\n", ""), "run", source)


@pytest.mark.parametrize("path", RUNS, ids=ids)
def test_run_that_was_never_complete_is_not_accepted(path: Path) -> None:
    texts = hammerdb_texts(path)
    text, source = texts[0]
    texts[0] = (text.replace("ALL VIRTUAL USERS COMPLETE\n", "\n", 1), source)
    assert "ends without the line ALL VIRTUAL USERS COMPLETE" in problem(texts)


def test_version_of_mariadb_has_no_braces_of_tcl() -> None:
    """HammerDB cuts a version with spaces at its first "-" and leaves the braces of a list."""
    text = (FOLDER / "guest-mariadb118-run.txt").read_bytes().decode()
    assert "\rVuser 1:DBVersion:{{{11.8.9\n" in text
    assert parse_transcript(text, "run", "out.txt").run.database_version == "11.8.9"
    unknown = text.replace("DBVersion:{{{11.8.9", "DBVersion:NULL")
    with pytest.raises(ParseError, match="could not ask the server for its version"):
        parse_transcript(unknown, "run", "out.txt")


def test_time_profile_as_4_12_writes_it_is_refused() -> None:
    """It lacks P75 and P25, and its summary has each call of two users twice."""
    texts = hammerdb_texts(FOLDER / "guest-mariadb118-run.txt")
    whole = list(texts)
    text, source = texts[1]
    short = re.sub(r"P(75|25): \S+\t", "", text)
    texts[1] = (short, source)
    assert problem(texts).startswith("hdbxtprofile.log:6: should be percentiles, found")
    texts[1] = (text.replace("CALLS: 9562\t", "CALLS: 19124\t"), source)
    assert problem(texts).endswith("sums 19124 calls of NEWORD, the users made 9562")
    texts = whole
    texts[0] = (texts[0][0].replace("HammerDB CLI v6.0", "HammerDB CLI v4.12"), texts[0][1])
    assert problem(texts) == "stdout.txt:1: HammerDB 6.x is understood, this is '4.12'"


def test_run_in_which_each_user_takes_warehouses_of_its_own_is_read() -> None:
    """With ``all_warehouses`` HammerDB's script says which, by its gentpcc.tcl."""
    texts = hammerdb_texts(TRANSCRIPTS / "hammerdb/guest-postgresql17-run.txt")
    (text, source), *others = texts
    for user, warehouses in ((2, "1 3"), (3, "2 4")):
        words = f"Assigned 2 WIDs = {warehouses} based on VU count 2, Warehouses = 2 out of 4"
        running = rf"(?m)^(\r?Vuser {user}:)RUNNING(\r?\n)"
        text, count = re.subn(running, rf"\g<0>\g<1>{words}\g<2>", text)
        assert count == 1
    found = parse_hammerdb((text, source), *others, phase="run")
    assert found.run == parse_hammerdb(*texts, phase="run").run


def test_figures_of_the_run_in_the_guest_are_those_on_its_lines() -> None:
    """Read off the files by eye; a percentile is of all calls, those of the ramp-up included."""
    output = parse_hammerdb(*hammerdb_texts(FOLDER / "guest-mariadb118-run.txt"), phase="run")
    run = output.run
    assert (run.new_orders_per_min, run.transactions_per_min) == (4804, 11301)
    assert (run.virtual_users, run.rampup_min, run.duration_min) == (2, 1, 1)
    (payments,) = (
        row for row in output.timings if (row.virtual_user, row.procedure) == (3, "PAYMENT")
    )
    assert (payments.calls, payments.latency_ms_p99, payments.latency_ms_p25) == (
        4980,
        41.274,
        3.367,
    )
    (orders,) = (
        row for row in output.timings if (row.virtual_user, row.procedure) == (None, "NEWORD")
    )
    assert (orders.calls, orders.latency_ms_p95, orders.elapsed_ms) == (9562, 33.188, 119592.0)
    assert [row.transactions_per_min for row in output.counts][:3] == [0, 10170, 11148]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "pg-wrong-password-run",
            "30: HammerDB failed: Error in Virtual User 1: Connection to dat",
        ),
        ("pg-no-schema-run", 'FATAL:  password authentication failed for user "tpcc"'),
        ("pg-server-down-run", "port 5498 failed: Connection refused"),
        ("pg-unknown-key", '20: HammerDB failed: Dictionary "tpcc" for PostgreSQL exists but key'),
        ("maria-wrong-password-run", "Access denied for user 'root'@'127.0.0.1'"),
        ("run-mariadb-server-unreachable", "30: HammerDB failed: Transaction Counter Error: maria"),
        ("build-mariadb-server-unreachable", "Can't connect to local server through socket"),
        ("build-client-library-lacks-command", 'invalid command name "pg_notice_handler"'),
        ("check-client-library-lacks-command", 'invalid command name "pg_notice_handler"'),
        ("pg-wrong-password-build", 'authentication failed for user "postgres"'),
        (
            "mariadb118-build-version-and-null-password",
            '28: HammerDB failed: Error in Virtual User 1: expected version number but got "{{{11',
        ),
        ("script-error", "6: the output ends inside its last line"),
    ],
)
def test_failed_hammerdb_says_why(name: str, said: str) -> None:
    text = (FOLDER / "failed" / f"{name}.out").read_bytes().decode()
    with pytest.raises(ParseError) as caught:
        parse_transcript(text, "run", f"failed/{name}")
    assert str(caught.value).startswith(f"failed/{name}:")
    assert said in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_garbled_line_raises_nothing_but_parse_error(data: st.DataObject) -> None:
    texts = hammerdb_texts(data.draw(st.sampled_from(RUNS)))
    which = data.draw(st.integers(0, 2))
    text, source = texts[which]
    lines = text.split("\n")
    lines[data.draw(st.integers(0, len(lines) - 1))] = data.draw(st.text(max_size=60))
    texts[which] = ("\n".join(lines), source)
    with contextlib.suppress(ParseError):
        parse_hammerdb(*texts, phase="run")


def test_reading_of_the_counter_in_another_age_is_noticed() -> None:
    (text, source), *rest = hammerdb_texts(FOLDER / "guest-mariadb118-run.txt")
    garbled = text.replace('"2020-01-01 00:00:06"', '"1020-01-01 00:00:06"')
    assert garbled != text
    with pytest.raises(ParseError, match="no reading from 1020"):
        parse_hammerdb((garbled, source), *rest, phase="run")
