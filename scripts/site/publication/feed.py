"""What programs read of the site: a feed of editions, a map of the pages, a word to crawlers."""

from __future__ import annotations

import uuid
from html import escape
from pathlib import Path
from xml.sax.saxutils import quoteattr

from scripts.site.publication.about import About
from scripts.site.publication.citation import name_of
from scripts.site.publication.editions import Change, Edition, changes

FEED, MAP, ROBOTS = "feed.xml", "sitemap.xml", "robots.txt"


def write_feeds(site: Path, pages: list[str], about: About, editions: list[Edition]) -> None:
    """Write robots.txt, a feed if there are editions, a map if the site's address is known."""
    if editions:
        (site / FEED).write_text(_feed(about, editions), encoding="utf-8")
    robots = "User-agent: *\nAllow: /\n"
    if about.address:
        # A map has whole addresses alone.
        (site / MAP).write_text(_map(about, pages), encoding="utf-8")
        robots += f"Sitemap: {about.address}{MAP}\n"
    (site / ROBOTS).write_text(robots, encoding="utf-8")


def _feed(about: About, editions: list[Edition]) -> str:
    """An Atom feed, newest first. Addresses are relative where the site's own isn't known."""
    authors = "".join(
        f"<author><name>{escape(name_of(each))}</name></author>" for each in about.citation.authors
    )
    before = [None, *editions[:-1]]
    entries = [_entry(about, *pair) for pair in zip(editions, before, strict=True)]
    newest = editions[-1].date.isoformat()
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>Editions of bandwise</title>\n<id>{_id('feed')}</id>\n"
        f"<updated>{newest}T00:00:00Z</updated>\n{authors}\n"
        f'<link rel="self" href={quoteattr((about.address or "") + FEED)}/>\n'
        f"<link href={quoteattr(about.address_of('editions.html') or 'editions.html')}/>\n"
        f"{''.join(reversed(entries))}</feed>\n"
    )


def _entry(about: About, edition: Edition, before: Edition | None) -> str:
    page = f"editions.html#edition-{edition.name}"
    said = f"Verdicts on {len(edition.verdicts)} claims."
    if before:
        found = changes(before.verdicts, edition.verdicts)
        said = "No verdict changed."
        if found:
            said = " ".join(_change(each, edition.why.get(each.claim)) for each in found)
    return (
        f"<entry>\n<title>Edition {edition.name}</title>\n<id>{_id(edition.name)}</id>\n"
        f"<updated>{edition.date.isoformat()}T00:00:00Z</updated>\n"
        f"<link href={quoteattr((about.address or '') + page)}/>\n"
        f"<summary>{escape(said)}</summary>\n</entry>\n"
    )


def _change(change: Change, why: str | None) -> str:
    before = change.before.verdict if change.before else "new"
    after = change.after.verdict if change.after else "gone"
    return f"{change.claim}: {before} → {after}. {why or ''}".strip()


def _id(name: str) -> str:
    """An id that stays the same wherever the site moves to."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"bandwise editions {name}").urn


def _map(about: About, pages: list[str]) -> str:
    places = "".join(
        f"<url><loc>{escape(about.address_of(page) or '')}</loc></url>\n" for page in pages
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'
    )
