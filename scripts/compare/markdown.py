"""The report as Markdown, short enough for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scripts.compare.numbers import signed
from scripts.compare.shown import (
    MEASURE_HEAD,
    ORDER,
    RATIOS,
    REPEAT,
    REPEAT_CELL,
    cell_link,
    counted,
    measure_cells,
    part_cells,
    part_head,
    row_cells,
    row_head,
)

# GitHub refuses longer comments.
LONGEST = 65_000
CHANGED_SHOWN = 40
WHERE_SHOWN = 15
DIFFERS_SHOWN = 40
Data = dict[str, Any]
Labels = dict[str, str]


def markdown(found: Data) -> str:
    """The whole report; what is too long for a comment is cut from its end, and says so."""
    parts = [f"# {' against '.join(found['sides'])}\n"]
    parts += [f"{found['about']} Basket `{found['basket']}`.\n"]
    if found["failed"]:
        lines = [f"- `{cell['cell']}`: {cell['reason']}" for cell in found["failed"]]
        parts.append("**Cells failed, and their rows are missing:**\n\n" + "\n".join(lines) + "\n")
    site = "site/" if found["has_site"] else None
    labels = _labels(found["compared"])
    parts.append(_links(labels, site))
    for compared in found["compared"]:
        parts += _compared(compared, labels, several=len(found["compared"]) > 1)
    parts.append(f"Made by `{found['command']}`. {_RULE}\n")
    text = "\n".join(parts)
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 200].rpartition("\n")[0] + "\n\nCut here: report.html has all of it.\n"


_RULE = (
    "A row is changed if its sides differ by more than the band that their twins leave to chance "
    "(docs/compare.md); a count of instructions has the kernel's on the engine's behalf in it."
)


def _labels(compared: Sequence[Data]) -> Labels:
    """A short name for the link to each cell, as ids are long."""
    cells = dict.fromkeys(cell for one in compared for cell in one["cells"])
    return {cell: f"c{number}" for number, cell in enumerate(cells, 1)}


def _links(labels: Labels, site: str | None) -> str:
    """Ways to all that is linked; they come first, so that no cut takes them."""
    pages = {"report.html": "report.html", "report.json": "report.json"}
    pages |= {"website": f"{site}index.html"} if site else {}
    ways = {**pages, **{label: cell_link(cell, site) for cell, label in labels.items()}}
    lines = [f"[{name}]: {way}" for name, way in ways.items()]
    shown = ", ".join(f"[{name}]" for name in pages)
    return f"All of it: {shown}. A figure's link leads to its cell.\n\n" + "\n".join(lines) + "\n"


def _linked(row: Data, labels: Labels) -> Sequence[str]:
    """A row's texts, its figures with links to the cells that they are of."""
    operation, measure, first, other, *rest = row_cells(row)
    ways = [labels[row["cells"][side]] for side in ("first", "other")]
    return (operation, measure, f"[{first}][{ways[0]}]", f"[{other}][{ways[1]}]", *rest)


def _compared(compared: Data, labels: Labels, several: bool) -> list[str]:
    first, other = compared["first"], compared["other"]
    parts = [f"## {first} → {other}\n"] if several else []
    parts.append(counted(compared, "**{}**") + "\n")
    parts.append(table_of(MEASURE_HEAD, map(measure_cells, compared["measures"])))
    parts.append(RATIOS + "\n")
    changed = compared["changed"]
    head = row_head(first, other)
    if changed:
        parts.append(f"### Changed\n\n{ORDER}\n")
        parts.append(table_of(head, (_linked(row, labels) for row in changed[:CHANGED_SHOWN])))
        if len(changed) > CHANGED_SHOWN:
            rest = changed[CHANGED_SHOWN:]
            parts.append(
                _folded(f"{len(rest)} more changed rows", table_of(head, map(row_cells, rest)))
            )
    if where := list(_where(changed, first, other)):
        parts.append(_folded("Where: by process and file, or function", "\n".join(where)))
    parts.append(_folded("What else differs between the sides", _differs(compared)))
    if level := compared["level"]:
        table = table_of(head, map(row_cells, level))
        parts.append(_folded(f"{len(level)} level rows", table))
    parts += _repeat(compared)
    return parts


def _where(changed: Sequence[Data], first: str, other: str) -> Iterable[str]:
    shown = [row for row in changed if row["where"] or row["where_said"]][:WHERE_SHOWN]
    for row in shown:
        difference = signed(row["difference"], row["unit"])
        yield f"**{row['operation']}, {row['measure']}** ({difference})\n"
        if row["where"]:
            yield table_of(part_head(first, other), map(part_cells, row["where"]))
        if row["where_said"]:
            yield row["where_said"] + "\n"


def _differs(compared: Data) -> str:
    parts = []
    for kind, title in (
        ("built", "How the programs were made"),
        ("versions", "Versions"),
        ("settings", "Settings that the lab derives for the engine, and the side's own"),
        ("adjusted", "Settings that the engine adjusted"),
        ("packages", "Packages"),
    ):
        if found := compared["differs"][kind]:
            head = (title, compared["first"], compared["other"])
            rows = [
                (each["what"], each["first"] or "", each["other"] or "")
                for each in found[:DIFFERS_SHOWN]
            ]
            parts.append(table_of(head, rows))
            if len(found) > DIFFERS_SHOWN:
                parts.append(f"and {len(found) - DIFFERS_SHOWN} more\n")
    return "\n".join(parts) or "Nothing.\n"


def _repeat(compared: Data) -> list[str]:
    if not compared["repeat"]:
        return []
    return [
        f"### Repeat\n\n{REPEAT}\n\n{_code(compared['repeat'].values())}",
        _folded("Repeat a cell", f"{REPEAT_CELL}\n\n{_code(compared['cells'].values())}"),
    ]


def _code(commands: Iterable[str]) -> str:
    return "```sh\n" + "\n".join(commands) + "\n```\n"


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{text}\n</details>\n"


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, of whose columns all but the first two are figures."""
    lines = [head, ["---"] * 2 + ["---:"] * (len(head) - 2), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")
