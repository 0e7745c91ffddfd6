"""Guest instructions per command, which take a fixed time in the lab, beside null_blk's."""

from __future__ import annotations

from guest import emulator
from guest.emulator import DISK, fio
from guest.system import run

JOBS = (
    ("randread", 4096, 1),
    ("randwrite", 4096, 1),
    ("randread", 4096, 32),
    ("randwrite", 4096, 32),
    ("read", 131072, 4),
    ("write", 131072, 4),
)
# Of null_blk's cost; the PCI path and a timer's interrupt a command are dearer than a function.
MOST = 1.25


def check_cost_of_a_command() -> dict[str, dict[str, int]]:
    """fio's and the kernel's share are in all figures; both modes serve the same jobs."""
    run("modprobe", "null_blk", "memory_backed=1", "gb=1", "submit_queues=1")
    controls = emulator.load(read_latency_ns=0, write_latency_ns=0)
    gips = emulator.OPTIONS.get("cpu_gips", 1)
    full = bool(emulator.OPTIONS.get("all_points"))
    figures: dict[str, dict[str, int]] = {}
    for name, disk in (("null_blk", "/dev/nullb0"), ("event", DISK), ("spin", DISK)):
        if name != "null_blk":
            controls.turn(mode=name)
        for way, size, depth in JOBS:
            if name == "spin" and depth != 1:
                continue  # a thread that never sleeps costs its core's worth of wall time
            # fio reports its runtime in milliseconds: some 500 instructions a command of error.
            commands = (2000 if size == 4096 else 500) * (10 if full else 1)
            report = fio(
                filename=disk, rw=way, bs=size, iodepth=depth, size="128m", io_size=commands * size
            )
            side = report["read" if "read" in way else "write"]
            figures.setdefault(f"{way} {size} x{depth}", {})[name] = round(
                gips * 1e9 / side["iops"]
            )
    controls.turn(mode="event")
    run("rmmod", "null_blk")
    for job, costs in figures.items():
        # One at a time, it waits for a timer, which Linux sets to a microsecond at the least.
        if gips == 1 or not job.endswith("x1"):
            assert costs["event"] < MOST * costs["null_blk"], (job, costs)
    return figures
