"""The report as one HTML page, which needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from scripts.compare.numbers import figure, percent, signed

Data = dict[str, Any]
TEMPLATE = Path(__file__).with_name("page.html")


def page(found: Data) -> str:
    """The whole page."""
    title = " against ".join(found["sides"])
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(found['about'])}</p>"]
    if found["failed"]:
        items = (
            f"<li><code>{escape(c['cell'])}</code>: {escape(c['reason'])}" for c in found["failed"]
        )
        body.append(f"<p>Cells failed, and their rows are missing:<ul>{''.join(items)}</ul>")
    for compared in found["compared"]:
        body += _compared(compared, found["has_site"])
    body.append(f"<p>Made by <code>{escape(found['command'])}</code>.")
    text = TEMPLATE.read_text(encoding="utf-8")
    return text.replace("@TITLE@", escape(title)).replace("@BODY@", "\n".join(body))


def _compared(compared: Data, has_site: bool) -> Iterable[str]:
    first, other, counts = compared["first"], compared["other"], compared["counts"]
    yield f"<h2>{escape(first)} → {escape(other)}</h2>"
    yield (
        f"<p><b>{counts['changed']} of {counts['rows']} rows changed</b> ({counts['more']} more, "
        f"{counts['less']} less), {counts['level']} are level, {counts['same']} the same to the "
        f"digit. {compared['twins'][0]} and {compared['twins'][1]} twins.</p>"
    )
    head = ("measure", "mean ratio", "more", "less", "level", "same")
    yield _table(head, map(_measure, compared["measures"]))
    yield '<p><input type="search" placeholder="Filter rows: flushes" aria-label="Filter rows"></p>'
    yield _rows(compared["changed"], first, other, has_site)
    yield f"<details><summary>{len(compared['level'])} level rows</summary>"
    yield _rows(compared["level"], first, other, has_site) + "</details>"
    yield "<details><summary>What else differs between the sides</summary>"
    for kind, found in compared["differs"].items():
        if found:
            rows = [
                [escape(each[name] or "") for name in ("what", "first", "other")] for each in found
            ]
            yield _table((kind, first, other), rows)
    yield "</details>"


def _measure(measure: Data) -> Sequence[str]:
    mean = measure["mean_ratio"]
    counts = (str(measure[name] or "") for name in ("more", "less", "level", "same"))
    return (escape(measure["measure"]), "" if mean is None else f"{mean:.4f}", *counts)


def _rows(rows: Sequence[Data], first: str, other: str, has_site: bool) -> str:
    head = ("operation", "measure", first, other, "change", "", "band", "")
    return _table(head, (_row(row, first, other, has_site) for row in rows), "rows")


def _row(row: Data, first: str, other: str, has_site: bool) -> Sequence[str]:
    unit = row["unit"]
    figures = (figure(row[side], unit) for side in ("first", "other"))
    change, difference = percent(row["change"]), signed(row["difference"], unit)
    about = f"<details><summary>more</summary>{_more(row, first, other, has_site)}</details>"
    words = (escape(row["operation"]), escape(row["measure"]))
    return (*words, *figures, change, difference, f"±{figure(row['band'], unit)}", about)


def _more(row: Data, first: str, other: str, has_site: bool) -> str:
    """The twins' values, the cells, the commands that repeat them, and where it is."""
    unit, parts = row["unit"], []
    for side, name, command in zip(("first", "other"), (first, other), row["repeat"], strict=True):
        twins = ", ".join(figure(value, unit) for value in row["twins"][side])
        cell = row["cells"][side]
        link = f"site/cell.html?cell={quote(cell)}" if has_site else f"cells/{quote(cell)}/"
        parts.append(
            f'<p>{escape(name)}: {twins}<br><a href="{link}">{escape(cell)}</a><br>'
            f"<code>{escape(command)}</code>"
        )
    if row["where"]:
        head = ("seen at", "process", "file", "counted", first, other)
        parts.append(_table(head, map(_part, row["where"])))
    return "".join(parts)


def _part(part: Data) -> Sequence[str]:
    words = (escape(part[name]) for name in ("seen_at", "process", "file", "counted"))
    return (*words, figure(part["first"]), figure(part["other"]))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Cells are HTML already; the heads are not."""
    names = "".join(f"<th>{escape(name)}" for name in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row)}" for row in rows)
    return f'<table class="{kind}"><thead><tr>{names}<tbody>{lines}</table>'
