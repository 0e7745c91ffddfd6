"""Garbled outputs that passed once or ended in a traceback: each is an error with its place."""

from __future__ import annotations

import re

import pytest
from parse_goldens import STAIRCASE, TRANSCRIPTS
from transcript_readers import (
    BPFTRACE,
    FIO,
    PGBENCH,
    PLANS,
)

from scripts.engines.counters import compare_engine_readings, parse_engine_reading
from scripts.parse.device_histograms import parse_histograms
from scripts.parse.device_schedule import parse_schedule
from scripts.parse.errors import ParseError
from scripts.parse.fio import parse_fio
from scripts.parse.layout import parse_layout
from scripts.parse.sysbench import parse_sysbench
from scripts.parse.system_counters import compare_system_readings, parse_system_reading


def test_name_that_a_json_object_has_twice_is_noticed_with_its_line():
    text = (TRANSCRIPTS / "fio/random-read.json").read_text()
    doubled = re.sub(r"(?m)^( *\"io_bytes\" : \d+,\n)", r"\1\1", text, count=1)
    line = doubled[: doubled.rfind('"io_bytes"')].count("\n") + 1
    with pytest.raises(ParseError, match=rf"x:{line}: an object has 'io_bytes' twice"):
        parse_fio(doubled, "run", "x")
    with pytest.raises(ParseError, match="x:1: NaN is not a number"):
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


def test_percentile_at_the_end_of_sysbenchs_histogram_is_none():
    """Its last bucket holds all that took longer than 100 s: here 103 and 104."""
    text = (TRANSCRIPTS / "sysbench/longer-than-histogram.txt").read_text()
    assert re.search(r"95th percentile: +100000\.00\n", text)
    output = parse_sysbench(text, "run", "x")
    assert output.total.latency_ms_p95 is None
    assert output.total.latency_ms_min > 100_000
    assert {row.latency_ms_p95 for row in output.intervals} <= {0.0, None}
    assert [row.latency_ms for row in output.histogram] == [None]


SYSBENCH_INTERVALS = [
    (r"(?<=tps: )\d+\.\d+", "9989.49", "the intervals have .* transactions, the totals"),
    (r"(?<=err/s: )\d+\.\d+", "700.00", "the intervals have 700.00 ignored errors, the totals 0"),
    (r"(?<=r/w/o: )\d+", "9062", "queries a second, and .* by kind"),
    (r"(?<=95%\): )\d+", "90000", "has a 95th percentile of 90000.* ms, the greatest is"),
    (r"(?<=thds: )\d+", "0", "has 0 threads, and"),
    (r"(?<= max: )( +)(\d+)", r"\g<1>9\g<2>", "the greatest latency is"),
    (r"(?<= min: )( +)[\d.]+", r"\g<1>0.00", "the least latency is"),
    (r"(?<=events \(avg/stddev\): )( +[\d.]+/)", r"\g<1>9999", "can't deviate by"),
]


@pytest.mark.parametrize(("old", "new", "said"), SYSBENCH_INTERVALS)
def test_number_of_sysbench_that_fits_no_total_is_noticed(old, new, said):
    text = (TRANSCRIPTS / "sysbench/guest-postgresql.txt").read_text()
    changed = re.sub(old, new, text, count=1)
    assert changed != text
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
    with pytest.raises(
        ParseError, match=r"commands of 0\.655 ms add up to transactions of 0\.492 ms"
    ):
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
        (
            '"select_id"',
            '"select_ix"',
            "a query_block has no recursive_union or select_id or ",
        ),
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


def _moved(text, first, last, before):
    """The lines from ``first`` to ``last``, both by number from 1, in front of line ``before``."""
    lines = text.splitlines(keepends=True)
    block = lines[first - 1 : last]
    return "".join(lines[: before - 1] + block + lines[before - 1 : first - 1] + lines[last:])


def test_input_of_mysqls_plan_that_hangs_below_another_node_is_noticed():
    """Seed 20: brackets moved together, and the nodes had other times of their own."""
    text = (TRANSCRIPTS / "plans/mysql-q15.json").read_text()
    opening = '                    "inputs": ['
    lines = enumerate(text.splitlines(), 1)
    before, other, *_ = [number for number, line in lines if line == opening]
    with pytest.raises(ParseError, match="a filter reads 0 inputs in place of 1"):
        PLANS["mysql"](_moved(text, other, other + 1, before))


def test_sort_of_mariadbs_plan_that_begins_elsewhere_is_noticed():
    """Seed 22: what followed its first lines was taken for a query block's."""
    text = (TRANSCRIPTS / "plans/mariadb-q15.json").read_text()
    lines = text.splitlines()
    sort = next(n for n, line in enumerate(lines, 1) if "lineitem.l_suppkey" in line) - 1
    table = max(n for n, line in enumerate(lines[:sort], 1) if '"table": {' in line)
    with pytest.raises(ParseError, match="of a sort in a 'query_block'"):
        PLANS["mariadb"](_moved(text, sort - 2, sort + 2, table))


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


@pytest.mark.parametrize(
    "line",
    [
        '{"type": "map", "data": {"@latency_sum_ns": {"read": 18446744073709540000}}}',
        # 2^64 ns less some, in microseconds
        '{"type": "hist", "data": {"@latency_us": {"read": [{"min": 9007199254740992, '
        '"max": 18014398509481983, "count": 1}]}}}',
        '{"type": "hist", "data": {"@u": [{"min": 9223372036854775808, '
        '"max": 18446744073709551615, "count": 3}]}}',
    ],
)
def test_time_of_bpftrace_that_ran_backwards_is_noticed(line):
    with pytest.raises(ParseError, match=r"out\.txt:1: @.* a time that ran backwards"):
        BPFTRACE(line + "\n")
