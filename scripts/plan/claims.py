"""The claims of other documents, ``config/claims.yaml``, each with the query that decides it.

The query of the claim ``S0.1`` is ``sql/claims/S0.1.sql``; ``sql/claims/compared/S0.1.sql``
selects the pairs of runs whose rates it compares. Both are read here and run by ``scripts.store``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, ValidationError

from scripts.plan.catalogue import EXPERIMENTS, Catalogue
from scripts.plan.document import Document, load_document
from scripts.plan.errors import ConfigError, Problem, from_validation, unknown
from scripts.values.fields import NAME, Block

CLAIMS_FILE = "config/claims.yaml"
QUERIES = "sql/claims"
COMPARED = "sql/claims/compared"
SourceId = Annotated[str, Field(pattern=r"^S[0-9]+$")]
ClaimId = Annotated[str, Field(pattern=r"^S[0-9]+\.[A-Z]?[0-9]+$")]
Text = Annotated[str, Field(min_length=1)]
# The board draws ratios on an axis of logarithms. A text or true is no figure.
Figure = Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)]
IN_SHORT_MOST = 64


def _web(address: str) -> str:
    """Refuse what is no link: a page would run another scheme as a script, or lead nowhere."""
    try:
        parts = urlsplit(address)
        is_link = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_link = False
    if not is_link or not re.fullmatch(r"[!-~]+", address):
        raise ValueError(
            f'must be a whole address that begins with https:// or http:// (got "{address}")'
        )
    return address


Web = Annotated[str, AfterValidator(_web)]


class Source(Block):
    """A document whose claims are put to the test."""

    name: Text = Field(description="Short name of the document.")
    url: Web | None = Field(
        None, description="Its address (http or https), which its name on the site leads to."
    )
    reference: Text = Field(description="Where it is to be found.")
    set_up: Text = Field(description="What was run there, and on what.")
    differs: Text = Field(description="How that differs from what is run here.")
    begun_with: bool = Field(
        False,
        description="Whether the study was begun to test this document; the others are further "
        "literature.",
    )


class Claim(Block):
    """A published statement. The file `sql/claims/<id>.sql` decides it."""

    source: Text = Field(description="A name under `sources`.")
    statement: Text = Field(description="What is claimed, in words of our own.")
    in_short: Annotated[str, Field(min_length=1, max_length=IN_SHORT_MOST)] | None = Field(
        None,
        description=f"The same in at most {IN_SHORT_MOST} letters, for its line of the board, "
        "which cuts a longer statement.",
    )
    published: Text = Field(description="The figures that were published for it.")
    published_value: Figure | None = Field(
        None,
        description="The published figure as a number above 0, if it is of what `measure` says and "
        "in the unit of the query's `value`: 1.8 for 80 % more. The board shows it beside ours.",
    )
    published_low: Figure | None = Field(
        None,
        description="In place of one figure, the least of a published range. Alone it says "
        '"above": 1 where "more" is all that was published, or the limit of `rule` for words such '
        "as far faster.",
    )
    published_high: Figure | None = Field(
        None, description='The most of a published range. Alone it says "below".'
    )
    measure: Text = Field(description="What our figure is.")
    rule: Text | None = Field(
        None,
        description="From where on its query calls it reproduced or contradicted, with limits.",
    )
    differs: Text | None = Field(
        None, description="What differs for this claim, besides what the source's `differs` says."
    )
    page: str | None = Field(
        None, pattern=NAME, description="Page of the report that discusses it."
    )
    settles: Text | None = Field(
        None,
        description="What would settle the claim, and what that costs; shown while it is open.",
    )
    not_comparable: Text | None = Field(
        None,
        description="In what this study differs from the source so that nothing here can decide "
        "the claim. Its query, if it has one, gives a figure alone.",
    )
    owes_nothing: Text | None = Field(
        None,
        description="Why the runs that it is decided by leave nothing to later ones, such as a "
        "count of pages. A claim without this key compares rates: `sql/claims/compared/<id>.sql` "
        "says which, and its query decides it by their envelopes.",
    )

    @property
    def published_range(self) -> tuple[float | None, float | None]:
        """The least and the most that was published, which one value is both of."""
        if self.published_value is not None:
            return self.published_value, self.published_value
        return self.published_low, self.published_high


class ClaimsFile(Block):
    """What other documents claim: `claims.yaml`, the same for all studies."""

    sources: dict[SourceId, Source] = Field(description="Documents, by name.")
    claims: dict[ClaimId, Claim] = Field(description="Claims, by id, in the order of the report.")


@dataclass(frozen=True)
class Claims:
    """The checked file, and the texts of the queries, by the claim's id."""

    file: str
    sources: Mapping[str, Source] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    queries: Mapping[str, str] = field(default_factory=dict)
    compared: Mapping[str, str] = field(default_factory=dict)

    def query_file(self, claim_id: str) -> str:
        """The path of a claim's query, as errors and the report name it."""
        return f"{QUERIES}/{claim_id}.sql"

    def compared_file(self, claim_id: str) -> str:
        """The path of the query that selects the pairs of runs that a claim compares."""
        return f"{COMPARED}/{claim_id}.sql"


def load_claims(path: Path) -> Claims:
    """Read and check a repository's claims; none, where it has no such file.

    Args:
        path: the repository's ``config/claims.yaml``.

    Raises:
        ConfigError: with every problem found, a line each.
    """
    if not path.exists():
        return Claims(CLAIMS_FILE)
    document = load_document(path, CLAIMS_FILE)
    try:
        checked = ClaimsFile.model_validate(document.data)
    except ValidationError as error:
        found = from_validation(error, ClaimsFile)
        raise ConfigError([document.problem(place, text) for place, text in found]) from error
    repository = path.parents[1]
    claims = Claims(
        CLAIMS_FILE,
        checked.sources,
        checked.claims,
        _texts(repository / QUERIES),
        _texts(repository / COMPARED),
    )
    pages = {page.stem for page in (repository / "report").glob("*.qmd")}
    problems = [
        *_reference_problems(claims, document, pages),
        *_published_problems(claims, document),
        *_query_problems(claims, document),
    ]
    if problems:
        raise ConfigError(problems)
    return claims


def _texts(folder: Path) -> dict[str, str]:
    """The texts of a folder's SQL files, by their names without the ending."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.sql"))}


def claims_by_experiment(root: Path) -> dict[str, list[str]]:
    """Return which claims each experiment of the repository `root` tests, by its name.

    Raises:
        ConfigError: for a file that cannot be read.
    """
    tested = {}
    for name in Catalogue(root).experiments:
        file = f"{EXPERIMENTS}/{name}.yaml"
        document = load_document(root / file, file)
        tested[name] = [str(claim) for claim in document.data.get("claims") or []]
    return tested


def _reference_problems(claims: Claims, document: Document, pages: set[str]) -> list[Problem]:
    problems = []
    for claim_id, claim in claims.claims.items():
        for key, name, known in (
            ("source", claim.source, set(claims.sources)),
            ("page", claim.page, pages),
        ):
            if name is not None and name not in known:
                message = unknown(key, name, known)
                problems.append(document.problem(("claims", claim_id, key), message))
    return problems


def _published_problems(claims: Claims, document: Document) -> list[Problem]:
    problems = []
    for claim_id, claim in claims.claims.items():
        low, high, value = claim.published_low, claim.published_high, claim.published_value
        if value is not None and (low, high) != (None, None):
            key = "published_value"
            message = "is one figure: leave it out, or leave out published_low and published_high"
        elif low is not None and high is not None and low > high:
            key = "published_low"
            message = f"is {low:g}, above published_high, {high:g}: exchange the two"
        else:
            continue
        problems.append(document.problem(("claims", claim_id, key), message))
    return problems


def _query_problems(claims: Claims, document: Document) -> list[Problem]:
    problems = []
    for queries, query_file in (
        (claims.queries, claims.query_file),
        (claims.compared, claims.compared_file),
    ):
        for name in queries:
            if name not in claims.claims:
                message = f"{unknown('claim', name, claims.claims)}; rename the file, or delete it"
                problems.append(Problem(query_file(name), None, "", message))
    for name, claim in claims.claims.items():
        is_declared = claim.owes_nothing or claim.not_comparable or name in claims.compared
        if name in claims.queries and not is_declared:
            message = (
                f"needs the file {claims.compared_file(name)} with the pairs of runs whose rates "
                "it compares, or the key owes_nothing with the reason why its runs leave nothing "
                "to later ones"
            )
            problems.append(document.problem(("claims", name), message))
    return problems
