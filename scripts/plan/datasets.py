"""All kinds of data sets, a folder of ``scripts/data`` each, and whether a study's fit."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scripts.data import FOLDER
from scripts.data.dataset import Dataset
from scripts.jobs import MOST_GIPS
from scripts.plan.document import Document
from scripts.plan.errors import Problem

NAMES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/model.py")))
KINDS: dict[str, type[Dataset]] = {
    name: import_module(f"scripts.data.{name}.model").KIND for name in NAMES
}
if TYPE_CHECKING:
    DatasetConfig = Any  # which kinds there are is known when it runs
else:
    DatasetConfig = Annotated[reduce(or_, KINDS.values()), Field(discriminator="kind")]


def datasets_problems(
    datasets: dict[str, Dataset], lab: Any, document: Document, root: Path
) -> list[Problem]:
    """What is wrong with a study's data sets in its ``lab``."""
    return [
        document.problem(("datasets", name, key), message)
        for name, dataset in datasets.items()
        for key, message in _problems(dataset, lab, root)
    ]


def _problems(dataset: Dataset, lab: Any, root: Path) -> list[tuple[str, str]]:
    if problems := dataset.problems(root):
        return problems
    problems = dataset.limit_problems(lab.virtual_limit_s)
    most_tenths = round((MOST_GIPS - lab.cpu_gips) * 10)
    if dataset.load_tenth_gips_more > most_tenths:
        message = (
            f"must be <= {most_tenths}, as a CPU has at most {MOST_GIPS} and lab.cpu_gips is "
            f"{lab.cpu_gips:g} (got {dataset.load_tenth_gips_more})"
        )
        problems = [*problems, ("load_tenth_gips_more", message)]
    room_mib, needed_mib = lab.device_mib, dataset.mib(root)
    if needed_mib <= room_mib:
        return problems
    key, most = dataset.most_that_fits(room_mib, room_mib / needed_mib)
    message = (
        f"the data need about {needed_mib:.0f} MiB with indexes and logs, more than "
        f"lab.device_mib ({room_mib}): {most}"
    )
    return [*problems, (key, message)]
