"""A queue per CPU in virtual time: how late completions are, and what a command costs.

For machines with several CPUs, and for one with a single CPU beside them. Each CPU has a job of its
own. Lateness is from the device's own record of every command, and a CPU makes an instruction per
ns, so two runs have the same figures.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from guest import emulator
from guest.emulator import DISK, Record, fio
from guest.system import run

NULL = "/dev/nullb0"
LATENCY_NS = 20_000
BANDWIDTH_BYTES_S = 256 << 20
COMMANDS = 4000
SIZE = 4096
JOBS = (("randread", 1), ("randwrite", 1), ("randread", 64), ("randwrite", 64))
# With few calls of the kernel per command, and less of fio's own accounts.
CHEAPEST = {
    "ioengine": "io_uring",
    "iodepth_batch_submit": 16,
    "iodepth_batch_complete_max": 16,
    "fixedbufs": 1,
    "registerfiles": 1,
    "gtod_reduce": 1,
}
# Of nearly all commands, beside the turns of all other CPUs, which one may have to wait for.
LATE_NS_P99 = 100
# Of what null_blk costs when it has a timer's interrupt per command, too.
MOST = 1.1


def _cpus() -> int:
    return os.cpu_count() or 1


def _iops(disk: object, way: str, depth: int, **options: object) -> float:
    """Commands of 4 KiB per second, of a job on each CPU. fio counts whole ms."""
    commands = COMMANDS * (5 if emulator.OPTIONS.get("all_points") or options else 1)
    report = fio(
        filename=disk, rw=way, bs=SIZE, iodepth=depth, size="128m", io_size=commands * SIZE,
        numjobs=_cpus(), thread=1, group_reporting=1, norandommap=1,
        cpus_allowed=f"0-{_cpus() - 1}", cpus_allowed_policy="split", **options,
    )  # fmt: skip
    return report["read" if "read" in way else "write"]["iops"]


def _instructions(iops: float) -> int:
    """What a command costs, of all CPUs together, while all are busy."""
    return round(_cpus() * 1e9 / iops)


def _load_null_blk(**options: int) -> None:
    given = {"gb": 1, "submit_queues": _cpus()} | options
    run("modprobe", "null_blk", *(f"{name}={value}" for name, value in given.items()))


def check_cost_beside_null_blk() -> dict[str, dict[str, int]]:
    """At latency 0, beside a null_blk that ends commands at once, and one with a timer."""
    rows: dict[str, dict[str, int]] = {f"{way} x{depth}": {} for way, depth in JOBS}
    for name, mode in (("null_blk", {"irqmode": 1}), ("timer", {"irqmode": 2})):
        _load_null_blk(memory_backed=1, completion_nsec=1000, **mode)
        for way, depth in JOBS:
            rows[f"{way} x{depth}"][name] = _instructions(_iops(NULL, way, depth))
        run("rmmod", "null_blk")
    emulator.load(read_latency_ns=0, write_latency_ns=0)
    for way, depth in JOBS:
        row = rows[f"{way} x{depth}"]
        row["vnvme"] = _instructions(_iops(DISK, way, depth))
        assert row["vnvme"] <= MOST * row["timer"], rows
    return rows


def check_most_commands_per_second() -> dict[str, dict[str, int]]:
    """What bounds all block devices here: one that does nothing, called as cheaply as can be."""
    _load_null_blk(memory_backed=0, irqmode=0)
    found = {"null_blk without data": _iops(NULL, "randread", 64, **CHEAPEST)}
    run("rmmod", "null_blk")
    emulator.load(read_latency_ns=LATENCY_NS)
    found["vnvme at 20 us"] = _iops(DISK, "randread", 64, **CHEAPEST)
    return {
        name: {"iops": round(iops), "instructions": _instructions(iops)}
        for name, iops in found.items()
    }


def check_lateness() -> list[dict]:
    """A command that is due in another CPU's turn is completed in its own CPU's next."""
    controls = emulator.load(read_latency_ns=LATENCY_NS, write_latency_ns=LATENCY_NS)
    controls.turn(trace_entries=1 << 18)
    rows = []
    for bandwidth in (0, BANDWIDTH_BYTES_S):
        controls.turn(read_bandwidth_bytes_s=bandwidth, write_bandwidth_bytes_s=bandwidth)
        for way, depth in JOBS:
            emulator.trace()
            iops = _iops(DISK, way, depth)
            records = [record for record in emulator.trace() if record.bytes == SIZE]
            late_ns = sorted(record.completed_ns - record.due_ns for record in records)
            rows.append(
                {
                    "way": way,
                    "depth": depth,
                    "mib_s": bandwidth >> 20,
                    "iops": round(iops),
                    "late_ns_p50": late_ns[len(late_ns) // 2],
                    "late_ns_p99": late_ns[len(late_ns) * 99 // 100],
                    "late_ns_max": late_ns[-1],
                }
            )
            assert {record.queue for record in records} == {*range(1, _cpus() + 1)}
            if bandwidth:
                _verify_order(records)
    assert controls.read("trace_dropped") == "0"
    turn_ns = emulator.OPTIONS.get("turn_instructions", 1000) / _cpus()
    most_ns = LATE_NS_P99 + turn_ns * (_cpus() - 1)
    assert max(row["late_ns_p99"] for row in rows) <= most_ns, rows
    return rows


def _verify_order(records: Sequence[Record]) -> None:
    """All queues share one pipe, which carries their data in the order of arrival, to the ns."""
    transfer_ns = SIZE * 10**9 // BANDWIDTH_BYTES_S
    free_ns = 0
    for record in sorted(records, key=lambda record: (record.arrival_ns, record.due_ns)):
        begin_ns = max(record.arrival_ns, free_ns)
        free_ns = record.due_ns - LATENCY_NS
        # What is left of a ns is carried on to the next transfer.
        assert free_ns - begin_ns in (transfer_ns, transfer_ns + 1), record
