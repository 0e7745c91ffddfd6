"""Made-up scans: fio by strategy, and the freight table by memory, file system and way to read."""

from __future__ import annotations

import dataclasses

from cells_factory import NS, POSTGRESQL, READ_AHEADS_KB, MadeDatabase

from scripts.parse import rows

TABLE_MIB = 96
STRATEGIES = {
    "buffered-8k": 0.6,
    "buffered-128k": 0.7,
    "direct-8k-d1": 0.4,
    "direct-16k-d64": 0.98,
    "direct-1024k-d4": 1.0,
}


def add_strategies(made: MadeDatabase) -> None:
    """fio on both file systems: what goes through the page cache gains by readahead."""
    zeros = {field.name: 0 for field in dataclasses.fields(rows.FioJob)}
    for filesystem in ("ext4", "xfs"):
        for read_ahead in READ_AHEADS_KB:
            about = {"filesystem": filesystem, "device.read_ahead_kb": read_ahead}
            cell_id = made.cell(
                "scan-strategies",
                None,
                "fio/scan_buffered",
                bandwidth=128,
                read_ahead=read_ahead,
                factors=about,
            )
            for index, (name, alone) in enumerate(STRATEGIES.items()):
                buffered = name.startswith("buffered")
                share = 0.99 if buffered and read_ahead else alone
                speed = int(128 * share * 2**20)
                workload = "fio/scan_buffered" if buffered else "fio/scan_direct"
                size = max(4096, read_ahead << 10) if buffered else 8192
                made.phase(cell_id, index, name, workload, 1, speed, read_size=size)
                fields = {
                    "phase": name,
                    "job": "scan",
                    "direction": "read",
                    "access": "read",
                    "block_size_bytes": 8192,
                    "io_depth": 1,
                    "io_bytes": speed,
                    "bandwidth_bytes_s": speed,
                    "ios": speed // 8192,
                    "runtime_ms": 1000,
                    "direct": not buffered,
                    "io_engine": "made",
                    "fsync_every": None,
                }
                made.add(cell_id, rows.FioJob(**{**zeros, **fields}))


def add_freight_scans(made: MadeDatabase, engine: str) -> None:
    """A table of 96 MiB: twice, as much as, and half the memory; file systems; ways to read."""
    for memory_mib in (48, 96, 192):
        speeds = [100, 110, 110, 400]
        if engine == POSTGRESQL and memory_mib == 192:
            speeds = [120, 380, 380, 400]
        scans = dict(zip(("scan-1", "scan-2", "scan-3", "scan-kept"), speeds, strict=True))
        _scan_cell(made, "cached-scans", engine, {"engine_memory_mib": memory_mib}, scans)
    for filesystem in ("ext4", "xfs"):
        for read_ahead in (0, 128):
            factors = {"filesystem": filesystem, "device.read_ahead_kb": read_ahead}
            _scan_cell(made, "scan-filesystems", engine, factors, {"scan": 100})
    if engine.startswith("postgresql"):
        for method, speed in (("sync", 50), ("worker", 80), ("io_uring", 120)):
            for read_ahead in (0, 128):
                factors = {"settings": method, "device.read_ahead_kb": read_ahead}
                _scan_cell(made, "async-reads", engine, factors, {"scan": speed})


def _scan_cell(
    made: MadeDatabase,
    experiment: str,
    engine: str,
    factors: dict[str, str | int],
    scans: dict[str, float],
) -> None:
    """Scans by phase, in MiB/s of the table; one faster than the device reads nothing."""
    read_ahead = factors.get("device.read_ahead_kb", 128)
    cell_id = made.cell(
        experiment,
        engine,
        "sql/freight",
        bandwidth=128,
        read_ahead=read_ahead,
        factors=factors,
        data="freight",
    )
    size = max(4096, int(read_ahead) << 10) if engine == POSTGRESQL else 16384
    rows_of = 110 if engine == POSTGRESQL else 130
    made.add(
        cell_id,
        rows.Relation("before", "faf451", "table", rows_of * 1000, 1000, None),
        rows.Relation("after", "faf451", "table", TABLE_MIB << 20, 1000, None),
    )
    for index, (name, speed) in enumerate(scans.items()):
        read_bytes = 0 if speed > 128 else TABLE_MIB << 20
        made.phase(cell_id, index, name, "sql/freight", 4, read_bytes, read_size=size)
        begin = (10 + 100 * index) * NS
        end = begin + int(TABLE_MIB / speed * NS)
        text = "SELECT count(*) FROM faf451"
        made.add(cell_id, rows.Statement(name, 0, text, begin, end, 1, None, None, None, None))
