"""What the publication is: CITATION.cff, and where the database's rows come from."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scripts.site.errors import SiteError
from scripts.values.plain_yaml import load_yaml

CITATION = "CITATION.cff"
PUBLISHED = "data/published.json"


class Author(BaseModel):
    """A person by given names and family name, or a group by `name`."""

    name: str | None = None
    family_names: str | None = Field(None, alias="family-names")
    given_names: str | None = Field(None, alias="given-names")


class Citation(BaseModel):
    """The keys of CITATION.cff that the site shows; the format has many more."""

    model_config = ConfigDict(extra="ignore")

    title: str
    authors: list[Author] = Field(min_length=1)
    license: str
    version: str | None = None
    repository_code: str | None = Field(None, alias="repository-code", pattern="^https?://")
    url: str | None = Field(None, pattern="^https?://")

    @property
    def name(self) -> str:
        """The short name: the title as far as its colon."""
        return self.title.partition(":")[0]


@dataclass(frozen=True)
class About:
    """The publication that a site is of.

    `commit` and `date` are those of the published rows, `rows` the hash of them; all three are None
    for rows that were measured and not published.
    """

    citation: Citation
    commit: str | None = None
    date: datetime.date | None = None
    rows: str | None = None

    @property
    def repository(self) -> str | None:
        """Where the code is, without a slash at the end; None where CITATION.cff doesn't say."""
        return (self.citation.repository_code or "").rstrip("/") or None

    @property
    def address(self) -> str | None:
        """Where this site is published, with a slash at the end; None where that isn't known."""
        return self.citation.url and f"{self.citation.url.rstrip('/')}/"

    def address_of(self, page: str) -> str | None:
        """The public address of a page of this site; None where that isn't known."""
        return self.address and self.address + ("" if page == "index.html" else page)


def load_about(repository: Path, project: Path) -> About:
    """Read CITATION.cff, and the origin of the rows from the project's data files."""
    try:
        text = (repository / CITATION).read_text(encoding="utf-8")
        citation = Citation.model_validate(load_yaml(text))
    except FileNotFoundError:
        raise SiteError(
            f"{CITATION}: missing in {repository}; take it from the repository"
        ) from None
    except yaml.YAMLError as error:
        raise SiteError(f"{CITATION}: isn't YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        raise SiteError(f"{CITATION}: {key}: {first['msg']}") from error
    rows = json.loads((project / PUBLISHED).read_text(encoding="utf-8"))
    if not rows:
        return About(citation)
    [row] = rows
    date = row["committed_on"] and datetime.date.fromisoformat(row["committed_on"])
    return About(citation, row["commit_id"], date, row["rows_sha256"])
