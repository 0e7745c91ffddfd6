"""The glossary: ``report/glossary.yaml`` as a page, and as data for the texts beside terms."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

from pydantic import Field, RootModel, ValidationError

from scripts.plan.document import load_document
from scripts.plan.errors import ConfigError, from_validation
from scripts.site.errors import SiteError
from scripts.values.fields import Block

SOURCE = "report/glossary.yaml"
PAGE = "glossary.qmd"
DATA = "data/glossary.json"
HEAD = """---
title: Glossary
subtitle: What the terms on these pages mean here.
description: The terms of these pages, each in plain words.
toc: false
---

::: {#glossary-page}

"""


class Entry(Block):
    """One term."""

    also: list[Annotated[str, Field(min_length=1)]] = Field(default_factory=list)
    text: Annotated[str, Field(min_length=1)]


class Glossary(RootModel[dict[str, Entry]]):
    """The entries by term."""


def load_glossary(repository: Path) -> dict[str, Entry]:
    """The entries by term, in alphabetical order; SiteError for a wrong or doubled one."""
    try:
        found = _read(repository / SOURCE)
    except ConfigError as error:
        raise SiteError(str(error)) from error
    seen: dict[str, str] = {}
    for term, entry in found.items():
        for form in (term, *entry.also):
            if form.lower() in seen:
                raise SiteError(f'{SOURCE}: "{form}" stands under {seen[form.lower()]} and {term}')
            seen[form.lower()] = term
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def _read(path: Path) -> dict[str, Entry]:
    document = load_document(path, SOURCE)
    try:
        return Glossary.model_validate(document.data).root
    except ValidationError as error:
        found = from_validation(error, Glossary)
        raise ConfigError([document.problem(place, text) for place, text in found]) from error


def anchor(term: str) -> str:
    """The id of a term's heading on the glossary's page."""
    return re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-")


def write_glossary(project: Path, repository: Path) -> None:
    """Write the page and the data file into a Quarto project."""
    entries = load_glossary(repository)
    parts = [HEAD]
    for term, entry in entries.items():
        also = f" Also: {', '.join(entry.also)}." if entry.also else ""
        parts.append(f"## {plain(term)} {{#{anchor(term)}}}\n\n{plain(entry.text + also)}\n\n")
    parts.append(":::\n")
    (project / PAGE).write_text("".join(parts), encoding="utf-8")
    rows = [
        {"term": term, "anchor": anchor(term), "forms": [term, *entry.also], "text": entry.text}
        for term, entry in entries.items()
    ]
    (project / DATA).write_text(f"{json.dumps(rows, ensure_ascii=False)}\n", encoding="utf-8")


def plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|$^~@])", r"\\\1", text)
