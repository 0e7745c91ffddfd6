"""The stock driver binds, data comes back, the module goes."""

from __future__ import annotations

from pathlib import Path

from guest import emulator
from guest.emulator import DISK, fio
from guest.system import run


def check_driver_binds_and_nvme_cli_lists_it() -> str:
    emulator.load()
    listed = run("nvme", "list")
    assert str(DISK) in listed, listed
    assert Path("/sys/block/nvme0n1/size").read_text() == f"{511 << 11}\n"
    return listed


def check_random_writes_are_read_back() -> None:
    emulator.load()
    report = fio(rw="randwrite", bsrange="512-256k", size="64m", iodepth=16, verify="crc32c")
    assert report["error"] == 0


def check_instructions_a_command() -> dict:
    run(
        "modprobe",
        "null_blk",
        "memory_backed=1",
        "gb=1",
        "queue_mode=2",
        "irqmode=1",
        "submit_queues=1",
    )
    controls = emulator.load(read_latency_ns=0, write_latency_ns=0)
    figures = {}
    for disk in ("/dev/nullb0", str(DISK)):
        for rw, bs, depth in (
            ("randread", 4096, 1),
            ("randwrite", 4096, 1),
            ("randread", 4096, 32),
            ("randwrite", 4096, 32),
            ("read", 131072, 4),
            ("write", 131072, 4),
        ):
            report = fio(
                filename=disk,
                rw=rw,
                bs=bs,
                iodepth=depth,
                size="128m",
                io_size=min(128 << 20, 5000 * bs),
                rwmixread=70,
            )
            side = report["read" if "read" in rw else "write"]
            figures[f"{disk} {rw} {bs} {depth}"] = [
                round(side["iops"]),
                side["bw_bytes"] >> 20,
                round(1e9 / side["iops"]),
            ]
    figures["counters"] = controls.counters()
    run("rmmod", "null_blk")
    return figures
