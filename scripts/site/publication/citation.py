"""How to cite a page: one line of text, and an entry for BibTeX, both made of CITATION.cff.

``report/charts/cite.js`` cites a view of a chart in the same forms, of what `as_data` gives it.
"""

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
    key = "-".join([about.citation.name, *([] if stem == "index" else [stem]), *_when(about)])
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


def as_data(about: About) -> dict[str, str | list[str]]:
    """What the citation of a chart's view says of the publication, as JSON can hold it."""
    citation = about.citation
    return {
        "name": citation.name,
        "title": citation.title,
        "authors": [name_of(each) for each in citation.authors],
        "year": str(about.date.year) if about.date else "",
        "origin": " ".join(_origin(about)),
    }


def short(digest: str) -> str:
    """As much of a hash as tells it from all others."""
    return digest[:12]


def name_of(author: Author) -> str:
    """The author in the order that BibTeX takes, the family name first."""
    if author.family_names:
        return ", ".join(filter(None, [author.family_names, author.given_names]))
    return author.name or ""


def _when(about: About) -> list[str]:
    return [str(about.date.year)] if about.date else []


def _origin(about: About) -> list[str]:
    """What tells these figures from those of other rows."""
    said = [f"Version {about.citation.version}."] if about.citation.version else []
    if about.date and about.commit:
        said.append(f"Rows of {about.date.isoformat()}, commit {short(about.commit)}.")
    if about.rows:
        said.append(f"SHA-256 of the rows: {short(about.rows)}.")
    if about.rows is None:
        said.append("Rows measured by the reader, not published.")
    return [*said, f"{about.citation.license} licence."]


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
