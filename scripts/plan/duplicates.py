"""Cells of an experiment that can't be distinguished, by what they are or by what they record."""

from __future__ import annotations

import hashlib

from scripts.jobs import Job
from scripts.plan.errors import Problem
from scripts.plan.study import Study
from scripts.values.canonical import canonical

# A folder's name may have 255 bytes, and what is written beside has a longer one.
LONGEST_ID = 200
_OWN = ("cell_id", "factors")


class Alike:
    """Looks at one cell of an experiment after another, and compares it with those before it."""

    def __init__(self, study: Study, name: str) -> None:
        self.document = study.documents[name]
        self.by_factors: dict[str, Job] = {}
        self.by_content: dict[bytes, Job] = {}

    def problem(self, job: Job) -> Problem | None:
        """What is wrong with the cell, or None.

        Two cells whose factors read alike would have one place on every chart; two that differ
        by their factors alone are the same measurement twice, as one factor undoes another.
        """
        recorded = canonical(job["factors"])
        own = canonical({key: value for key, value in job.items() if key not in _OWN})
        content = hashlib.sha256(own.encode()).digest()
        if recorded in self.by_factors:
            message = f"two different cells are recorded as {_words(job)}: give each value a label"
            return self.document.problem(("factors",), message)
        if content in self.by_content:
            other = _words(self.by_content[content])
            message = f"{_words(job)} is the same cell as {other}: one factor undoes another"
            return self.document.problem(("factors",), message)
        if len(job["cell_id"]) > LONGEST_ID:
            message = (
                f"make ids of {len(job['cell_id'])} letters, over {LONGEST_ID}: use shorter labels"
            )
            return self.document.problem(("factors",), message)
        self.by_factors[recorded] = self.by_content[content] = job
        return None


def _words(job: Job) -> str:
    return ", ".join(f"{path} {value}" for path, value in job["factors"].items()) or "no factors"
