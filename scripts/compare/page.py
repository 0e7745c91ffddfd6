"""The report as one HTML page, which needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from scripts.compare.numbers import figure
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

Data = dict[str, Any]
TEMPLATE = Path(__file__).with_name("page.html")


def page(found: Data, site: str = "site/") -> str:
    """The whole page; ``site`` is the way to the website's pages, where there is one."""
    title = " against ".join(found["sides"])
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(found['about'])}</p>"]
    if found["has_site"]:
        body.append(f'<p><a href="{site}index.html">The website of its cells</a>')
    if found["failed"]:
        items = (
            f"<li><code>{escape(c['cell'])}</code>: {escape(c['reason'])}" for c in found["failed"]
        )
        body.append(f"<p>Cells failed, and their rows are missing:<ul>{''.join(items)}</ul>")
    for compared in found["compared"]:
        body += _compared(compared, site if found["has_site"] else None)
    body.append(f"<p>Made by <code>{escape(found['command'])}</code>.")
    text = TEMPLATE.read_text(encoding="utf-8")
    return text.replace("@TITLE@", escape(title)).replace("@BODY@", "\n".join(body))


def _compared(compared: Data, site: str | None) -> Iterable[str]:
    first, other = compared["first"], compared["other"]
    yield f"<h2>{escape(first)} → {escape(other)}</h2>"
    yield f"<p>{counted(compared, '<b>{}</b>')}</p>"
    yield _table(MEASURE_HEAD, _escaped(map(measure_cells, compared["measures"])))
    yield f"<p>{RATIOS}"
    yield '<p><input type="search" placeholder="Filter rows: flushes" aria-label="Filter rows"></p>'
    yield f"<p>{ORDER}"
    yield _rows(compared["changed"], compared, site)
    yield f"<details><summary>{len(compared['level'])} level rows</summary>"
    yield _rows(compared["level"], compared, site) + "</details>"
    yield "<details><summary>What else differs between the sides</summary>"
    for kind, found in compared["differs"].items():
        if found:
            rows = [
                [escape(each[name] or "") for name in ("what", "first", "other")] for each in found
            ]
            yield _table((kind, first, other), rows)
    yield "</details>"
    for title, commands in ((REPEAT, compared["repeat"]), (REPEAT_CELL, compared["cells"])):
        lines = "\n".join(commands.values())
        yield f"<details><summary>{title}</summary><pre><code>{escape(lines)}</code></pre>"
        yield "</details>"


def _escaped(rows: Iterable[Sequence[str]]) -> Iterable[Sequence[str]]:
    return ([escape(cell) for cell in row] for row in rows)


def _rows(rows: Sequence[Data], compared: Data, site: str | None) -> str:
    more = (
        f"<details><summary>more</summary>{_more(row, compared, site)}</details>" for row in rows
    )
    cells = _escaped(map(row_cells, rows))
    lines = ([*line, about] for line, about in zip(cells, more, strict=True))
    return _table((*row_head(compared["first"], compared["other"]), ""), lines, "rows")


def _more(row: Data, compared: Data, site: str | None) -> str:
    """The twins' values, the cells, the command that measures them again, and where it is."""
    unit, parts = row["unit"], []
    first, other = compared["first"], compared["other"]
    for side, name in (("first", first), ("other", other)):
        twins = ", ".join(figure(value, unit) for value in row["twins"][side])
        cell = row["cells"][side]
        link = escape(cell_link(cell, site))
        parts.append(f'<p>{escape(name)}: {twins}<br><a href="{link}">{escape(cell)}</a>')
    parts.append(f"<p><code>{escape(compared['repeat'][row['experiment']])}</code>")
    if row["where"]:
        parts.append(_table(part_head(first, other), _escaped(map(part_cells, row["where"]))))
    if row["where_said"]:
        parts.append(f"<p>{escape(row['where_said'])}")
    return "".join(parts)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Cells are HTML already; the heads are not."""
    names = "".join(f"<th>{escape(name)}" for name in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row)}" for row in rows)
    return f'<table class="{kind}"><thead><tr>{names}<tbody>{lines}</table>'
