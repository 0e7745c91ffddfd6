"""Settings, the schedule of their changes, and what the device says that it saw."""

from __future__ import annotations

import itertools
import subprocess
import time
from pathlib import Path

from guest import emulator, kernel_log
from guest.commands import Node, lba
from guest.emulator import DISK, fio, refused
from guest.system import now_ns, run

READ, WRITE, FLUSH = 2, 1, 0


def check_every_setting_reads_back_and_refuses() -> None:
    controls = emulator.load()
    for name, (least, most) in emulator.OPTIONS["settings"].items():
        path = controls.folder / name
        before = controls.read(name)
        for wrong, error in (
            ("", "Invalid argument"),
            ("x", "Invalid argument"),
            ("-1", "Invalid argument"),
            ("1.5", "Invalid argument"),
            (str(most + 1), "Numerical result out of range"),
            (str(1 << 64), "Numerical result out of range"),
            (str(least - 1) if least > 1 else "", "Numerical result out of range"),
        ):
            if wrong:
                assert refused(path, wrong) == error, (name, wrong)
            assert controls.read(name) == before
        for value in (least, most):
            controls.turn(**{name: value})
            assert controls.read(name) == str(value)
        controls.turn(**{name: before})


def check_parameters_are_checked_on_loading() -> None:
    kernel_log.EXPECTED.append("vnvme: ")
    for wrong in (
        {"memory_start": "0"},
        {"memory_start": "16M"},
        {"memory_start": "4G4"},
        {"memory_bytes": "1M"},
        {"memory_bytes": "513K"},
        {"queues": 33},
        {"namespaces": 0},
        {"namespaces": 17},
        {"mode": "idle"},
        {"units": 65},
        {"stripe_bytes": 1},
        {"read_bandwidth_bytes_s": 4095},
        {"cpu_mips": 0},
    ):
        given = {"memory_start": emulator.MEMORY_START, "memory_bytes": "512M"} | wrong
        words = [f"{name}={value}" for name, value in given.items()]
        refused_by = subprocess.run(["insmod", emulator.MODULE, *words], capture_output=True)
        assert refused_by.returncode != 0, wrong
        assert not Path("/sys/module/vnvme").exists()


def check_changes_under_load_lose_nothing() -> None:
    controls = emulator.load(read_bandwidth_bytes_s=64 << 20, write_bandwidth_bytes_s=64 << 20)
    job = subprocess.Popen(
        ["fio", "--name=job", "--eta=never", f"--filename={DISK}", "--direct=1",
         "--ioengine=libaio", "--rw=randwrite", "--bsrange=512-256k", "--size=16m",
         "--iodepth=32", "--verify=crc32c", "--output=/run/fio.txt"],
    )  # fmt: skip
    turns = 0
    while job.poll() is None:
        controls.turn(
            read_bandwidth_bytes_s=(16 << 20) << turns % 6,
            write_bandwidth_bytes_s=(512 << 20) >> turns % 6,
            write_latency_ns=turns % 7 * 10000,
            units=turns % 5,
            stripe_bytes=512 << turns % 8,
            turnaround_ns=turns % 3 * 10000,
            pipes=turns % 2,
            iops_limit=turns % 4 * 5000,
            iops_request_bytes=turns % 3 * 4096,
            iops_burst=turns % 5 * 10,
            write_burst_bytes=turns % 3 << 20,
            write_burst_bytes_s=turns % 2 << 28,
            latency_most_percent=100 + turns % 2 * 900,
            stall_ns=turns % 4 * 100000,
            stall_every_ns=1000000,
            slc_bytes=turns % 3 << 20,
            slc_full_bytes_s=64 << 20,
            slc_drain_bytes_s=16 << 20,
        )
        turns += 1
        time.sleep(0.01)
    assert job.returncode == 0, Path("/run/fio.txt").read_text()[-500:]
    assert turns > 20


def check_schedule_is_taken_whole_or_not_at_all() -> None:
    controls = emulator.load()
    good = "0 read_latency_ns 1000\n5000000 units 4\n5000000 read_latency_ns 7\n"
    path = controls.folder / "schedule"
    path.write_text(good)
    assert path.read_text() == good
    begun = controls.read("schedule_state")
    for wrong, error in (
        ("0 read_latency_ns\n", "Invalid argument"),
        ("0 no_such_setting 1\n", "Invalid argument"),
        ("5 units 1\n4 units 2\n", "Invalid argument"),
        ("5 units 1 2\n", "Invalid argument"),
        ("0 units 1\n1 units 65\n", "Numerical result out of range"),
        (f"{10**16} units 1\n", "Numerical result out of range"),
    ):
        assert refused(path, wrong) == error, wrong
        assert path.read_text() == good
        assert controls.read("schedule_state").split()[:2] == begun.split()[:2]
    time.sleep(0.006)
    assert (controls.read("units"), controls.read("read_latency_ns")) == ("4", "7")
    assert controls.read("schedule_state").split("\n")[1:] == ["steps 3", "applied 3"]
    path.write_text("\n")
    assert path.read_text() == ""


def check_schedule_changes_at_the_exact_instant() -> dict:
    """A staircase: every command has the settings of the step that it arrived in."""
    controls = emulator.load(read_latency_ns=1000)
    controls.turn(trace_entries=65536)
    latencies = [200000, 50000, 120000, 10000, 90000]
    steps = [(300000000 + 20000000 * n, latency) for n, latency in enumerate(latencies)]
    text = "".join(f"{offset} read_latency_ns {latency}\n" for offset, latency in steps)
    (controls.folder / "schedule").write_text(text)
    begin_ns = int(controls.read("schedule_state").split()[1])
    fio(rw="randread", bs=4096, iodepth=4, runtime="500ms", time_based=1, size="64m")
    records = [record for record in emulator.trace() if record.opcode == READ]
    wrong, last_before, first_after = 0, {}, {}
    for record in records:
        passed = [latency for offset, latency in steps if begin_ns + offset <= record.arrival_ns]
        expected = passed[-1] if passed else 1000
        wrong += record.due_ns - record.arrival_ns != expected
    for offset, _ in steps:
        last_before[offset] = max(
            r.arrival_ns - begin_ns - offset for r in records if r.arrival_ns < begin_ns + offset
        )
        first_after[offset] = min(
            r.arrival_ns - begin_ns - offset for r in records if r.arrival_ns >= begin_ns + offset
        )
    assert wrong == 0
    assert len(records) > 1000
    return {"commands": len(records), "before_ns": last_before, "after_ns": first_after}


def check_separate_pipes_carry_both_directions_at_once() -> dict:
    found = {}
    for pipes in (0, 1):
        emulator.unload()
        controls = emulator.load(
            pipes=pipes, read_bandwidth_bytes_s=64 << 20, write_bandwidth_bytes_s=64 << 20
        )
        controls.turn(trace_entries=4096)
        fio(rw="randrw", bs="64k", iodepth=32, io_size="32m", size="64m")
        records = [record for record in emulator.trace() if record.opcode in (WRITE, READ)]
        counters = controls.counters()
        busy_ns = [counters[f"{name}_busy_ns"] for name in ("read", "write", "flush")]
        assert counters["busy_ns"] == sum(busy_ns)
        took_ns = max(r.due_ns for r in records) - min(r.arrival_ns for r in records)
        found[pipes] = [took_ns, *busy_ns]
        # fio waits for the slower direction now and then: its requests in flight are of both.
        least_ns = max(busy_ns) if pipes else sum(busy_ns)
        assert 0.99 * least_ns <= took_ns <= 1.2 * least_ns, found
    assert found[1][0] < 0.7 * found[0][0], found
    return found


def check_limit_of_iops_is_kept() -> dict:
    controls = emulator.load(iops_limit=5000)
    controls.turn(trace_entries=4096)
    found = {}
    for way in ("randread", "randwrite", "randrw"):
        fio(rw=way, bs=4096, iodepth=16, runtime="400ms", time_based=1, size="64m")
        due_ns = sorted(r.due_ns for r in emulator.trace() if r.opcode in (WRITE, READ))
        found[way] = (len(due_ns) - 1) * 10**9 / (due_ns[-1] - due_ns[0])
        assert abs(found[way] / 5000 - 1) < 0.002, found
    return found


def check_histograms_hold_every_command() -> dict:
    controls = emulator.load(read_bandwidth_bytes_s=100 << 20, read_latency_ns=50000)
    fio(rw="randrw", bs=4096, iodepth=8, io_size="4m", size="64m", fsync=16)
    counters = controls.counters()
    histograms = {}
    for path in sorted(controls.folder.glob("*_histogram")):
        lines = [tuple(map(int, line.split())) for line in path.read_text().splitlines()]
        histograms[path.name] = lines
        assert lines == sorted(lines)
        operation, kind, _ = (*path.name.split("_"), "")[:3]
        if operation == "late":
            total = sum(counters[f"{name}_commands"] for name in ("read", "write", "flush"))
            sum_ns = counters["late_ns"]
        else:
            total = counters[f"{operation}_commands"]
            sum_ns = counters[f"{operation}_{kind}_ns"]
        assert sum(count for _, count in lines) == total, path.name
        # A bucket is at most a quarter wider than where it begins.
        least = sum(begin * count for begin, count in lines)
        assert least <= sum_ns <= least * 1.25 + 4 * total, path.name
    return histograms


def check_trace_has_every_command_and_counts_what_it_missed() -> None:
    controls = emulator.load(read_latency_ns=30000)
    assert emulator.trace() == []
    controls.turn(trace_entries=1000)
    assert controls.read("trace_entries") == "1024"
    with Node(DISK) as disk:
        assert disk.io(READ, bytearray(4096), **lba(80, 8)) == 0
        assert disk.io(READ, bytearray(512), **lba(1 << 40, 1)) == 0x80
        assert disk.io(FLUSH) == 0
    good, bad, flush = emulator.trace()
    assert (good.opcode, good.lba, good.bytes, good.nsid, good.status) == (READ, 80, 4096, 1, 0)
    assert good.due_ns == good.arrival_ns + 30000
    assert good.due_ns <= good.completed_ns < good.due_ns + 10000
    assert (bad.lba, bad.bytes, bad.status & 0x7FF) == (1 << 40, 0, 0x80)
    assert flush.opcode == FLUSH
    before = controls.counters()["read_commands"]
    fio(rw="randread", bs=4096, iodepth=8, io_size="16m", size="64m")
    commands = controls.counters()["read_commands"] - before
    records = emulator.trace()
    assert len(records) == 1024
    assert int(controls.read("trace_dropped")) == commands - 1024
    assert all(a.arrival_ns <= b.arrival_ns for a, b in itertools.pairwise(records))
    controls.turn(trace_entries=0)
    assert refused(controls.folder / "trace_entries", "99999999") == "Numerical result out of range"


def check_tracepoints_serve_bpftrace() -> str:
    emulator.load(read_latency_ns=30000)
    program = """
        tracepoint:vnvme:vnvme_command {
            @in = count(); @arrived[args->command_id] = args->arrival_ns;
        }
        tracepoint:vnvme:vnvme_complete /args->queue/ {
            @out = count(); @us = hist((args->completed_ns - @arrived[args->command_id]) / 1000);
        }
        END { clear(@arrived); }"""
    job = (
        f"/usr/bin/fio --name=x --filename={DISK} --direct=1 --rw=randread --bs=4k"
        " --io_size=400k --size=1m"
    )
    said = run("bpftrace", "-e", program, "-c", f"{job} --output=/dev/null")
    counts = [int(line.split(":")[1]) for line in said.splitlines() if line[:4] in ("@in:", "@out")]
    assert counts[0] == counts[1] >= 100, said
    return said


def check_idle_machine_is_left_alone() -> dict:
    """With the module loaded and nothing to do, no timer of ours runs."""
    controls = emulator.load()
    fio(rw="randread", bs=4096, io_size="64k", size="1m")
    time.sleep(2)
    found = {}
    for when in ("idle", "busy"):
        if when == "busy":
            fio(rw="randread", bs=4096, io_size="400k", size="1m")
        before = _timer_interrupts()
        begin_ns = now_ns()
        if when == "busy":
            fio(rw="randread", bs=4096, io_size="400k", size="1m")
        time.sleep(5)
        found[when] = [_timer_interrupts() - before, now_ns() - begin_ns]
    assert controls.counters()["read_commands"] >= 16
    active = Path("/proc/timer_list").read_text()
    assert "timer_fired" not in active
    assert "vnvme" not in active
    return found


def _timer_interrupts() -> int:
    for line in Path("/proc/interrupts").read_text().splitlines():
        if line.split()[0] == "LOC:":
            return int(line.split()[1])
    raise AssertionError("no local timer interrupts are counted")


def check_a_volume_is_what_its_settings_say() -> dict:
    """A burst of reads, then the limit: the device's own record of each command."""
    limit, saved = 8 << 20, 2 << 20
    controls = emulator.load(read_bandwidth_bytes_s=limit, read_latency_ns=0)
    controls.turn(trace_entries=4096, read_burst_bytes=saved)
    time.sleep(1)
    fio(filename=DISK, rw="read", bs=65536, iodepth=1, size="64m", io_size=6 << 20)
    records = [record for record in emulator.trace() if record.opcode == READ]
    first = records[0].arrival_ns
    size = records[0].bytes
    at_once = [record for record in records if record.due_ns == record.arrival_ns]
    # What was saved, one that is always let in, and what time paid for meanwhile.
    assert saved // size <= len(at_once) <= saved // size + 4, len(at_once)
    taken_ns = records[-1].due_ns - first
    expected_ns = (sum(record.bytes for record in records) - saved - size) * 10**9 / limit
    assert abs(taken_ns / expected_ns - 1) < 0.01, (taken_ns, expected_ns)
    return {"at_once": len(at_once), "taken_ns": taken_ns}
