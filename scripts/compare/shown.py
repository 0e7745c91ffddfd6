"""What both reports show: heads of tables, and the cells of their rows, as plain texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from scripts.compare.numbers import figure, percent, signed

Data = dict[str, Any]
REPEAT = "An experiment again, in any clone of the repository (a patch of your own by its path):"
REPEAT_CELL = "One cell again, where this comparison was measured, compared byte by byte:"
ORDER = (
    "The largest first, by how far the difference lies beyond the band: as a share of the row's "
    "larger side and of the measure's total over all operations, whose geometric mean it is."
)
MEASURE_HEAD = ("measure", "of totals", "mean ratio", "more", "less", "level", "same")
RATIOS = (
    "Of totals: the ratio of both sides' sums over all operations, chance included. Mean ratio: "
    "over operations, of which level ones count as 1; those that were 0 or become it are left out."
)


def cell_link(cell: str, site: str | None) -> str:
    """The way to a cell: its page in the website, or its outputs where there is none."""
    return f"cells/{quote(cell)}/" if site is None else f"{site}cell.html?cell={quote(cell)}"


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
    counts = (str(measure[name] or "") for name in ("more", "less", "level", "same"))
    left_out = measure["without_ratio"]
    more = f" ({left_out} left out)" if left_out else ""
    return (
        measure["measure"],
        _ratio(measure["ratio_of_totals"]),
        f"{_ratio(measure['mean_ratio'])}{more}".strip(),
        *counts,
    )


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


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
