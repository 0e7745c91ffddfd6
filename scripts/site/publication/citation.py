"""How to cite a page: one line of text, and an entry for BibTeX, both made of CITATION.cff."""

from __future__ import annotations

import re

from scripts.site.publication.about import About, Author

# What BibTeX would read as commands.
SPECIAL = re.compile(r"([&%$#_])")


def as_text(about: About, title: str, page: str) -> str:
    """The citation of a page in a sentence or two."""
    authors = "; ".join(map(name_of, about.citation.authors))
    year = f" ({about.date.year})" if about.date else ""
    parts = [f"{authors}{year}. {title}. In {about.citation.title}.", *_origin(about)]
    address = about.address_of(page) or about.repository
    return " ".join([*parts, *([address] if address else [])])


def as_bibtex(about: About, title: str, page: str) -> str:
    """The citation of a page as an entry of type misc."""
    stem = page.removesuffix(".html")
    key = "-".join(["bandwise", *([] if stem == "index" else [stem]), *_when(about)])
    note = " ".join([f"Page: {title}.", *_origin(about)])
    fields = {
        "author": " and ".join(f"{{{_escaped(name_of(each))}}}" for each in about.citation.authors),
        "title": f"{{{_escaped(about.citation.title)}}}",
        "year": str(about.date.year) if about.date else None,
        "url": about.address_of(page) or about.repository,
        "note": _escaped(note),
    }
    lines = (f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@misc{{{key},\n{''.join(lines)}}}"


def short(digest: str) -> str:
    """As much of a hash as tells it from all others."""
    return digest[:12]


def name_of(author: Author) -> str:
    """The author in the order that BibTeX takes, the family name first."""
    if author.family_names:
        return ", ".join(filter(None, [author.family_names, author.given_names]))
    return author.name or ""


def _when(about: About) -> list[str]:
    if about.edition:
        return [about.edition]
    return [str(about.date.year)] if about.date else []


def _origin(about: About) -> list[str]:
    """What tells these figures from those of other rows."""
    said = [f"Edition {about.edition}."] if about.edition else []
    if about.date and about.commit:
        said.append(f"Rows of {about.date.isoformat()}, commit {short(about.commit)}.")
    if about.rows:
        said.append(f"SHA-256 of the rows: {short(about.rows)}.")
    return said or ["Rows measured by the reader, not published."]


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
