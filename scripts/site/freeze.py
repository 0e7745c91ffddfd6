"""Freezes an edition: a copy of the site and of its rows that stays as it is at its own address.

The first call writes the edition's record. Where verdicts are not those of the edition before, it
then asks for the reasons; called again, with the reasons in the record, it makes the copy.
"""

from __future__ import annotations

import datetime
import json
import re
import shutil
import tempfile
from pathlib import Path

from scripts.site.build import build
from scripts.site.errors import SiteError
from scripts.site.export import export
from scripts.site.publication.about import About, load_about
from scripts.site.publication.editions import (
    FOLDER,
    NAME,
    Edition,
    changes,
    load_editions,
    verdicts_of,
    write_edition,
)
from scripts.site.publication.editions_page import COPIES


def freeze(
    name: str, database: Path, rows: Path, repository: Path, today: datetime.date, renderer: str
) -> Path:
    """Make ``editions/<name>/`` of a database that was restored from the folder `rows`.

    Raises:
        SiteError: the name is taken or unfit, the rows aren't published, or a reason is missing.
    """
    if not re.fullmatch(NAME, name):
        raise SiteError(f'edition "{name}": use small letters, digits, dots and hyphens')
    out = repository / COPIES / name
    if out.exists():
        raise SiteError(f"{out}: exists, and an edition stays as it is; take another name")
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        export(database, project / "data", repository)
        about = load_about(repository, project)
        claims = json.loads((project / "data/claims.json").read_text(encoding="utf-8"))
    if about.rows is None:
        raise SiteError(
            f"{database}: its rows are not published; export them with `python -m scripts.store "
            "export --out reference`, and restore them from there"
        )
    editions = load_editions(repository)
    edition = next((each for each in editions if each.name == name), None)
    if edition is None:
        edition = _record(name, about, claims, editions, repository, today)
    elif edition.rows_sha256 != about.rows:
        raise SiteError(f"{FOLDER}/{name}.yaml: is of other rows; take another name")
    missing = [claim for claim, reason in edition.why.items() if not reason]
    if missing:
        raise SiteError(
            f"{FOLDER}/{name}.yaml: why: say in a sentence each why the verdicts on "
            f"{', '.join(missing)} changed; then run this again"
        )
    build(database, out, renderer, repository, edition=name)
    shutil.copytree(rows, out / "rows")
    return out


def _record(
    name: str,
    about: About,
    claims: list[dict],
    editions: list[Edition],
    repository: Path,
    today: datetime.date,
) -> Edition:
    """Write the record of a new edition, with a place for each reason that is asked for."""
    verdicts = verdicts_of(claims)
    found = changes(editions[-1].verdicts, verdicts) if editions else []
    edition = Edition(
        name=name,
        date=today,
        commit=about.commit,
        rows_sha256=about.rows or "",
        verdicts=verdicts,
        why={change.claim: None for change in found},
    )
    write_edition(repository, edition)
    return edition
