"""The pages of users' own workloads, which no study has but theirs: made of ``report/own/``.

An experiment of such a workload says in the plan that its page is ``own-<name>``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import yaml

from scripts.site.pandoc.pages import literal
from scripts.site.specification import Menu, Specification
from scripts.values.plain_yaml import load_yaml

FOLDER = "report/own"
PREFIX = "own-"
MENU = "Evidence"
OWN = "own/"


def own_specifications(
    connection: duckdb.DuckDBPyConnection, repository: Path
) -> dict[str, Specification]:
    """What is shown of each own workload that the database's study has, by page."""
    text = (repository / FOLDER / "specification.yaml").read_text(encoding="utf-8")
    shared = load_yaml(text)
    found = {}
    for page, experiment, _ in _experiments(connection):
        menu = Menu(under=MENU, text=f"{page.removeprefix(PREFIX)} (own)")
        phase = _phase(connection, experiment)
        about = {"experiment": experiment, "phases": [phase] if phase else None, "menu": menu}
        found[page] = Specification.model_validate(shared | about)
    return found


def write_own_pages(connection: duckdb.DuckDBPyConnection, project: Path, repository: Path) -> None:
    """Write ``own-<name>.qmd`` into a Quarto project for each own workload."""
    body = (repository / FOLDER / "page.qmd").read_text(encoding="utf-8")
    for page, _, about in _experiments(connection):
        title, question = (literal(about[key]) for key in ("title", "question"))
        front = {"title": title, "subtitle": question}
        front["description"] = f"Transactions of {title}, over the device's bandwidth."
        text = body.replace("@PAGE@", page).replace("@NAME@", page.removeprefix(PREFIX))
        head = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=1000)
        (project / f"{page}.qmd").write_text(f"---\n{head}---\n\n{text}", encoding="utf-8")


def _experiments(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str, dict[str, Any]]]:
    """Page, experiment and what its plan says, of experiments on own workloads."""
    rows = connection.execute(
        "SELECT page, experiment, title, question FROM experiments "
        "WHERE starts_with(page, ?) ORDER BY ALL",
        [PREFIX],
    ).fetchall()
    return [
        (page, experiment, {"title": title, "question": question})
        for page, experiment, title, question in rows
    ]


def _phase(connection: duckdb.DuckDBPyConnection, experiment: str) -> str | None:
    """The first phase that runs transactions of the user's own: what the charts are of."""
    jobs = connection.execute(
        "SELECT job_json FROM cells WHERE experiment = ? ORDER BY ALL LIMIT 1", [experiment]
    ).fetchall()
    phases = json.loads(jobs[0][0])["phases"] if jobs else []
    return next((each["name"] for each in phases if each["workload"].startswith(OWN)), None)
