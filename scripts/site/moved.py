"""Addresses that pages had before they became parts of others: each leads on."""

from __future__ import annotations

from html import escape
from pathlib import Path

from scripts.site.errors import SiteError
from scripts.values.plain_yaml import load_yaml

FILE = "report/moved.yaml"
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<meta name="robots" content="noindex"><link rel="canonical" href="{target}">
<meta http-equiv="refresh" content="0; url={target}">
</head><body><p>This page is now <a href="{target}">{target}</a>.</p></body></html>
"""


def moved_pages(repository: Path) -> dict[str, str]:
    """Where each page of ``report/moved.yaml`` is now, by its name without a suffix."""
    path = repository / FILE
    moved = load_yaml(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {str(name): str(target) for name, target in (moved or {}).items()}


def write_moved(site: Path, repository: Path) -> None:
    """Write a page for each address in ``report/moved.yaml`` that leads to where it is now."""
    for name, target in moved_pages(repository).items():
        page, _, place = target.partition("#")
        old, new = site / f"{name}.html", site / page
        if old.exists():
            raise SiteError(f"{FILE}: {name}: there is a page of this name; take the line out")
        if not new.is_file():
            continue  # A site with some of the pages.
        if place and f'id="{place}"' not in new.read_text(encoding="utf-8"):
            raise SiteError(f"{FILE}: {name}: {page} has no part #{place}")
        old.write_text(PAGE.format(target=escape(target)), encoding="utf-8")
