"""The report as Markdown, short enough for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scripts.compare.numbers import signed
from scripts.compare.shown import (
    MEASURE_HEAD,
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


def markdown(found: Data) -> str:
    """The whole report; what is too long for a comment is cut from its end, and says so."""
    parts = [f"# {' against '.join(found['sides'])}\n"]
    parts += [f"{found['about']} Basket `{found['basket']}`.\n"]
    if found["failed"]:
        lines = [f"- `{cell['cell']}`: {cell['reason']}" for cell in found["failed"]]
        parts.append("**Cells failed, and their rows are missing:**\n\n" + "\n".join(lines) + "\n")
    for compared in found["compared"]:
        parts += _compared(compared, several=len(found["compared"]) > 1)
    parts.append(f"Made by `{found['command']}`. {_RULE}\n")
    text = "\n".join(parts)
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 200].rpartition("\n")[0] + "\n\nCut here: report.html has all of it.\n"


_RULE = (
    "A row is changed if its sides differ by more than the band that their twins leave to chance "
    "(docs/compare.md); a count of instructions has the kernel's on the engine's behalf in it."
)


def _compared(compared: Data, several: bool) -> list[str]:
    first, other = compared["first"], compared["other"]
    parts = [f"## {first} → {other}\n"] if several else []
    parts.append(counted(compared, "**{}**") + "\n")
    parts.append(table_of(MEASURE_HEAD, map(measure_cells, compared["measures"])))
    changed = compared["changed"]
    head = row_head(first, other)
    if changed:
        parts.append("### Changed, the largest first\n")
        parts.append(table_of(head, map(row_cells, changed[:CHANGED_SHOWN])))
        if len(changed) > CHANGED_SHOWN:
            rest = changed[CHANGED_SHOWN:]
            parts.append(
                _folded(f"{len(rest)} more changed rows", table_of(head, map(row_cells, rest)))
            )
    if where := list(_where(changed, first, other)):
        parts.append(
            _folded("Where: the largest differences by process and file", "\n".join(where))
        )
    parts.append(_folded("What else differs between the sides", _differs(compared)))
    if level := compared["level"]:
        table = table_of(head, map(row_cells, level))
        parts.append(_folded(f"{len(level)} level rows", table))
    parts.append(_folded("Repeat a row", _repeat([*changed, *level])))
    return parts


def _where(changed: Sequence[Data], first: str, other: str) -> Iterable[str]:
    shown = [row for row in changed if row["where"]][:WHERE_SHOWN]
    for row in shown:
        difference = signed(row["difference"], row["unit"])
        yield f"**{row['operation']}, {row['measure']}** ({difference})\n"
        yield table_of(part_head(first, other), map(part_cells, row["where"]))


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


def _repeat(rows: Sequence[Data]) -> str:
    commands = {row["operation"]: row["repeat"] for row in rows}
    lines = [f"# {operation}\n{first}\n{other}" for operation, (first, other) in commands.items()]
    return "```sh\n" + "\n".join(lines) + "\n```\n"


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{text}\n</details>\n"


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, of whose columns all but the first two are figures."""
    lines = [head, ["---"] * 2 + ["---:"] * (len(head) - 2), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")
