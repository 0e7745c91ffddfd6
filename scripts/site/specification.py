"""What the site shows of an experiment: ``report/experiments/<experiment>.yaml``.

A specification names the measure that the experiment is about, what its figures are drawn over,
the general queries (``sql/pages/experiment/``) that its page needs, and its charts.
`load_specifications` checks it, so that a slip of the pen is one line before anything is built.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from scripts.plan.document import load_document
from scripts.plan.errors import ConfigError, Problem, from_validation, unknown
from scripts.site.errors import SiteError
from scripts.values.fields import NAME, Block

FOLDER = "report/experiments"
GENERAL_QUERIES = "sql/pages/experiment"
BANDWIDTH = "bandwidth"
USUAL = ("summary", "runs", "ratio", "crossover", "basis")

Text = Annotated[str, Field(min_length=1)]
Measure = Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]


class Chart(Block):
    """One measure of the experiment's runs, drawn."""

    measure: Measure = Field(description="A column of the view `run_measures`.")
    label: Text = Field(description="The measure with its unit, on the chart's axis.")
    title: Text
    subtitle: Text | None = None
    scale: Literal["log", "linear"] = "log"
    full: float | None = Field(None, description="A value with a dotted line, such as all of it.")
    format: Literal["number", "percent", "bytes"] = "number"
    divide_by: float = Field(1, gt=0, description="1e6 for a label of millions.")


class MainChart(Block):
    """The chart that the page is about."""

    label: Text
    title: Text
    subtitle: Text | None = None
    note: Text | None = None
    divide_by: float = Field(1, gt=0, description="1024 for a label of KiB.")
    subject: Text = Field(
        "Throughput", description="What is compared, in the name of the chart of ratios."
    )


class Menu(Block):
    """Where the bar of pages has the experiment's page; needed by a new page alone."""

    under: Text = Field(description="A menu of `report/_quarto.yml`.")
    text: Text


class Specification(Block):
    """What the site shows of one experiment."""

    experiment: str | None = Field(
        None, pattern=NAME, description="Its name, where the file has another."
    )
    phases: list[Text] | None = Field(
        None, min_length=1, description="The phases whose figures are shown; all, if not given."
    )
    measure: Measure = Field(
        "tps", description="What is compared: a measure of the view `judged_measures`."
    )
    over: Text = Field(
        BANDWIDTH,
        description="What the figures are drawn over: `bandwidth`, or a factor by the last part of "
        "its name, such as `threads`.",
    )
    queries: list[Text] = Field(
        list(USUAL), description="Files of `sql/pages/experiment/`, without `.sql`."
    )
    measures: list[Measure] = Field(
        [], description="What the page shows of a run besides the measures that it has charts of."
    )
    main: MainChart | None = None
    charts: list[Chart] = Field([], description="The others, in the order of the page.")
    menu: Menu | None = None


def load_specifications(repository: Path) -> dict[str, Specification]:
    """All specifications of a repository by the name of their file, checked.

    Raises:
        SiteError: a line for each problem, with file, line and key.
    """
    queries = {path.stem for path in (repository / GENERAL_QUERIES).glob("*.sql")}
    found: dict[str, Specification] = {}
    problems: list[Problem] = []
    for path in sorted((repository / FOLDER).glob("*.yaml")):
        try:
            found[path.stem] = _load(path, queries)
        except ConfigError as error:
            problems += error.problems
    if problems:
        raise SiteError(str(ConfigError(problems)))
    return found


def _load(path: Path, queries: set[str]) -> Specification:
    document = load_document(path, f"{FOLDER}/{path.name}")
    try:
        specification = Specification.model_validate(document.data)
    except ValidationError as error:
        found = from_validation(error, Specification)
        raise ConfigError([document.problem(place, text) for place, text in found]) from error
    problems = [
        document.problem(("queries", index), unknown("query", name, queries))
        for index, name in enumerate(specification.queries)
        if name not in queries
    ]
    if problems:
        raise ConfigError(problems)
    return specification
