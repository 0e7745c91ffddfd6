"""What a page's head says to browsers and to other sites."""

from __future__ import annotations

from html import escape

from scripts.site.pandoc.pages import Page
from scripts.site.pandoc.render import SCRIPTS
from scripts.site.publication.about import About

# Nothing comes from elsewhere, and no text becomes code; DuckDB is WebAssembly in a worker.
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:"
)


def first(page: Page) -> str:
    """Elements for the beginning of a page's head, as HTML: its policy, and what runs its cells."""
    scripts = [f"{SCRIPTS}/{name}.js" for name in (page.name, "runtime") if page.cells]
    return "".join(
        f"{line}\n"
        for line in (
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            *(f'<link rel="modulepreload" href="{script}">' for script in scripts),
        )
    )


def script_of(page: Page) -> str:
    """The element that runs a page's cells, as HTML; nothing for a page without any."""
    return f'<script type="module" src="{SCRIPTS}/{page.name}.js"></script>\n' if page.cells else ""


def head(about: About, title: str, description: str, page: str) -> str:
    """Elements for the end of one page's head, as HTML.

    The early script blocks, so that no page is drawn light and then dark, or out of order.
    """
    found = [
        '<script src="lib/early.js"></script>',
        '<script type="module" src="lib/tools.js"></script>',
    ]
    if description:
        found.append(f'<meta name="description" content="{escape(description)}">')
    address = about.address_of(page)
    if address:
        found.append(f'<link rel="canonical" href="{escape(address)}">')
    properties = {
        "og:type": "website" if page == "index.html" else "article",
        "og:site_name": "bandwise",
        "og:title": title,
        "og:description": description,
        "og:url": address,
    }
    found += [
        f'<meta property="{name}" content="{escape(value)}">'
        for name, value in properties.items()
        if value
    ]
    return "".join(f"{line}\n" for line in found)
