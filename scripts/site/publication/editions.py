"""Records of frozen editions: ``report/editions/<name>.yaml``, one for each, kept with the code.

A record has what the pages tell of an edition when its frozen copy isn't at hand: its rows and its
verdicts. What differs between two of them is the changelog of results.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field, ValidationError

from scripts.fields import Block
from scripts.plan.document import load_document
from scripts.plan.errors import ConfigError, from_validation
from scripts.site.errors import SiteError

FOLDER = "report/editions"
NAME = r"^[a-z0-9]+([.-][a-z0-9]+)*$"
HEAD = """\
# Edition {name} of the results, written by `make edition NAME={name}`. By hand go in the reasons in
# `why`: a sentence for each claim whose verdict is not that of the edition before.
"""


class Verdict(Block):
    """What an edition says of a claim."""

    verdict: str
    value: float | None = None
    unit: str | None = None


class Edition(Block):
    """One frozen edition. `why` has the reason for each verdict that changed, by claim."""

    name: Annotated[str, Field(pattern=NAME)]
    date: datetime.date
    commit: str | None
    rows_sha256: str
    verdicts: dict[str, Verdict]
    why: dict[str, str | None] = Field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """A claim of which two editions say different things; None where one doesn't have the claim."""

    claim: str
    before: Verdict | None
    after: Verdict | None


def load_editions(repository: Path) -> list[Edition]:
    """All records, the oldest first; SiteError for one that is wrong."""
    found = []
    for path in sorted((repository / FOLDER).glob("*.yaml")):
        document = load_document(path, f"{FOLDER}/{path.name}")
        try:
            edition = Edition.model_validate(document.data)
        except ValidationError as error:
            problems = [document.problem(*each) for each in from_validation(error, Edition)]
            raise SiteError(str(ConfigError(problems))) from error
        if edition.name != path.stem:
            raise SiteError(f"{FOLDER}/{path.name}: name: is {edition.name}, not the file's name")
        found.append(edition)
    return sorted(found, key=lambda edition: (edition.date, edition.name))


def write_edition(repository: Path, edition: Edition) -> Path:
    """Write a record, in the order of its fields."""
    path = repository / FOLDER / f"{edition.name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    about = edition.model_dump(exclude_none=False)
    about["verdicts"] = {
        claim: verdict.model_dump(exclude_none=True) for claim, verdict in edition.verdicts.items()
    }
    body = yaml.safe_dump(about, sort_keys=False, allow_unicode=True, width=100)
    path.write_text(HEAD.format(name=edition.name) + body, encoding="utf-8")
    return path


def verdicts_of(claims: list[dict[str, Any]]) -> dict[str, Verdict]:
    """The verdicts by claim, of the rows of ``data/claims.json``."""
    return {
        row["claim"]: Verdict(verdict=row["verdict"], value=row["value"], unit=row["unit"])
        for row in claims
    }


def changes(before: Mapping[str, Verdict], after: Mapping[str, Verdict]) -> list[Change]:
    """The claims whose verdicts differ, those new or gone included; figures alone don't count."""
    pairs = [(claim, before.get(claim), after.get(claim)) for claim in {**before, **after}]
    return [
        Change(claim, old, new)
        for claim, old, new in pairs
        if (old and old.verdict) != (new and new.verdict)
    ]
