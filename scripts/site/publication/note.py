"""The line by which a page of a frozen edition says that it is one."""

from __future__ import annotations

from scripts.site.publication.about import About


def note(about: About, page: str) -> str:
    """HTML for the top of a page; nothing on pages that are of no edition."""
    if about.edition is None:
        return ""
    # A copy lies in editions/<name>/ of the site that it is an edition of.
    return (
        f'<aside class="edition-note" aria-label="Edition"><p>This is edition {about.edition}, '
        f'which stays as it is. <a href="../../{page}">This page today</a> · '
        '<a href="../../editions.html">All editions</a></p></aside>\n'
    )
