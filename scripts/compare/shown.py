"""What both reports show: heads of tables, and the cells of their rows, as plain texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scripts.compare.numbers import figure, percent, signed

Data = dict[str, Any]
MEASURE_HEAD = ("measure", "mean ratio", "more", "less", "level", "same")


def counted(compared: Data, bold: str) -> str:
    """How many rows changed; ``bold`` takes what is most important."""
    counts, twins = compared["counts"], compared["twins"]
    changed = f"{counts['changed']} of {counts['rows']} rows changed"
    return (
        f"{bold.format(changed)} ({counts['more']} more, {counts['less']} less), "
        f"{counts['level']} are level, {counts['same']} the same to the digit. "
        f"{twins[0]} and {twins[1]} twins."
    )


def measure_cells(measure: Data) -> Sequence[str]:
    """A measure's line in the summary."""
    mean = measure["mean_ratio"]
    counts = (str(measure[name] or "") for name in ("more", "less", "level", "same"))
    return (measure["measure"], "" if mean is None else f"{mean:.4f}", *counts)


def row_head(first: str, other: str) -> Sequence[str]:
    """The head of a table of rows."""
    return ("operation", "measure", first, other, "change", "", "band")


def row_cells(row: Data) -> Sequence[str]:
    """One measure of one operation on both sides."""
    unit = row["unit"]
    figures = (figure(row[side], unit) for side in ("first", "other"))
    changes = ("", "")
    if row["difference"]:
        changes = (percent(row["change"]), signed(row["difference"], unit))
    return (row["operation"], row["measure"], *figures, *changes, _band(row["band"], unit))


def _band(band: float, unit: str) -> str:
    """A band; of a count, one in which there is no other count is none."""
    return "±0" if not unit and band < 0.1 else f"±{figure(band, unit)}"


def part_head(first: str, other: str) -> Sequence[str]:
    """The head of a table of where a change is."""
    return ("seen at", "process", "file or function", "counted", first, other)


def part_cells(part: Data) -> Sequence[str]:
    """What one process did to one file on both sides."""
    words = (part[name] for name in ("seen_at", "process", "file", "counted"))
    return (*words, figure(part["first"]), figure(part["other"]))
