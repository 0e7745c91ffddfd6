"""The bar of pages, which both renderers leave to us: links, menus, the reader's tools."""

from __future__ import annotations

from html import escape
from typing import Any

from scripts.site.publication.tools import TOOLS


def bar(website: dict[str, Any], page: str) -> str:
    """The header of a page, as HTML; `website` is that part of ``_quarto.yml``, `page` a stem."""
    entries = "".join(_entry(entry, page) for entry in website["navbar"]["left"])
    return f"""<header id="quarto-header">
<nav class="navbar" aria-label="Pages">
<a class="navbar-brand" href="index.html">{escape(website["title"])}</a>
<ul class="navbar-nav">
{entries}</ul>
{TOOLS}</nav>
</header>
"""


def _entry(entry: dict[str, Any], page: str) -> str:
    """An entry of the bar: a page's link, or a menu of some."""
    if "menu" not in entry:
        return f'<li class="nav-item">{_link(entry, page, "nav-link")}</li>\n'
    links = "".join(f"<li>{_link(inner, page, 'dropdown-item')}</li>\n" for inner in entry["menu"])
    active = " active" if any(_is_of(inner, page) for inner in entry["menu"]) else ""
    return (
        '<li class="nav-item dropdown"><details name="navbar">'
        f'<summary class="nav-link{active}">{escape(entry["text"])}</summary>\n'
        f'<ul class="dropdown-menu">\n{links}</ul></details></li>\n'
    )


def _link(entry: dict[str, Any], page: str, kind: str) -> str:
    active, current = (" active", ' aria-current="page"') if _is_of(entry, page) else ("", "")
    href = escape(entry["href"].replace(".qmd", ".html"))
    return f'<a class="{kind}{active}" href="{href}"{current}>{escape(entry["text"])}</a>'


def _is_of(entry: dict[str, Any], page: str) -> bool:
    return entry["href"] == f"{page}.qmd"
