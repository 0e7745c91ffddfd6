"""Small shapes of counters, layouts and statements that the transcripts don't hold."""

from __future__ import annotations

import json

import pytest
from parse_goldens import TRANSCRIPTS

from scripts.engines.counters import compare_engine_readings, parse_engine_reading
from scripts.parse.bpftrace import parse_bpftrace
from scripts.parse.device_counters import parse_samples
from scripts.parse.device_histograms import compare_histograms, parse_histograms
from scripts.parse.device_schedule import parse_schedule
from scripts.parse.errors import ParseError
from scripts.parse.layout import parse_layout
from scripts.parse.statements import parse_statements
from scripts.parse.system_counters import compare_system_readings, parse_system_reading


def test_row_that_appears_during_a_phase_has_no_delta():
    row = {"relname": "made", "bytes": "8192"}
    before = parse_engine_reading('{"relation_sizes": []}', "b")
    after = parse_engine_reading(json.dumps({"relation_sizes": [row]}), "a")
    ((counter,), texts) = compare_engine_readings(before, after, "run")
    assert (counter.object, counter.before, counter.after, counter.delta) == (
        "made",
        None,
        8192.0,
        None,
    )
    assert texts == []


@pytest.mark.parametrize("engine", ["postgresql-18", "mysql-9.7"])
def test_every_number_of_an_engine_has_a_delta(engine):
    """A reading that left out what had not happened yet lost what happened then."""
    paths = [TRANSCRIPTS / f"engine/{engine}-{when}.json" for when in ("before", "after")]
    readings = [parse_engine_reading(path.read_text(), path.name) for path in paths]
    counters, _ = compare_engine_readings(*readings, "run")
    assert len(counters) > 100
    assert [row for row in counters if row.delta is None] == []


def test_unknown_view_is_reported_apart_by_its_texts():
    rows = [{"index": "a", "pages": "3"}, {"index": "b", "pages": "5"}]
    assert parse_engine_reading(json.dumps({"new_view": rows}), "x") == {
        ("new_view", "a", "pages"): 3.0,
        ("new_view", "b", "pages"): 5.0,
    }


def test_unknown_view_of_numbers_asks_for_its_keys():
    rows = [{"id": "1", "pages": "3"}, {"id": "2", "pages": "5"}]
    with pytest.raises(ParseError, match=r"name its key columns in a statistics\.yaml"):
        parse_engine_reading(json.dumps({"new_view": rows}), "x")


def test_two_rows_of_one_key_are_an_error():
    rows = [{"schemaname": "public", "relname": "t", "n": "1"}] * 2
    with pytest.raises(ParseError, match="has two rows for 'public/t'"):
        parse_engine_reading(json.dumps({"pg_stat_user_tables": rows}), "x")


def test_kernel_files_of_every_form():
    files = {
        "cgroup_engine": {
            "cpu.stat": "usage_usec 12\n",
            "memory.current": "4096\n",
            "memory.max": "max\n",
            "io.stat": "259:0 rbytes=1 wbytes=2\n8:0 \n",
            "cpu.pressure": "some avg10=0.50 avg60=0.00 avg300=0.00 total=77\n",
        },
        "proc_stat": "cpu  1 2 3 4 5 6 7 8 9 10\nintr 50 1 2\nctxt 9\n",
    }
    reading = parse_system_reading(json.dumps(files), "x")
    assert reading["cgroup_engine/cpu.stat", "usage_usec"] == 12
    assert reading["cgroup_engine/memory.current", "value"] == 4096
    assert reading["cgroup_engine/io.stat", "259:0_wbytes"] == 2
    assert reading["cgroup_engine/cpu.pressure", "some_total_us"] == 77
    assert reading["proc_stat", "cpu_iowait_ticks"] == 5
    assert reading["proc_stat", "intr_total"] == 50
    assert ("cgroup_engine/memory.max", "value") not in reading


def test_kernel_line_of_another_form_is_named():
    text = json.dumps({"diskstats": " 259 0 nvme0n1 1 2\n"})
    with pytest.raises(ParseError, match="line 1 of diskstats isn't understood"):
        parse_system_reading(text, "x")


def test_line_of_no_device_is_named():
    """It took the counters of a device with it, seed 20."""
    text = json.dumps({"cgroup_engine": {"io.stat": "25dios=0\n"}})
    with pytest.raises(ParseError, match=r"line 1 of cgroup_engine/io.stat isn't understood"):
        parse_system_reading(text, "x")


def test_device_that_a_group_counts_no_more_is_named():
    label = "cgroup_engine/io.stat"
    before, after = {(label, "259:0_rbytes"): 1.0}, {(label, "8:0_rbytes"): 1.0}
    with pytest.raises(ParseError, match="259:0_rbytes' on one side of the phase only"):
        compare_system_readings(before, after, "run")
    assert len(compare_system_readings({}, after, "run")) == 1


def test_layout_by_moment():
    size = {"relation": "t", "kind": "table", "bytes": 8192, "rows": None, "depth": None}
    rows = parse_layout(json.dumps({"before": [size], "after": [size | {"bytes": 16384}]}), "x")
    assert [(row.phase, row.bytes) for row in rows] == [("before", 8192), ("after", 16384)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "tree"}, "kind 'tree' should be one of table, primary, secondary"),
        ({"bytes": "big"}, "bytes should be a whole number"),
        ({"pages": 3}, "unknown fields: pages"),
    ],
)
def test_layout_of_another_form_is_named(change, said):
    size = {"relation": "t", "kind": "table", "bytes": 8192, "rows": None, "depth": None}
    with pytest.raises(ParseError, match=said):
        parse_layout(json.dumps([size | change]), "x")


def test_statements_that_overlap_are_an_error():
    line = '{"statement": "SELECT 1", "begin_ns": 5, "end_ns": 9, "rows": 1}\n'
    with pytest.raises(ParseError, match="x:2: statement: begins before the one ahead of it ends"):
        parse_statements(line * 2, "run", "x")


def test_samples_out_of_order_are_an_error():
    text = "time_ns,counter,value\n5,read_bytes,1\n5,write_bytes,1\n4,read_bytes,2\n"
    with pytest.raises(ParseError, match="x:4: time doesn't advance for 'read_bytes'"):
        parse_samples(text, "run", "x")


def test_every_bucket_of_a_histogram_ends_where_the_next_begins():
    begins = [b if b < 4 else (4 + b % 4) << (b // 4 - 1) for b in range(144)]
    text = "".join(f"late {begin} 1\n" for begin in begins)
    rows = compare_histograms({}, parse_histograms(text, "x"), "run", "x")
    assert [row.bucket_min_ns for row in rows] == begins
    assert [row.bucket_max_ns for row in rows] == [*(begin - 1 for begin in begins[1:]), None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("late 20 1\nlate 20 1\n", "x:2: late has the bucket 20 ns twice"),
        ("late 21 1\nlate 9 1\n", "x:1: no bucket begins at 21 ns"),
        ("early 20 1\n", "x:1: expected 'name begin_ns count', name of flush_queue"),
        ("late 20 1\nlate 24", "x:2: the file ends inside a line"),
    ],
)
def test_histogram_that_the_device_cannot_have_is_an_error(text, said):
    with pytest.raises(ParseError, match=said):
        parse_histograms(text, "x")


def test_histogram_that_shrinks_is_an_error():
    with pytest.raises(ParseError, match="x: late, bucket 20 ns, falls from 3 to 2"):
        compare_histograms({("late", 20): 3}, {("late", 20): 2}, "run", "x")


def test_schedule_has_its_steps_on_the_guests_clock():
    text = "begin_ns 100\n0 read_bandwidth_bytes_s 4194304\n50 read_latency_ns 9\n"
    rows = parse_schedule(text, "run", "x")
    assert [(row.step_index, row.time_ns, row.setting, row.value) for row in rows] == [
        (0, 100, "read_bandwidth_mib_s", 4),
        (1, 150, "read_latency_us", 0.009),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 read_latency_ns 9\n", "x:1: expected 'begin_ns N'"),
        ("begin_ns 1\n", "x:1: a schedule without a step"),
        ("begin_ns 1\n5 read_latency_ns 9\n4 units 1\n", "x:3: a step before the one ahead"),
        ("begin_ns 1\n5 read_latency_ns", "x:2: the file ends inside a line"),
    ],
)
def test_schedule_of_another_form_is_an_error(text, said):
    with pytest.raises(ParseError, match=said):
        parse_schedule(text, "run", "x")


def test_requests_that_share_a_key_on_two_cpus_are_noted():
    """As four CPUs left them: a cell was refused for flushes that ended at one moment."""
    error = (
        '{"type": "helper_error", "msg": "Can\'t delete map element because it does not exist.", '
        '"helper": "map_delete_elem", "retcode": -2, "line": 22, "col": 2}\n'
    )
    found = parse_bpftrace('{"type": "attached_probes", "data": {"probes": 5}}\n' + error, "t", "x")
    assert [(message.kind, message.message) for message in found.messages] == [
        ("attached_probes", "5"),
        ("shared_keys", "1"),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type": "surprise", "data": 1}', "prints no lines of type 'surprise'"),
        ('{"type": "map", "data": {"x": 1}}', "'x' is not the name of a map"),
        ('{"type": "map", "data": {"@x": null}}', "the value of @x"),
        ('{"type": "hist", "data": {"@x": [{"min": 4, "max": 2, "count": 1}]}}', "impossible"),
        ('{"type": "lost_events", "data": {"count": 1}}', "an object with 'events' alone"),
        ('{"type": "map", "data": {"@x": 1}, "more": 1}', "unknown fields"),
        (
            '{"type": "helper_error", "msg": "Invalid argument", '
            '"helper": "map_delete_elem", "retcode": -22, "line": 9, "col": 2}',
            "a BPF helper failed: map_delete_elem: Invalid argument",
        ),
        (
            '{"type": "helper_error", "msg": "Argument list too long", '
            '"helper": "map_update_elem", "retcode": -7, "line": 9, "col": 2}',
            "a BPF helper failed: map_update_elem: Argument list too long",
        ),
    ],
)
def test_bpftrace_line_of_another_form_is_named(line, said):
    with pytest.raises(ParseError, match=f"x:2: .*{said}"):
        parse_bpftrace(
            '{"type": "attached_probes", "data": {"probes": 1}}\n' + line + "\n", "t", "x"
        )


def test_trace_time_that_goes_back_is_an_error():
    lines = [f'{{"type": "printf", "data": "time_ns {time}\\n"}}\n' for time in (7, 6)]
    with pytest.raises(ParseError, match="time goes from 7 ns to 6 ns"):
        parse_bpftrace("".join(lines), "t", "x")


IO_STAT = "rbytes={} wbytes=0 rios={} wios=0 dbytes=0 dios=0"


def _io_reading(text):
    return parse_system_reading(json.dumps({"cgroup_engine": {"io.stat": text}}), "x")


def test_io_stat_of_devices_without_numbers_is_of_the_last_on_the_line():
    """Loop devices that nothing is attached to share the line of the next device."""
    reading = _io_reading(f"7:7 7:6 7:5 7:4 {IO_STAT.format(4096, 1)}\n7:3 7:2\n253:0 7:1\n")
    assert {counter.partition("_")[0] for _, counter in reading} == {"7:4"}
    assert reading["cgroup_engine/io.stat", "7:4_rbytes"] == 4096
    with pytest.raises(ParseError, match=r"line 1 of cgroup_engine/io\.stat isn't understood"):
        _io_reading("rbytes=1 wbytes=0")


def test_io_stat_of_a_device_with_a_limit_of_latency():
    """What is so at the moment may fall, and be without a limit."""
    limits = "depth={} avg_lat={} win=100 cost.vrate={}"
    before, after = (
        _io_reading(f"8:0 {IO_STAT.format(at, at)} {limits.format(*now)}")
        for at, now in ((1, ("max", 9, 100.0)), (2, (4, 7, 75.5)))
    )
    rows = {row.counter: row for row in compare_system_readings(before, after, "run")}
    assert (rows["8:0_rbytes"].delta, rows["8:0_avg_lat"].delta) == (1, -2)
    assert (rows["8:0_depth"].before, rows["8:0_depth"].after) == (None, 4)
    again = _io_reading(f"8:0 {IO_STAT.format(3, 3)} {limits.format('max', 9, 100.0)}")
    assert compare_system_readings(after, again, "run")
    with pytest.raises(ParseError, match=r"8:0_r[a-z]* falls from 2 to 1"):
        compare_system_readings(after, before, "run")
