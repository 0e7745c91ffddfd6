"""Every transcript gives its golden rows, and no cut transcript passes unnoticed."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_goldens import CASES, READERS, TRANSCRIPTS, as_text, goldens
from transcript_readers import (
    BPFTRACE,
    COUNTERS,
    ENGINE,
    FIO,
    LAYOUT,
    PGBENCH,
    PLANS,
    STATEMENTS,
    SYSBENCH,
    SYSTEM,
    TRANSACTIONS,
    Parser,
)

from scripts.parse.errors import ParseError
from scripts.parse.fio import parse_fio
from scripts.parse.pgbench import parse_pgbench
from scripts.parse.rows import ToolMessage
from scripts.parse.sysbench import parse_sysbench
from scripts.parse.transactions import parse_transactions

WHOLE: list[tuple[Path, Parser]] = [
    *((path, SYSBENCH) for path in sorted((TRANSCRIPTS / "sysbench").glob("*.txt"))),
    *((path, FIO) for path in sorted((TRANSCRIPTS / "fio").glob("*.json"))),
    *(
        (path, PGBENCH)
        for path in sorted((TRANSCRIPTS / "pgbench").glob("*.txt"))
        # Ahead of a last command of pgbench's own, a cut can't be seen.
        if path.name != "ends-with-set.txt"
    ),
    *((path, ENGINE) for path in sorted((TRANSCRIPTS / "engine").glob("*.json"))),
    *((path, SYSTEM) for path in sorted((TRANSCRIPTS / "system").glob("*.json"))),
    *((path, COUNTERS) for path in sorted((TRANSCRIPTS / "device").glob("*.txt"))),
    *((path, LAYOUT) for path in sorted((TRANSCRIPTS / "layout").glob("*.json"))),
    *((path, STATEMENTS) for path in sorted((TRANSCRIPTS / "statements").glob("*.txt"))),
    *((path, TRANSACTIONS) for path in sorted((TRANSCRIPTS / "transactions").glob("*.jsonl"))),
    *(
        (path, PLANS[path.stem.partition("-")[0]])
        for path in sorted((TRANSCRIPTS / "plans").glob("*.json"))
    ),
]
"""Outputs whose every cut can be seen. A bpftrace output can be cut between two lines."""

SYSBENCH_CASES = [(path, parse) for path, parse in WHOLE if parse is SYSBENCH]


def shown(value: object) -> str:
    """The id of a case: the folder and name of its file."""
    return f"{value.parent.name}/{value.name}" if isinstance(value, Path) else ""


ids = [shown(path) for path, _ in WHOLE]


@pytest.mark.parametrize(("path", "read"), CASES, ids=[shown(path) for path, _ in CASES])
def test_transcript_gives_its_golden_rows(path, read):
    assert as_text(read(path)) == goldens(path.parent.name)[path.name]


def test_golden_rows_are_of_a_transcript_that_is_there():
    for folder, (pattern, _) in READERS.items():
        found = {path.name for path in (TRANSCRIPTS / folder).glob(pattern)}
        assert goldens(folder).keys() == found


@pytest.mark.parametrize(("path", "parse"), WHOLE, ids=ids)
def test_every_cut_is_noticed(path, parse):
    text = path.read_text()
    parse(text)
    step = max(1, len(text) // 150)
    cuts = {*range(0, len(text), step), *range(max(0, len(text) - 60), len(text) - 1)}
    # The last line break of a JSON document is no part of it.
    cuts.add(len(text) - 1)
    if path.name.endswith(".json"):
        cuts.remove(len(text) - 1)
    for cut in sorted(cuts):
        with pytest.raises(ParseError) as caught:
            parse(text[:cut])
        assert str(caught.value).startswith("out.txt")
        assert "\n" not in str(caught.value)


def test_bpftrace_cut_inside_a_line_is_noticed():
    for path in (TRANSCRIPTS / "bpftrace").glob("*.jsonl"):
        text = path.read_text()
        breaks = {position + 1 for position, letter in enumerate(text) if letter == "\n"}
        for cut in range(1, len(text), max(1, len(text) // 300)):
            if cut in breaks:
                BPFTRACE(text[:cut])  # undetectable: bpftrace prints no mark of its end
            else:
                with pytest.raises(ParseError):
                    BPFTRACE(text[:cut])


@pytest.mark.parametrize(
    ("path", "parse"), SYSBENCH_CASES, ids=[shown(path) for path, _ in SYSBENCH_CASES]
)
def test_sysbench_without_any_one_line_is_noticed_but_for_intervals(path, parse):
    lines = path.read_text().split("\n")
    for index, line in enumerate(lines):
        if line.startswith("[ ") or line.startswith("Target") or line == "":
            continue  # an interval that isn't there, a rate that wasn't asked for, empty lines
        with pytest.raises(ParseError):
            parse("\n".join(lines[:index] + lines[index + 1 :]))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_garbled_line_raises_nothing_but_parse_error(data):
    path, parse = data.draw(st.sampled_from([(p, q) for p, q in WHOLE if len(p.read_text()) < 2e4]))
    lines = path.read_text().split("\n")
    index = data.draw(st.integers(0, len(lines) - 1))
    lines[index] = data.draw(st.text(st.characters(codec="utf-8"), max_size=60))
    with contextlib.suppress(ParseError):
        parse("\n".join(lines))


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=300))
def test_any_text_raises_nothing_but_parse_error(text):
    single = (
        *(SYSBENCH, FIO, PGBENCH, BPFTRACE, ENGINE, SYSTEM, COUNTERS),
        *(LAYOUT, STATEMENTS, TRANSACTIONS),
    )
    for parse in (*single, *PLANS.values()):
        with contextlib.suppress(ParseError):
            parse(text)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("server-down-postgresql", "failed/x:11: sysbench stopped: Connection to database failed"),
        ("server-down-mariadb", "failed/x:11: sysbench stopped: unable to connect to MySQL"),
        ("connection-killed-mariadb", "failed/x:15: sysbench stopped: mysql_stmt_execute()"),
        ("crashed-postgresql", "failed/x:15: the output ends ahead of sysbench's totals"),
        ("terminated-postgresql", "failed/x:15: the output ends ahead of sysbench's totals"),
        ("table-missing-postgresql", 'sysbench stopped: PQprepare() failed: ERROR:  relation "sb'),
        ("option-unknown", "found 'invalid option: --reconnect=5'"),
        ("prepare", "found \"Creating table 'sbtest1'...\""),
    ],
)
def test_failed_sysbench_says_why(name, said):
    text = (TRANSCRIPTS / "sysbench" / "failed" / f"{name}.txt").read_text()
    with pytest.raises(ParseError) as caught:
        parse_sysbench(text, "run", "failed/x")
    assert said in str(caught.value)


def test_own_script_may_have_intervals_reported_in_another_form():
    """Also in sysbench's own default form, as its Lua prints it: without the colon of err/s."""
    for form in ("default", "csv", "json"):
        text = (TRANSCRIPTS / f"own/{form}.txt").read_text()
        output = parse_sysbench(text, "run", "x", own=True)
        assert [row.time_s for row in output.intervals] == [1, 2, 3]
        assert not output.messages
        with pytest.raises(ParseError):
            parse_sysbench(text, "run", "x")


def test_own_script_may_print_ahead_of_a_line_of_sysbenchs():
    text = (TRANSCRIPTS / "own/prints.txt").read_text()
    assert re.search(r"(?m)^\.+\[ 1s \]", text)
    output = parse_sysbench(text, "run", "x", own=True)
    assert [row.time_s for row in output.intervals] == [1, 2, 3]
    assert output.messages[1] == ToolMessage("run", 4, "printed", "init")
    assert output.messages[-1].message == "and 15 lines more"
    begin = text.index("SQL statistics:")
    for cut in (*range(0, begin, 97), *range(begin, text.index("execution time"), 23)):
        with pytest.raises(ParseError, match=r"^x"):
            parse_sysbench(text[:cut], "run", "x", own=True)


def test_own_script_that_replaces_the_totals_is_told_so():
    text = (TRANSCRIPTS / "own/failed/cumulative.txt").read_text()
    with pytest.raises(ParseError, match=r"x:54: sysbench's totals are missing: leave sysb"):
        parse_sysbench(text, "run", "x", own=True)


def test_partial_sysbench_keeps_whole_intervals_and_messages():
    text = (TRANSCRIPTS / "sysbench/failed/connection-killed-mariadb.txt").read_text()
    output = parse_sysbench(text, "run", "x", partial=True)
    assert [row.time_s for row in output.intervals] == [1, 2]
    assert [row.severity for row in output.messages] == ["fatal", "fatal"]
    assert output.total is None


def test_transaction_that_is_lost_is_noticed():
    text = (TRANSCRIPTS / "transactions/tpcc-mariadb.jsonl").read_text()
    lines = text.splitlines(keepends=True)
    for index in range(len(lines)):
        with pytest.raises(ParseError):
            parse_transactions("".join(lines[:index] + lines[index + 1 :]), "run", "x")


def test_transactions_of_a_run_that_failed_are_those_of_whole_lines():
    text = (TRANSCRIPTS / "transactions/tpcc-mariadb.jsonl").read_text()
    rows = parse_transactions(text, "run", "x")
    cut = text[: text.index("\n", len(text) // 2) + 30]
    partial = parse_transactions(cut, "run", "x", partial=True)
    assert 0 < len(partial) < len(rows)
    assert partial == rows[: len(partial)]


def test_failed_fio_says_why():
    text = (TRANSCRIPTS / "fio/failed/device-full.json").read_text()
    with pytest.raises(ParseError, match=r"x:1: fio stopped: .*No space left on device"):
        parse_fio(text, "run", "x")


def fio_jobs(name, *changes):
    """The rows of a transcript in which texts were replaced."""
    text = (TRANSCRIPTS / f"fio/{name}.json").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_fio(text, "run", "x").jobs


def test_fio_says_the_depth_that_it_had():
    """A synchronous engine has one request under way, whatever was asked for."""
    (job,) = fio_jobs("3.33-global-only")
    assert (job.io_engine, job.io_depth) == ("psync", 1)
    # 128 requests of a depth of 1k: fio says 64 and more.
    (job,) = fio_jobs("3.33-numbers")
    assert (job.ios, job.io_depth, job.block_size_bytes) == (128, 128, 8192)
    (job,) = fio_jobs("3.33-numbers", ('"iodepth" : "1k"', '"iodepth" : "(4*4)"'))
    assert job.io_depth is None
    read, write = fio_jobs("guest-mixed", ('"iodepth" : "16"', '"iodepth" : "32"'))
    assert read.io_depth is write.io_depth is None, "32 were asked for, 16 to 31 were under way"


def test_fio_says_the_size_of_its_requests():
    (job,) = fio_jobs("3.33-numbers", ('"bs" : "0x2000"', '"bs" : "8KiB"'))
    assert job.block_size_bytes == 8192, "of the requests, whatever KiB are to fio"
    (job,) = fio_jobs("3.33-sizes")
    assert (job.block_size_bytes, job.fsync_every) == (None, 1)


def test_fio_options_that_say_the_same_in_other_words():
    (job,) = fio_jobs("3.33-numbers", ('"direct" : "1"', '"buffered" : "0"'))
    assert job.direct
    (job,) = fio_jobs("3.33-sizes", ('"fdatasync" : "1"', '"sync" : "dsync"'))
    assert job.fsync_every == 1


def test_fio_jobs_that_are_reported_as_one_have_no_options():
    """fio tells those of the last one."""
    for direction, row in zip(("read", "write"), fio_jobs("3.33-group"), strict=True):
        assert row.direction == direction
        assert (row.access, row.io_depth, row.block_size_bytes) == (None, None, None)
    (row,) = fio_jobs("3.33-copies")
    assert (row.access, row.io_depth) == (None, None)
    (row,) = fio_jobs("3.33-global-only", ('"bs" : "4k"', '"bs" : "4k", "group_reporting" : "1"'))
    assert (row.access, row.io_depth) == ("randread", 1), "a group of one"


def test_fio_that_was_told_not_to_measure_latency_has_none():
    (job,) = fio_jobs("3.33-no-clock")
    assert {job.latency_ns_mean, job.latency_ns_max, job.completion_latency_ns_mean} == {None}


def test_fio_option_that_is_given_twice_counts_as_it_was_last_given():
    (job,) = fio_jobs("3.33-doubled")
    assert (job.access, job.block_size_bytes) == ("read", 8192)


def test_fio_job_without_io_is_an_error():
    text = (TRANSCRIPTS / "fio/random-read.json").read_text()
    idle = re.sub(r'"(total_ios|io_bytes)" : ', r'"\1" : 0, "was \1" : ', text)
    with pytest.raises(ParseError, match="did no I/O"):
        parse_fio(idle, "run", "x")


def test_fio_field_of_the_wrong_type_is_named():
    text = (TRANSCRIPTS / "fio/random-read.json").read_text()
    broken = text.replace('"bw_bytes" : ', '"bw_bytes" : "many", "was" : ', 1)
    with pytest.raises(ParseError, match=r"jobs\[0\]\.read\.bw_bytes should be a whole number"):
        parse_fio(broken, "run", "x")


def test_sysbench_histogram_that_lost_a_bucket_is_noticed():
    text = (TRANSCRIPTS / "sysbench/read-write-mariadb.txt").read_text()
    bucket = next(line for line in text.split("\n") if "|" in line)
    with pytest.raises(ParseError, match=r"the histogram holds .* events, the totals say"):
        parse_sysbench(text.replace(bucket + "\n", "", 1), "run", "x")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("table-missing", "x:11: should be pgbench's average latency, found the end: the run was"),
        ("database-missing", "x:1: pgbench printed nothing"),
    ],
)
def test_failed_pgbench_says_why(name, said):
    text = (TRANSCRIPTS / "pgbench" / "failed" / f"{name}.txt").read_text()
    with pytest.raises(ParseError) as caught:
        parse_pgbench(text, "run", "x")
    assert said in str(caught.value)


def test_pgbench_that_lost_transactions_is_an_error():
    text = (TRANSCRIPTS / "pgbench/prepared-events.txt").read_text()
    with pytest.raises(ParseError, match="1599 transactions of 1600 were processed, and 0 fail"):
        parse_pgbench(text.replace("1600/1600", "1599/1600"), "run", "x")


def test_pgbench_counts_transactions_that_failed():
    """Its average says that it includes them."""
    text = (TRANSCRIPTS / "pgbench/failures.txt").read_text()
    output = parse_pgbench(text, "run", "x")
    assert (output.run.transactions, output.run.failed_transactions) == (107, 213)
    assert [command.failures for command in output.commands] == [0, 0, 0, 162, 51]
    with pytest.raises(ParseError, match="107 transactions of 320 were processed, and 212 failed"):
        parse_pgbench(text.replace("transactions: 213", "transactions: 212"), "run", "x")


def test_pgbench_script_may_end_with_a_command_of_its_own():
    output = parse_pgbench((TRANSCRIPTS / "pgbench/ends-with-set.txt").read_text(), "run", "x")
    assert output.commands[-1].command == "\\set a :n + 1"
    output = parse_pgbench((TRANSCRIPTS / "pgbench/branches.txt").read_text(), "run", "x")
    assert output.commands[-1].command == "\\endif"
    assert sum(command.latency_ms_avg for command in output.commands) > output.run.latency_ms_avg
