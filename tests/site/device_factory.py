"""Made-up runs of fio on the device: calibration, and a setting that changes."""

from __future__ import annotations

import dataclasses

from cells_factory import BANDWIDTHS_MIB_S, NS, MadeDatabase

from scripts.parse import rows


def add_calibration(made: MadeDatabase) -> None:
    """fio over the bandwidths."""
    zeros = {field.name: 0 for field in dataclasses.fields(rows.FioJob)}
    for bandwidth in BANDWIDTHS_MIB_S:
        cell_id = made.cell("calibration", None, "fio/randread", bandwidth=bandwidth)
        for index, (name, direction, depth) in enumerate(
            (
                ("randread-4k-d1", "read", 1),
                ("randread-4k-d16", "read", 16),
                ("write-1024k-d4", "write", 4),
            )
        ):
            share = 0.5 if depth == 1 else 0.995
            speed = int(bandwidth * share * 2**20)
            made.phase(cell_id, index, name, f"fio/{name}", 1, speed)
            made.add(
                cell_id,
                rows.FioJob(
                    **{
                        **zeros,
                        "phase": name,
                        "job": name,
                        "direction": direction,
                        "access": "random",
                        "block_size_bytes": 4096,
                        "io_depth": depth,
                        "bandwidth_bytes_s": speed,
                        "ios": speed // 4096,
                        "runtime_ms": 1000,
                        "latency_ns_mean": 50_000,
                        "direct": True,
                        "io_engine": "made",
                        "fsync_every": None,
                    }
                ),
                rows.DeviceHistogram(name, "late", 512, 639, 400 * depth),
                rows.DeviceHistogram(name, "late", 640, 767, 90 * depth),
                rows.DeviceHistogram(name, "late", 3072, 3583, 10 * depth),
            )


def add_staircase(made: MadeDatabase) -> None:
    """Four seconds of reads, at 64 MiB/s and then at 16."""
    cell_id = made.cell("staircase", None, "fio/read")
    made.phase(cell_id, 0, "read-128k-d4", "fio/read", 4, 160 << 20)
    moved_bytes = [0, *(32 << 20 for _ in range(4)), *(8 << 20 for _ in range(4))]
    for index, name in enumerate(("read_bandwidth_mib_s", "write_bandwidth_mib_s")):
        made.add(cell_id, rows.DeviceStep("read-128k-d4", index, 12 * NS, name, 16))
    for index in range(9):
        value = sum(moved_bytes[: index + 1])
        time_ns = 10 * NS + index * NS // 2
        made.add(cell_id, rows.DeviceSample("read-128k-d4", time_ns, "read_bytes", value))
        made.add(cell_id, rows.DeviceSample("read-128k-d4", time_ns, "write_bytes", 0))
