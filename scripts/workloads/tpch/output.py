"""A line for the query, and its plan where the phase asked for one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.engines.families import family_of
from scripts.engines.plans import plan_reader
from scripts.parse.answers import read_statements
from scripts.parse.output import Output, PhaseFiles
from scripts.parse.rows import ParseNote

PLAN = "plan.json"


def read_plan(files: PhaseFiles) -> Iterator[Any]:
    """The plan's nodes; none of a query that was given up."""
    if not files.has(PLAN):
        return
    family = family_of(str(files.job.get("engine")))
    if read := plan_reader(family):
        yield from read(files.text(PLAN), files.phase, files.script, files.source(PLAN))
    else:
        words = f"scripts/engines has no family {family}, whose plans it could read"
        yield ParseNote(files.source(PLAN), None, words)


OUTPUT = Output((read_statements, read_plan))
