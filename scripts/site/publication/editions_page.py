"""The page of editions: each frozen copy, and which verdicts changed from one to the next."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path

from scripts.site.publication.about import About
from scripts.site.publication.citation import short
from scripts.site.publication.editions import (
    Change,
    Edition,
    Verdict,
    changes,
    load_editions,
    verdicts_of,
)
from scripts.site.publication.glossary import plain

PAGE = "editions.qmd"
COPIES = "editions"
HEAD = """---
title: Editions
subtitle: Frozen copies of these pages with their rows, and which verdicts changed between them.
description: Frozen editions of these pages and of their rows, and the changelog of results.
---

An edition is a copy of the whole site with the rows that it was computed from. It stays as it is at
its own address, so that a citation of it leads to the figures that were cited.

"""


def write_editions_page(project: Path, repository: Path, about: About) -> None:
    """Write the page into a Quarto project that has its data files."""
    claims = json.loads((project / "data/claims.json").read_text(encoding="utf-8"))
    statements = {row["claim"]: row["statement"] for row in claims}
    editions = load_editions(repository)
    if about.edition:
        # A frozen copy knows those before it, and itself.
        names = [edition.name for edition in editions]
        editions = editions[: names.index(about.edition) + 1]
    parts = [HEAD]
    if not about.edition:
        parts.append(_current(verdicts_of(claims), editions, about, statements))
    for at in reversed(range(len(editions))):
        before = editions[at - 1] if at else None
        parts.append(_edition(editions[at], before, about, repository, statements))
    (project / PAGE).write_text("".join(parts), encoding="utf-8")


def _current(
    verdicts: Mapping[str, Verdict],
    editions: list[Edition],
    about: About,
    statements: Mapping[str, str],
) -> str:
    """What these pages, which are of no edition, say differently from the last one."""
    origin = _rows(about.date, about.commit, about.rows)
    lines = ["## These pages {#current}\n\n", f"{origin}\n\n"]
    if not editions:
        lines.append("There is no frozen edition yet.\n\n")
    elif editions[-1].rows_sha256 == about.rows:
        lines.append(f"They show the rows of edition {editions[-1].name}.\n\n")
    if editions:
        found = changes(editions[-1].verdicts, verdicts)
        lines.append(_table(found, f"edition {editions[-1].name}", {}, statements))
    return "".join(lines)


def _edition(
    edition: Edition,
    before: Edition | None,
    about: About,
    repository: Path,
    statements: Mapping[str, str],
) -> str:
    origin = _rows(edition.date, edition.commit, edition.rows_sha256)
    lines = [f"## Edition {edition.name} {{#edition-{edition.name}}}\n\n", f"{origin}\n\n"]
    link = _address(edition, about, repository)
    if link:
        lines.append(f"[The pages of edition {edition.name}]({link})\n\n")
    if before is None:
        lines.append(f"The first edition, with verdicts on {len(edition.verdicts)} claims.\n\n")
    else:
        found = changes(before.verdicts, edition.verdicts)
        lines.append(_table(found, f"edition {before.name}", edition.why, statements))
    return "".join(lines)


def _address(edition: Edition, about: About, repository: Path) -> str | None:
    """Where an edition's frozen copy is, from these pages; None where it isn't known to be."""
    if edition.name == about.edition:
        return "index.qmd"
    if (repository / COPIES / edition.name / "index.html").is_file():
        top = ".." if about.edition else COPIES
        return f"{top}/{edition.name}/index.html"
    url = about.citation.url
    return url and f"{url.rstrip('/')}/{COPIES}/{edition.name}/index.html"


def _rows(date: datetime.date | None, commit: str | None, rows: str | None) -> str:
    if rows is None:
        return "Their rows were measured where the site was built, and are not published."
    of = f" of {date.isoformat()}" if date else ""
    at = f", commit `{short(commit)}`" if commit else ""
    return f"Rows{of}{at}, SHA-256 `{rows}`."


def _table(
    found: list[Change],
    before: str,
    why: Mapping[str, str | None],
    statements: Mapping[str, str],
) -> str:
    if not found:
        return f"No verdict differs from {before}.\n\n"
    rows = [
        "::: {.changes}\n",
        f"| Claim | In {before} | Here | Why |\n|---------|----|----|------|\n",
    ]
    for change in found:
        statement = plain(statements.get(change.claim, ""))
        reason = plain(why.get(change.claim) or "not said yet")
        rows.append(
            f"| [{change.claim}](claims.qmd#{change.claim}) {statement} | {_words(change.before)} "
            f"| {_words(change.after)} | {reason} |\n"
        )
    return "".join([*rows, ":::\n\n"])


def _words(verdict: Verdict | None) -> str:
    if verdict is None:
        return "no such claim"
    if verdict.value is None:
        return plain(verdict.verdict)
    unit = "×" if verdict.unit == "times" else f" {verdict.unit or ''}".rstrip()
    return plain(f"{verdict.verdict} ({verdict.value:.3g}{unit})")
