"""The model's error: published cells that predict each other, by the rule of docs/advise.md."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import duckdb

from scripts.advise.model import (
    Demand,
    Volume,
    is_mostly_written,
    is_read_far_ahead,
    predict,
    with_burst,
    with_read_ahead,
)
from scripts.advise.rules import MODEL, ROOT

CELLS = ROOT / "sql/advise/error/cells.sql"
FILE = ROOT / "report/advise_error.json"
# Factors by which a pair may differ: what the device is. Read-ahead is the kernel's.
_DEVICE = ("volume", "seed")
_KERNELS = "device.read_ahead_kb"
# Predictions at another read-ahead are by cells that have this one, the kernel's default.
NOW_KIB, PAGE_BYTES = 128, 8192


@dataclass(frozen=True)
class Prediction:
    """One cell's throughput as another cell's statistics predict it."""

    experiment: str
    engine: str
    phase: str
    of: str
    by: str
    measured: float
    predicted: float
    is_explained: bool
    is_slower: bool
    is_mostly_written: bool
    is_read_far_ahead: bool

    @property
    def is_sure(self) -> bool:
        """Whether nothing is said against it before it is given."""
        is_unlike = self.is_slower or self.is_mostly_written or self.is_read_far_ahead
        return self.is_explained and not is_unlike

    @property
    def error(self) -> float:
        """Predicted over measured, less 1."""
        return self.predicted / self.measured - 1

    @property
    def is_test(self) -> bool:
        """Whether the model's one number was not fixed on it: by the hash of what it is of."""
        name = f"{self.experiment} {self.engine} {self.phase}"
        return int(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest(), 16) % 2 == 1


def predictions(database: Path) -> tuple[list[Prediction], list[Prediction]]:
    """Every prediction of the rule in virtual time, and in real time, which is held out."""
    virtual, real = cells(database)
    return list(pairs(virtual)), list(pairs(real))


def cells(database: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The cells of a database that stand for servers, in virtual and in real time."""
    with duckdb.connect(str(database), read_only=True) as connection:
        answer = connection.execute(CELLS.read_text(encoding="utf-8"))
        names = [column[0] for column in answer.description]
        rows = [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
    virtual = [row for row in rows if row["deterministic"]]
    return virtual, [row for row in rows if not row["deterministic"]]


def pairs(rows: Iterable[Mapping[str, Any]]) -> Iterator[Prediction]:
    """Predictions of rows whose device alone differs, each by each other one."""
    alike: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        alike.setdefault(_others(row), []).append(row)
    for group in alike.values():
        for one, other in itertools.permutations(group, 2):
            if _volume(one) == _volume(other):
                continue
            demand = _demand(one)
            own = predict(demand, _volume(one), one["cpus"]).tps / one["tps"] - 1
            yield Prediction(
                experiment=one["experiment"],
                engine=one["engine"],
                phase=one["phase"],
                of=other["cell_id"],
                by=one["cell_id"],
                measured=other["tps"],
                predicted=predict(demand, _volume(other), other["cpus"]).tps,
                is_explained=abs(own) <= MODEL["explained"],
                is_slower=_volume(other).read_mib_s < MODEL["slower"] * _volume(one).read_mib_s,
                is_mostly_written=is_mostly_written(demand),
                is_read_far_ahead=bool(one["page_cache"])
                and is_read_far_ahead(demand, one["read_ahead_kb"], PAGE_BYTES),
            )


def read_ahead_pairs(rows: Iterable[Mapping[str, Any]], kib: int) -> list[float]:
    """Errors of predictions at another read-ahead, by cells that have `NOW_KIB` on that device."""
    alike: dict[tuple[Any, ...], dict[int, Mapping[str, Any]]] = {}
    for row in rows:
        if row["page_cache"]:
            place = (*_others(row, but_for=(_KERNELS,)), _volume(row))
            alike.setdefault(place, {})[row["read_ahead_kb"]] = row
    found = []
    for group in alike.values():
        if NOW_KIB in group and kib in group:
            now, other = group[NOW_KIB], group[kib]
            asked = with_read_ahead(_demand(now), NOW_KIB, kib, PAGE_BYTES)
            assert asked is not None
            found.append(predict(asked, _volume(other), other["cpus"]).tps / other["tps"] - 1)
    return found


def published(database: Path) -> dict[str, Any]:
    """What a page and the answer say of the error: `report/advise_error.json`."""
    rows, real = cells(database)
    found, held_out = list(pairs(rows)), list(pairs(real))
    return {
        "about": "What the model predicts of published cells by others, as `python -m "
        "scripts.advise error DATABASE --write` wrote it: docs/advise.md.",
        "all": _rounded(summary(each.error for each in found)),
        "real_time": {
            "all": _rounded(summary(each.error for each in held_out)),
            "sure": _rounded(summary(each.error for each in held_out if each.is_sure)),
        },
        "read_ahead": {
            str(kib): _rounded(summary(read_ahead_pairs(rows, kib)))
            for kib in MODEL["read_aheads_kib"]
        },
        "predictions": [
            {
                "experiment": each.experiment,
                "engine": each.engine,
                "measured": _short(each.measured),
                "predicted": _short(each.predicted),
                "is_sure": each.is_sure,
            }
            for each in found
        ],
    }


def _short(number: float) -> float:
    return float(f"{number:.4g}")


def _rounded(found: Mapping[str, float]) -> dict[str, float]:
    return {name: _short(value) for name, value in found.items()}


def summary(found: Iterable[float]) -> dict[str, float]:
    """How many; their median error, that which nine of ten stay below, the share within 15 %."""
    errors = sorted(map(abs, found))
    if not errors:
        return {"predictions": 0}
    return {
        "predictions": len(errors),
        "median": median(errors),
        "nine_of_ten": errors[min(len(errors) - 1, int(0.9 * len(errors)))],
        "within_15_percent": sum(error <= 0.15 for error in errors) / len(errors),
    }


def _others(row: Mapping[str, Any], but_for: tuple[str, ...] = ()) -> tuple[Any, ...]:
    """All that two cells of a pair have in common."""
    factors = {
        name: value
        for name, value in json.loads(row["factors_json"] or "{}").items()
        if name not in but_for
        and (name == _KERNELS or not (name.startswith("device.") or name in _DEVICE))
    }
    names = ("experiment", "engine", "phase", "threads", "cpus", "cpu_gips", "seed", "settings")
    ahead = None if but_for else row["read_ahead_kb"]
    return (*(row[name] for name in names), ahead, json.dumps(factors, sort_keys=True))


def _demand(row: Mapping[str, Any]) -> Demand:
    names = (
        *("processor_s", "read_bytes", "write_bytes"),
        *("read_requests", "write_requests", "flushes"),
    )
    each = {name: float(row[name]) / row["transactions"] for name in names}
    return Demand(clients=row["threads"], **each)


def _volume(row: Mapping[str, Any]) -> Volume:
    seconds = float(row["total_time_s"])

    def rate(limit: str, burst: str, saved: float) -> float:
        return with_burst(row[limit], row[burst], saved, seconds)

    return Volume(
        name="",
        read_mib_s=rate(
            "read_bandwidth_mib_s", "read_burst_mib_s", (row["read_burst_kib"] or 0) / 1024
        ),
        write_mib_s=rate(
            "write_bandwidth_mib_s", "write_burst_mib_s", (row["write_burst_kib"] or 0) / 1024
        ),
        iops=rate("iops_limit", "iops_burst_limit", row["iops_burst"] or 0)
        if row["iops_limit"]
        else None,
        read_latency_us=row["read_latency_us"] or 0,
        write_latency_us=row["write_latency_us"] or 0,
        flush_latency_us=row["flush_latency_us"] or 0,
        separate=row["pipes"] == "separate",
    )
