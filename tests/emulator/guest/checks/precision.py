"""Set against delivered: bandwidth, bursts, and the latency beside the model's.

The figures come from the device's own record of every command, so they are its and not fio's. The
check runs a few points; the bench runs all of them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from guest import emulator
from guest.emulator import DISK, Record
from guest.system import run

MIB = 1 << 20
NS_PER_S = 10**9
WINDOW_NS = 50_000_000
LATENCY_NS = 20_000
# Timers lead by what the lab's kernel needs: out of a long sleep Linux 7 comes to one half a
# microsecond later.
LATE_NS_MOST = {"6.12": 100, "6.1": 2000}.get(".".join(os.uname().release.split(".")[:2]), 3000)
# No limit comes first: it is what the guest's CPU can move.
BANDWIDTHS_MIB_S = (0, 4, 256, 2048)
SIZES = (4096, 131072)
DEPTHS = (1, 16)
ALL_BANDWIDTHS_MIB_S = (0, 4, 16, 64, 256, 1024, 4096)
ALL_SIZES = (4096, 16384, 65536, 262144, 1048576)
ALL_DEPTHS = (1, 4, 16, 64)
WAYS = ("randread", "randwrite", "randrw")
# The driver takes 127 pieces of memory a command: what lies in pages all apart is split.
SPLIT_BYTES = 127 * 4096


@dataclass(frozen=True)
class Point:
    """A job of fio's, on a stretch of the disk of its own by which its commands are known."""

    way: str
    size: int
    depth: int
    bandwidth_mib_s: int

    def commands(self) -> int:
        """Enough for some windows, but no more of them than a CPU has time for."""
        windows_bytes = self.bandwidth_mib_s * MIB * 4 * WINDOW_NS // NS_PER_S
        return max(4 * self.depth, 60, min(1500, windows_bytes // self.size))


def check_bandwidth_and_latency() -> list[dict]:
    full = bool(emulator.OPTIONS.get("all_points"))
    bandwidths, sizes, depths = (
        (ALL_BANDWIDTHS_MIB_S, ALL_SIZES, ALL_DEPTHS) if full else (BANDWIDTHS_MIB_S, SIZES, DEPTHS)
    )
    if emulator.OPTIONS.get("bandwidths_mib_s"):
        bandwidths = (0, *emulator.OPTIONS["bandwidths_mib_s"])
    controls = emulator.load(read_latency_ns=LATENCY_NS, write_latency_ns=LATENCY_NS)
    controls.turn(trace_entries=1 << 18)
    free: dict[tuple[str, int, int], float] = {}
    rows = []
    for bandwidth_mib_s in bandwidths:
        points = [
            Point(way, size, depth, bandwidth_mib_s)
            for way in WAYS
            for size in sizes
            for depth in depths
        ]
        bandwidth_bytes_s = bandwidth_mib_s * MIB
        controls.turn(
            read_bandwidth_bytes_s=bandwidth_bytes_s, write_bandwidth_bytes_s=bandwidth_bytes_s
        )
        for point, records in _measured(points):
            row = _figures(point, records)
            key = (point.way, point.size, point.depth)
            if not bandwidth_mib_s:
                free[key] = row["mib_s"]
            row["free_mib_s"] = free[key]
            rows.append(row)
    assert controls.read("trace_dropped") == "0"
    complaints = [complaint for row in rows for complaint in _judge(row)]
    assert not complaints, "\n".join(complaints)
    return rows


def check_commands_are_in_time_while_somebody_watches() -> dict[str, float]:
    """What a tracer does at the tracepoint delays the doorbell, of which we were notified before.

    So the first look for a command whose data are moved early is in vain, time after time.
    """
    controls = emulator.load(write_latency_ns=LATENCY_NS, write_bandwidth_bytes_s=256 * MIB)
    controls.turn(trace_entries=4096)
    emulator.trace()
    size = 65536
    job = (
        f"/usr/bin/fio --name=x --filename={DISK} --direct=1 --rw=write --bs={size}"
        f" --io_size={200 * size} --size={200 * size} --output=/dev/null"
    )
    watch = "tracepoint:block:block_rq_issue { @[comm, args->nr_sector, args->rwbs] = count(); }"
    run("bpftrace", "-e", watch, "-c", job)
    late_ns = [
        record.completed_ns - record.due_ns for record in emulator.trace() if record.bytes == size
    ]
    assert len(late_ns) == 200
    found = {"late_ns_p50": statistics.median(late_ns), "late_ns_p99": sorted(late_ns)[-2]}
    assert found["late_ns_p50"] < LATE_NS_MOST, found
    return found


def _measured(points: list[Point]) -> Iterator[tuple[Point, list[Record]]]:
    """Run the points one after the other in one fio; sort out the records afterwards."""
    emulator.trace()
    stretch = (511 * MIB // len(points)) // MIB * MIB
    lines = ["[global]", f"filename={DISK}", "direct=1", "ioengine=libaio", "stonewall"]
    for number, point in enumerate(points):
        lines += [
            f"[point-{number}]",
            f"rw={point.way}",
            "rwmixread=70",
            f"bs={point.size}",
            f"iodepth={point.depth}",
            f"offset={number * stretch}",
            f"size={stretch}",
            "norandommap=1",
            f"io_size={point.commands() * point.size}",
        ]
    Path("/run/points.fio").write_text("\n".join(lines) + "\n")
    subprocess.run(["fio", "--eta=never", "--output=/run/fio.txt", "/run/points.fio"], check=True)
    found: list[list[Record]] = [[] for _ in points]
    for record in emulator.trace():
        size = points[record.lba * 512 // stretch].size
        # Of other sizes is what looks for a partition table.
        if record.bytes == size or size > SPLIT_BYTES:
            found[record.lba * 512 // stretch].append(record)
    return zip(points, found, strict=True)


def _figures(point: Point, records: list[Record]) -> dict:
    """What the device did for a point: bandwidth from when fio has filled the queue to the end."""
    moved_bytes = sum(record.bytes for record in records)
    assert moved_bytes >= point.commands() * point.size, (point, moved_bytes)
    done = sorted((record.completed_ns, record.bytes) for record in records)
    # It submits one by one at first, each when it has come to terms with the one before.
    filled = done[2 * point.depth - 1 :]
    (began_ns, first_bytes), (ended_ns, _) = filled[0], filled[-1]
    filled_bytes = sum(size for _, size in filled) - first_bytes
    late_ns = sorted(record.completed_ns - record.due_ns for record in records)
    row = {
        "way": point.way,
        "size": point.size,
        "depth": point.depth,
        "set_mib_s": point.bandwidth_mib_s,
        "mib_s": filled_bytes / MIB / ((ended_ns - began_ns) / NS_PER_S),
        "late_ns_p50": statistics.median(late_ns),
        "late_ns_p99": late_ns[len(late_ns) * 99 // 100],
        "late_ns_max": late_ns[-1],
    }
    if point.bandwidth_mib_s:
        per_window = point.bandwidth_mib_s * MIB * WINDOW_NS / NS_PER_S
        row["most_in_window"] = _most_in_a_window(done) / per_window
        row["command_in_window"] = point.size / per_window
        busy_ns = ended_ns - began_ns - _idle_ns(records, began_ns)
        row["busy_mib_s"] = filled_bytes / MIB / (busy_ns / NS_PER_S)
        # Each command's own time, by the model's equation: transfer and latency.
        byte_ns = NS_PER_S / (point.bandwidth_mib_s * MIB)
        row["least_beyond_model_ns"] = min(
            record.due_ns - record.arrival_ns - record.bytes * byte_ns - LATENCY_NS
            for record in records
        )
    return row


def _idle_ns(records: list[Record], since_ns: int) -> int:
    """How long nothing was in flight: at its stretch's end fio waits for all, and begins anew."""
    idle_ns, over_ns = 0, since_ns
    for record in sorted(records, key=lambda record: record.arrival_ns):
        idle_ns += max(0, record.arrival_ns - over_ns)
        over_ns = max(over_ns, record.completed_ns)
    return idle_ns


def _most_in_a_window(done: list[tuple[int, int]]) -> int:
    """The most bytes that completed in any half-open window, of (instant, bytes)."""
    most = within = first = 0
    for instant, size in done:
        within += size
        while instant - done[first][0] >= WINDOW_NS:
            within -= done[first][1]
            first += 1
        most = max(most, within)
    return most


def _judge(row: dict) -> Iterator[str]:
    name = f"{row['way']} {row['size']} x{row['depth']} at {row['set_mib_s']} MiB/s"
    # The guest's CPU copies eight bytes an instruction; where that alone takes about as long as
    # the model gives, it is the CPU that is late; so it is for the second part of a command.
    model_ns = LATENCY_NS
    if row["set_mib_s"]:
        model_ns += row["size"] * NS_PER_S / (row["set_mib_s"] * MIB)
    in_time = row["size"] / 8 + 5000 < model_ns and row["size"] <= SPLIT_BYTES
    if row["depth"] == 1 and in_time and row["late_ns_p50"] > LATE_NS_MOST:
        yield f"{name}: completed {row['late_ns_p50']} ns after the model's instant"
    if not row["set_mib_s"]:
        return
    if abs(row["least_beyond_model_ns"]) > 1:
        yield f"{name}: the model is missed by {row['least_beyond_model_ns']} ns"
    if row["mib_s"] > row["set_mib_s"] * 1.01:
        yield f"{name}: {row['mib_s']:.2f} MiB/s is more than what was set"
    # A window begins with a completion, whose transfer was before it.
    if row["most_in_window"] > 1.01 + 2 * row["command_in_window"]:
        yield f"{name}: a window of 50 ms had {row['most_in_window']:.3f} of its bytes"
    # Where the CPU could do twice as much, with enough in flight to hide the latency.
    transfer_ns = row["size"] / (row["set_mib_s"] * MIB) * NS_PER_S
    keeps_busy = (row["depth"] - 1) * transfer_ns > 3 * LATENCY_NS
    if (
        keeps_busy
        and row["free_mib_s"] > 2 * row["set_mib_s"]
        and row["busy_mib_s"] < row["set_mib_s"] * 0.99
    ):
        yield f"{name}: {row['busy_mib_s']:.2f} MiB/s is less than what was set"
