"""The five columns: production, what was said of the faster volume, and the truth."""

from __future__ import annotations

import datetime
import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from scripts.advise.answer import volumes
from scripts.advise.between import Between
from scripts.advise.model import MIB, Volume, predict
from scripts.advise.rules import MODEL, ROOT
from scripts.advise.shown.production import STUDY, bandwidths_mib_s, read
from scripts.advise.workload.fidelity import Compared
from scripts.advise.workload.folder import Workload

FILE = ROOT / "report/advise_shown.json"
QUERY = ROOT / "sql/advise/shown/runs.sql"
COLUMNS = ("production", "advice", "lab_slow", "lab_fast", "truth")
# Of a run, in the order of the table; what limits it follows from the last three.
QUANTITIES = (
    *("tps", "latency_ms_avg", "latency_ms_p95", "statements", "processor_ms"),
    *("read_kib", "written_kib", "flushes", "reads", "writes", "processor"),
)
_PLACES = ("reads", "writes", "processor")

Column = dict[str, Any]
Runs = dict[int, list[dict[str, Any]]]


def runs(database: Path) -> Runs:
    """The runs of a study by their bandwidth, in the order of their seeds."""
    with duckdb.connect(str(database), read_only=True) as connection:
        cursor = connection.execute(QUERY.read_text(encoding="utf-8"))
        names = [each[0] for each in cursor.description or []]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    found: Runs = {}
    for row in rows:
        found.setdefault(round(row["mib_s"]), []).append(row)
    return found


def column(of: Sequence[Mapping[str, Any]]) -> Column:
    """The median run's figures with the least and the greatest of each."""
    made: Column = {
        name: {
            "value": statistics.median(row[name] for row in of),
            "low": min(row[name] for row in of),
            "high": max(row[name] for row in of),
        }
        for name in QUANTITIES
    }
    return made | {
        "runs": len(of),
        "disturbed": sum(row["is_disturbed"] for row in of),
        "limit": _limit({each: made[each]["value"] for each in _PLACES}),
    }


def advised(found: Between, volume: Volume) -> Column:
    """What the model says of a volume; what a transaction asks for, it takes as it is."""
    got, asked = predict(found.demand, volume, 1), found.demand
    figures = {
        "tps": got.tps,
        "latency_ms_avg": got.latency_s * 1e3,
        "processor_ms": asked.processor_s * 1e3,
        "read_kib": asked.read_bytes / 1024,
        "written_kib": asked.write_bytes / 1024,
        "flushes": asked.flushes,
        "reads": got.tps * asked.read_bytes / MIB / volume.read_mib_s,
        "writes": got.tps * asked.write_bytes / MIB / volume.write_mib_s,
        "processor": got.shares["processor"],
    }
    return {name: {"value": value} for name, value in figures.items()} | {"limit": got.limit}


def table_of_volumes(latencies_us: Mapping[str, float], file: Path) -> list[Volume]:
    """Both volumes as the kernel's block throttle makes them, in a table for --devices."""
    known = [
        {
            "name": f"{mib_s} MiB/s",
            "mib_s": mib_s,
            "separate": True,
            "read_latency_us": latencies_us["read"],
            "flush_latency_us": round(latencies_us["write"] + latencies_us["flush"], 1),
        }
        for mib_s in bandwidths_mib_s()
    ]
    file.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return volumes(file=file)


def record(
    production: Path,
    lab: Path,
    found: Between,
    latencies_us: Mapping[str, float],
    known: Sequence[Volume],
    made: Workload,
    alike: Sequence[Compared],
) -> dict[str, Any]:
    """All that the page shows, and whence it is."""
    real, virtual = runs(production), runs(lab)
    slow, fast = known
    slow_mib_s, fast_mib_s = bandwidths_mib_s()
    calls = sum(each.facts.calls for each in made.statements)
    left = sum(facts.calls for facts, _ in made.left)
    return {
        "command": "sudo .venv/bin/python -m scripts.advise shown results/shown --write",
        **provenance(real, virtual),
        "server": found.server,
        "memory_mib": read(STUDY)["engine_memory_mib"],
        "slow_mib_s": slow_mib_s,
        "fast_mib_s": fast_mib_s,
        "latencies_us": dict(latencies_us),
        "seconds": found.seconds,
        "model_now": advised(found, slow)["tps"]["value"] * found.seconds / found.transactions,
        "fidelity": {
            "statements": len(alike),
            "off": [{"name": each.name, "counts": each.off} for each in alike if each.off],
            "left_out_share": left / (calls + left),
        },
        "columns": {
            "production": column(real[slow_mib_s]),
            "advice": advised(found, fast),
            "lab_slow": column(virtual[slow_mib_s]),
            "lab_fast": column(virtual[fast_mib_s]),
            "truth": column(real[fast_mib_s]),
        },
    }


def provenance(real: Runs, virtual: Runs) -> dict[str, Any]:
    """When it was measured, and the cells, whose ids say all that decides them."""
    return {
        "measured": datetime.date.today().isoformat(),
        "cells": [row["cell_id"] for of in (real, virtual) for rows in of.values() for row in rows],
    }


def write(said: Mapping[str, Any], file: Path = FILE) -> None:
    """The record, as the site has it."""
    file.write_text(json.dumps(_rounded(said), separators=(",", ":")) + "\n", encoding="utf-8")


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def _limit(shares: Mapping[str, float]) -> str:
    place = max(shares, key=lambda name: shares[name])
    return place if shares[place] >= MODEL["busy"] else "waiting"


WORDS = {
    "tps": "transactions per second",
    "latency_ms_avg": "mean latency, ms",
    "latency_ms_p95": "95th percentile of latency, ms",
    "statements": "statements per transaction",
    "processor_ms": "processor per transaction, ms",
    "read_kib": "KiB read per transaction",
    "written_kib": "KiB written per transaction",
    "flushes": "flushes per transaction",
    "reads": "of the bandwidth of reads",
    "writes": "of the bandwidth of writes",
    "processor": "of the processor",
}


def in_text(said: Mapping[str, Any]) -> list[str]:
    """The table as lines."""
    lines = [f"{'':32}" + "".join(f"{name:>24}" for name in COLUMNS)]
    for name, words in WORDS.items():
        cells = []
        for each in COLUMNS:
            figure = said["columns"][each].get(name)
            if figure is None:
                cells.append("-")
            elif figure.get("low", figure["value"]) == figure.get("high", figure["value"]):
                cells.append(f"{figure['value']:,.4g}")
            else:
                cells.append(f"{figure['value']:,.4g} ({figure['low']:,.3g}-{figure['high']:,.3g})")
        lines.append(f"{words:32}" + "".join(f"{cell:>24}" for cell in cells))
    limits = "".join(f"{said['columns'][each]['limit']:>24}" for each in COLUMNS)
    return [*lines, f"{'limit':32}{limits}"]
