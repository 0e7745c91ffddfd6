"""All that a report says, as plain data: what report.json holds, and the two other reports show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import duckdb

from scripts.analyse.rule import LEVEL, MEASURES, SAME
from scripts.compare.basket import Basket
from scripts.compare.differences import differences
from scripts.compare.errors import FULL, CompareError, SideError
from scripts.compare.repeat import cell_command, run_command
from scripts.compare.rows import Row, by_size, failed_cells, rows_of
from scripts.compare.sides import Side
from scripts.compare.where import Watched

Data = dict[str, Any]
DATABASE = "results.duckdb"
NOT_ADDED = ("latency_ms_p95",)


def findings(
    folder: Path,
    root: Path,
    sides: Sequence[Side],
    basket: Basket,
    command: str,
    cells: Collection[str],
    layers: Path,
) -> Data:
    """What the comparison in this folder found: one entry for each side but the first.

    ``cells`` are those that the comparison has, and ``layers`` the folder of the sides' layers.
    Raises CompareError where nothing can be said.
    """
    database = folder / DATABASE
    with duckdb.connect(str(database), read_only=True) as connection:
        if {cell for (cell,) in connection.execute("SELECT cell_id FROM cells").fetchall()} != {
            *cells
        }:
            raise CompareError(
                f"{database}: has other cells than this comparison, which did not get to its end: "
                "see above, and run it again"
            )
        watched = Watched(connection, root, layers)
        failed = [asdict(cell) for cell in failed_cells(connection)]
        compared = []
        for other in sides[1:]:
            rows = rows_of(connection, basket.operations, sides[0].name, other.name)
            if not rows:
                raise nothing_in_common(sides[0], other, failed)
            repeat = {
                experiment: run_command(command, [sides[0], other], root, experiment)
                for experiment in basket.operations
            }
            compared.append(
                _compared(connection, sides[0], other, rows, watched, folder, root, repeat)
            )
    return {
        "command": run_command(command, sides, root),
        "basket": basket.title,
        "about": basket.about,
        "folder": str(folder),
        "has_site": (folder / "site/index.html").exists(),
        "sides": [side.name for side in sides],
        "failed": failed,
        "compared": compared,
    }


def nothing_in_common(first: Side, other: Side, failed: Sequence[Data]) -> CompareError:
    """A side whose own cells failed is at fault, and another commit might do; a full disk isn't."""
    words = f"{first.name} and {other.name} have no row in common"
    of_both = [cell for cell in failed if cell["side"] in (first.name, other.name)]
    if not of_both:
        return CompareError(words)
    said = f"{words}: {of_both[0]['cell']}: {of_both[0]['reason']}"
    is_hosts = any(cell["cause"] == "host" or FULL in cell["reason"] for cell in of_both)
    return CompareError(f"{said}; run again") if is_hosts else SideError(said)


def _compared(
    connection: duckdb.DuckDBPyConnection,
    first: Side,
    other: Side,
    rows: list[Row],
    watched: Watched,
    folder: Path,
    root: Path,
    repeat: dict[str, str],
) -> Data:
    changed = by_size(rows)
    shown = [row for row in rows if row.judged.state != SAME]
    cells = dict.fromkeys(cell for row in shown for cell in row.cells)
    return {
        "first": first.name,
        "other": other.name,
        "twins": [len(rows[0].first), len(rows[0].other)],
        "counts": _counts(rows),
        "measures": _measures(rows),
        "differs": asdict(differences(connection, first, other, root)),
        "changed": [_row(row, watched, first, other) for row in changed],
        "level": [_row(row, watched, first, other) for row in rows if row.judged.state == LEVEL],
        "repeat": {row.experiment: repeat[row.experiment] for row in shown},
        "cells": {cell: cell_command(folder, cell) for cell in cells},
        "same": [
            {"operation": row.name, "measure": row.measure.title, "value": row.judged.first}
            for row in rows
            if row.judged.state == SAME
        ],
    }


def _counts(rows: Sequence[Row]) -> Data:
    states = Counter(row.judged.state for row in rows)
    changed = [row for row in rows if row.is_changed]
    more = sum(row.judged.difference > 0 for row in changed)
    return {
        "rows": len(rows),
        "changed": len(changed),
        "more": more,
        "less": len(changed) - more,
        "level": states[LEVEL],
        "same": states[SAME],
    }


def _measures(rows: Sequence[Row]) -> list[Data]:
    """A summary by measure: how many rows went where, the totals of both sides, and a mean ratio.

    In the mean, what is not changed counts as 1: chance of small figures would be most of it. A
    row that was or becomes 0 has no ratio that a mean can take; totals have it.
    """
    found = []
    for measure in MEASURES:
        own = [row for row in rows if row.measure is measure]
        if not own:
            continue
        ratios = [
            row.judged.other / row.judged.first if row.is_changed else 1.0
            for row in own
            if row.judged.first > 0 and row.judged.other > 0
        ]
        mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else None
        # Latencies add up to nothing.
        totals = [
            None
            if measure.name in NOT_ADDED
            else math.fsum(getattr(row.judged, side) for row in own)
            for side in ("first", "other")
        ]
        found.append(
            {
                "measure": measure.title,
                "total_first": totals[0],
                "total_other": totals[1],
                "ratio_of_totals": totals[1] / totals[0]
                if totals[0] and totals[1] is not None
                else None,
                "mean_ratio": mean,
                "without_ratio": sum(
                    row.is_changed and 0 in (row.judged.first, row.judged.other) for row in own
                ),
                **_counts(own),
            }
        )
    return found


def _row(row: Row, watched: Watched, first: Side, other: Side) -> Data:
    judged = row.judged
    where = watched.where(row, first.name, other.name)
    # Means of what is the same but for the last digits of a division differ by nothing.
    is_zero = math.isclose(judged.first, judged.other, rel_tol=1e-9)
    return {
        "experiment": row.experiment,
        "operation": row.name,
        "phase": row.phase,
        "measure": row.measure.title,
        "unit": row.measure.unit,
        "state": judged.state,
        "first": judged.first,
        "other": judged.other,
        "difference": 0.0 if is_zero else judged.difference,
        "change": 0.0 if is_zero else judged.change,
        "band": judged.band,
        "twins": {"first": list(row.first), "other": list(row.other)},
        "cells": {"first": row.cells[0], "other": row.cells[1]},
        "where": [asdict(part) for part in where.parts],
        "where_said": where.said,
    }
