"""Every transcript gives its golden rows, and no cut or garbled transcript passes unnoticed."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_goldens import CASES, STAIRCASE, TRANSCRIPTS, as_csv, golden_files

from scripts.engines.families import family_names
from scripts.parse.bpftrace import parse_bpftrace
from scripts.parse.device_counters import parse_counters
from scripts.parse.device_histograms import parse_histograms
from scripts.parse.device_schedule import parse_schedule
from scripts.parse.engine_counters import compare_engine_readings, parse_engine_reading
from scripts.parse.errors import ParseError
from scripts.parse.fio import parse_fio
from scripts.parse.layout import parse_layout
from scripts.parse.pgbench import parse_pgbench
from scripts.parse.plans import plan_reader
from scripts.parse.statements import parse_statements
from scripts.parse.sysbench import parse_sysbench
from scripts.parse.system_counters import compare_system_readings, parse_system_reading
from scripts.parse.transactions import parse_transactions

Parser = Callable[[str], object]
SYSBENCH: Parser = functools.partial(parse_sysbench, phase="run", source="out.txt")
FIO: Parser = functools.partial(parse_fio, phase="run", source="out.txt")
PGBENCH: Parser = functools.partial(parse_pgbench, phase="run", source="out.txt")
BPFTRACE: Parser = functools.partial(parse_bpftrace, trace="t", source="out.txt")
ENGINE: Parser = functools.partial(parse_engine_reading, source="out.txt")
SYSTEM: Parser = functools.partial(parse_system_reading, source="out.txt")
COUNTERS: Parser = functools.partial(parse_counters, source="out.txt")
LAYOUT: Parser = functools.partial(parse_layout, source="out.txt")
PLANS: dict[str, Parser] = {
    family: functools.partial(plan_reader(family), phase="run", query="q", source="out.txt")
    for family in family_names()
}
STATEMENTS: Parser = functools.partial(parse_statements, phase="run", source="out.txt")
TRANSACTIONS: Parser = functools.partial(parse_transactions, phase="run", source="out.txt")

WHOLE: list[tuple[Path, Parser]] = [
    *((path, SYSBENCH) for path in sorted((TRANSCRIPTS / "sysbench").glob("*.txt"))),
    *((path, FIO) for path in sorted((TRANSCRIPTS / "fio").glob("*.json"))),
    *((path, PGBENCH) for path in sorted((TRANSCRIPTS / "pgbench").glob("*.txt"))),
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
    found = as_csv(read(path))
    golden = {table: file.read_text() for table, file in golden_files(path).items()}
    assert found == golden


@pytest.mark.parametrize(("path", "parse"), WHOLE, ids=ids)
def test_every_cut_is_noticed(path, parse):
    text = path.read_text()
    parse(text)
    step = max(1, len(text) // 150)
    cuts = {*range(0, len(text), step), *range(max(0, len(text) - 60), len(text) - 1)}
    # The last line break of a JSON document is no part of it.
    if not path.name.endswith(".json"):
        cuts.add(len(text) - 1)
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
    with pytest.raises(ParseError, match="1599 transactions of 1600 were processed"):
        parse_pgbench(text.replace("1600/1600", "1599/1600"), "run", "x")


def test_name_that_a_json_object_has_twice_is_noticed_with_its_line():
    text = (TRANSCRIPTS / "fio/random-read.json").read_text()
    doubled = re.sub(r"(?m)^( *\"io_bytes\" : \d+,\n)", r"\1\1", text, count=1)
    line = doubled[: doubled.rfind('"io_bytes"')].count("\n") + 1
    with pytest.raises(ParseError, match=rf"x:{line}: an object has 'io_bytes' twice"):
        parse_fio(doubled, "run", "x")
    with pytest.raises(ParseError, match="x:1: NaN is no number"):
        parse_layout('{"before": NaN}', "x")


SYSBENCH_NUMBERS = [
    (r"transactions: +\d+ +\((\d)", "transactions in"),
    (r"avg: +(\d)", "the mean latency is"),
    (r"95th percentile: +(\d)", "the 95th percentile is"),
    (r"sum: +(\d)", "the mean latency is"),
    (r"total time: +(\d)", "interval is of second|can't be"),
    (r"events \(avg/stddev\): +(\d)", "8 threads with a mean of"),
    (r"execution time \(avg/stddev\): +(\d)", "8 threads with a mean of"),
]


@pytest.mark.parametrize(("place", "said"), SYSBENCH_NUMBERS, ids=[p for p, _ in SYSBENCH_NUMBERS])
def test_changed_digit_of_sysbench_fits_no_other_number(place, said):
    text = (TRANSCRIPTS / "sysbench/guest-postgresql.txt").read_text()
    at = re.search(place, text).start(1)
    changed = text[:at] + str((int(text[at]) + 3) % 10) + text[at + 1 :]
    with pytest.raises(ParseError, match=said):
        parse_sysbench(changed, "run", "x")


def test_interval_of_sysbench_that_is_lost_is_noticed():
    text = (TRANSCRIPTS / "sysbench/guest-postgresql.txt").read_text()
    lost = re.sub(r"(?m)^\[ 2s \].*\n", "", text)
    with pytest.raises(ParseError, match="intervals of a second were reported up to second"):
        parse_sysbench(lost, "run", "x")


def test_row_of_a_fixed_view_on_one_side_alone_is_noticed():
    before, after = ((TRANSCRIPTS / f"engine/mariadb-{moment}.json").read_text()
                     for moment in ("before", "after"))  # fmt: skip
    garbled = after.replace('"Com_select"', '"Com_sfleet"')
    assert garbled != after
    readings = [parse_engine_reading(text, "x") for text in (before, garbled)]
    with pytest.raises(ParseError, match="'global_status' differs before and after in"):
        compare_engine_readings(*readings, "run", "x")


def test_number_of_the_kernel_that_one_side_lacks_or_that_falls_is_noticed():
    before, after = ((TRANSCRIPTS / f"system/{moment}.json").read_text()
                     for moment in ("before", "after"))  # fmt: skip
    first = parse_system_reading(before, "x")
    garbled = parse_system_reading(after.replace("pgpgin", "pgpghn"), "x")
    with pytest.raises(ParseError, match=r"'pgpg[a-z]+' on one side"):
        compare_system_readings(first, garbled, "run", "x")
    last = parse_system_reading(after, "x")
    key = next(key for key in last if key[0].endswith("cpu.stat") and last[key] > 0)
    with pytest.raises(ParseError, match=f"{key[1]} falls from"):
        compare_system_readings(last, last | {key: 0.0}, "run", "x")


def test_nodes_of_a_plan_under_a_garbled_name_are_noticed():
    for name, key in (("postgresql-q18", '"Plans"'), ("mysql-q18", '"inputs"')):
        text = (TRANSCRIPTS / f"plans/{name}.json").read_text()
        garbled = text.replace(key, f'{key[:-2]}z"', 1)
        with pytest.raises(ParseError, match="nodes stand in"):
            PLANS[name.partition("-")[0]](garbled)


def test_map_that_bpftrace_prints_twice_at_one_time_is_noticed():
    text = (TRANSCRIPTS / "bpftrace/device_requests.jsonl").read_text()
    line = next(line for line in text.splitlines(keepends=True) if '"map"' in line)
    with pytest.raises(ParseError, match="is printed twice at one time"):
        BPFTRACE(text.replace(line, line * 2))


def test_change_of_the_schedule_that_is_lost_is_noticed():
    text = (TRANSCRIPTS / "schedule/staircase.txt").read_text()
    lost = "".join(text.splitlines(keepends=True)[:-1])
    with pytest.raises(ParseError, match="has not the 10 changes of settings"):
        parse_schedule(lost, "run", "x", STAIRCASE)


def test_command_of_pgbench_that_is_there_twice_is_noticed():
    text = (TRANSCRIPTS / "pgbench/prepared-events.txt").read_text()
    line = text.splitlines(keepends=True)[-1]
    with pytest.raises(ParseError, match=r"commands of 0\.655 ms make transactions of 0\.492 ms"):
        PGBENCH(text + line)


def test_block_of_mariadbs_plan_under_anothers_name_is_noticed():
    text = (TRANSCRIPTS / "plans/mariadb-q15.json").read_text()
    garbled = text.replace('"materialized"', '"r_engine_stats"', 1)
    with pytest.raises(ParseError, match="r_engine_stats should hold numbers alone"):
        PLANS["mariadb"](garbled)
    garbled = text.replace('"table"', '"tcble"', 1)
    with pytest.raises(ParseError, match="unknown block 'tcble'"):
        PLANS["mariadb"](garbled)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"r_engine_stats"', '"filesort"', "a filesort has no sort_key"),
        ('"temporary_table"', '"pemporary_table"', "unknown block 'pemporary_table'"),
        # Too far from its name to be taken for it.
        (
            '"temporary_table"',
            '"temp },orary_table"',
            "unknown block 'temp },orary_table'",
        ),
        ('"query_block"', '"queri_block"', "should hold a query_block"),
        ('"select_id"', '"select_ix"', "a query_block has no select_id or union_result"),
    ],
)
def test_names_of_mariadbs_blocks_that_were_garbled_are_noticed(old, new, said):
    text = (TRANSCRIPTS / "plans/mariadb-q15.json").read_text()
    assert old in text
    with pytest.raises(ParseError, match=said):
        PLANS["mariadb"](text.replace(old, new, 1))


def test_two_objects_whose_border_was_lost_are_noticed():
    text = '{"query_block": {"select_id": 1, "a": 1, "b": 2, "a": 3, "b": 4}}'
    with pytest.raises(ParseError, match="an object has 'a and b' twice"):
        PLANS["mariadb"](text)


def test_bucket_of_the_device_in_another_place_is_noticed():
    with pytest.raises(ParseError, match="read_queue: bucket 2 ns follows 1835008 ns"):
        parse_histograms("read_queue 1835008 1\nread_queue 2 2\n", "x")


def test_direction_of_fio_that_did_requests_without_bytes_is_noticed():
    text = (TRANSCRIPTS / "fio/guest-random-write.json").read_text()
    garbled = text.replace('"total_ios" : 0', '"total_ios" : 9', 1)
    assert garbled != text
    with pytest.raises(ParseError, match="9 requests carried 0 bytes"):
        FIO(garbled)


def test_join_of_mysqls_plan_that_lost_an_input_is_noticed():
    text = (TRANSCRIPTS / "plans/mysql-q21.json").read_text()
    garbled = text.replace('"access_type": "filter"', '"access_type": "join"', 1)
    assert garbled != text
    with pytest.raises(ParseError, match="a join of 1 inputs in place of 2"):
        PLANS["mysql"](garbled)


def test_loops_of_mysqls_plan_that_changed_places_are_noticed():
    text = (TRANSCRIPTS / "plans/mysql-q21.json").read_text()
    # The outermost sort's; what it reads from ran as often as it did.
    garbled = text.replace('\n        "actual_loops": 1,', '\n        "actual_loops": 853,', 1)
    assert garbled != text
    with pytest.raises(ParseError, match="a limit of 1 loops has an input of 853"):
        PLANS["mysql"](garbled)


def test_relation_whose_name_was_overwritten_is_noticed():
    text = (TRANSCRIPTS / "layout/postgresql.json").read_text()
    with pytest.raises(ParseError, match="no name of a relation has more than 64 characters"):
        parse_layout(text.replace('"k_1"', f'"k_1{"x" * 512}"', 1), "x")


def test_name_that_was_overwritten_is_noticed():
    text = (TRANSCRIPTS / "plans/mariadb-q18.json").read_text()
    begin, end = text.index('filtered": 100'), text.rindex('filtered": 100')
    with pytest.raises(ParseError, match=r"an object has a name of \d+ characters"):
        PLANS["mariadb"](f"{text[:begin]}{'x' * 4096}{text[end:]}")


def test_measures_of_mariadbs_table_that_stand_elsewhere_are_noticed():
    text = (TRANSCRIPTS / "plans/mariadb-q15.json").read_text()
    garbled = re.sub(r'"r_other_time_ms": [0-9.]+,', "", text, count=1)
    with pytest.raises(ParseError, match="a table has one of its two times alone"):
        PLANS["mariadb"](garbled)
    place = text.index('"table"')
    garbled = text[:place] + text[place:].replace('"r_loops"', '"loops_r"', 1)
    with pytest.raises(ParseError, match="a table has no r_loops"):
        PLANS["mariadb"](garbled)


@pytest.mark.parametrize("option", ["iodepth", "fsync"])
def test_option_of_fio_that_is_no_number_is_named(option):
    """It was a traceback, seed 23."""
    text = (TRANSCRIPTS / "fio/guest-mixed.json").read_text()
    garbled = text.replace('"iodepth" : "16"', f'"{option}" : "q6"')
    assert garbled != text
    with pytest.raises(ParseError, match=f"{option} should be a whole number, found 'q6'"):
        FIO(garbled)
