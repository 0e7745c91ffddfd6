"""What a page's head says to browsers and to other sites."""

from __future__ import annotations

from html import escape

from scripts.site.publication.about import About


def head(about: About, title: str, description: str, page: str) -> str:
    """Elements for the end of one page's head, as HTML.

    The script that sets the colours blocks, so that no page is drawn light and then dark.
    """
    found = [
        '<script src="lib/theme.js"></script>',
        '<script type="module" src="lib/tools.js"></script>',
    ]
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
    found.append('<meta name="twitter:card" content="summary">')
    return "".join(f"{line}\n" for line in found)
