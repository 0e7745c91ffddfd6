"""What Snakemake runs after an edit: the jobs that it concerns, and no others.

tests/identity has a table of what decides a result by its content. Here are some of its edits, in
earnest, and those of files that a rule reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from scratch_workflow import Workflow

STATEMENT = "\nCHANGED = 1\n"
COMMENT = "\n# Changed.\n"
SITE = {"render": 1, "complete": 1}
END = {"database": 1} | SITE


class Study:
    """Counts of the planned jobs that fit a condition, as rules and how often they run."""

    def __init__(self, workflow: Workflow):
        self.plan = workflow.plan()

    def follow(self, fits: Callable[[dict], bool], *kinds: str) -> dict[str, int]:
        """Jobs of kinds and all that comes after cells."""
        counts = {kind: sum(map(fits, self.plan[f"{kind}s"])) for kind in kinds}
        return counts | {"rows": 1} | END

    @property
    def everything(self) -> dict[str, int]:
        return self.follow(lambda job: True, "dataset", "machine", "snapshot", "cell")


def loaded(study: Study) -> dict[str, int]:
    """The data sets of sysbench are loaded again, and what begins with them follows."""

    def fits(job: dict) -> bool:
        return bool(job["dataset"]) and job["dataset"]["kind"] == "sysbench"

    return study.follow(fits, "dataset", "snapshot", "cell")


def layer_of_mariadb(study: Study) -> dict[str, int]:
    def fits(job: dict) -> bool:
        return job["engine"] == "mariadb-11.8"

    return {"layer": 1} | study.follow(fits, "dataset", "machine", "snapshot", "cell")


def runs(**counts: int) -> Callable[[Study], dict[str, int]]:
    return lambda study: counts


def all_machines(*before: str) -> Callable[[Study], dict[str, int]]:
    return lambda study: dict.fromkeys(before, 1) | study.everything


class Edit(NamedTuple):
    """Text that replaces a pattern's match in a file ("" is its end), and what then runs."""

    name: str
    path: str
    pattern: str
    text: str
    runs: Callable[[Study], dict[str, int]]


JOBS = "scripts/identity/jobs.py"
NO_CONTENT = {
    "scripts/lab/virtual/regions.py": STATEMENT,
    "scripts/layers/build.py": STATEMENT,
    "scripts/lab/module.py": STATEMENT,
    "scripts/plan/expand.py": STATEMENT,
    "scripts/guest/measure.py": COMMENT,
    "config/smoke.yaml": COMMENT,
    "report/README.md": "\nMore.\n",
}
OF_THE_SITE = {
    "sql/pages/cell/about.sql": "\n-- More.\n",
    "sql/facts/read_ahead.sql": "\n-- More.\n",
    "sql/columns/cells.yaml": "\n# More.\n",
    "report/experiments/oltp.yaml": COMMENT,
    "CITATION.cff": COMMENT,
    "package-lock.json": "\n",
}
EDITS = [
    Edit("protocol", JOBS, "PROTOCOL = 1", "PROTOCOL = 2", all_machines("module", "boot")),
    Edit("init", "scripts/guest/init.sh", "", "\necho\n", all_machines("boot")),
    Edit("generator", "scripts/data/sysbench/rows.py", "", STATEMENT, loaded),
    Edit("recipe-of-qemu", "qemu/build.sh", "", COMMENT, all_machines("source_layer")),
    Edit("lock-layer", "envs/mariadb-11.8.lock.yaml", "", COMMENT, layer_of_mariadb),
    Edit("parser", "scripts/parse/sysbench.py", "", COMMENT, runs(rows=1, **END)),
    Edit("view", "sql/views/10_settings.sql", "", "\n-- More.\n", runs(**END)),
]


@pytest.mark.parametrize("edit", EDITS, ids=[edit.name for edit in EDITS])
def test_edit_runs_what_it_concerns(workflow: Workflow, edit: Edit) -> None:
    path = workflow.root / edit.path
    before = path.read_text()
    pattern = edit.pattern or r"\Z"
    after = re.sub(pattern, edit.text, before, count=1)
    assert after != before
    path.write_text(after)
    assert workflow.stale() == edit.runs(Study(workflow))


def test_edits_of_what_the_site_is_made_of_make_it_anew(workflow: Workflow) -> None:
    """All at once: Snakemake names each of them as a reason."""
    for name, text in OF_THE_SITE.items():
        path = workflow.root / name
        path.write_text(path.read_text() + text)
    done = workflow.run("--dry-run", "--quiet", "host")
    said = done.stdout + done.stderr
    assert workflow.counts(said) == SITE
    (reasons,) = re.findall(r"Updated input files: (.*)", said)
    assert set(reasons.split(", ")) == OF_THE_SITE.keys()


def test_edits_that_change_no_content_run_nothing(workflow: Workflow) -> None:
    """All at once: one that ran something would be seen as well."""
    for name, text in NO_CONTENT.items():
        path = workflow.root / name
        path.write_text(path.read_text() + text)
    assert workflow.stale() == {}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("emulator/emulator.json", "module"),
        ("emulator/vnvme.ko", "module"),
        ("boot/boot.json", "boot"),
        ("layers/base/layer.json", "layer"),
    ],
)
def test_deleted_part_of_every_machine_is_made_again(
    workflow: Workflow, name: str, wanted: str
) -> None:
    """Nothing was planned, and a cell then failed with "run snakemake"."""
    path = workflow.shared / name
    aside = path.rename(path.with_suffix(".aside"))
    try:
        assert workflow.stale()[wanted] == 1
    finally:
        aside.rename(path)


def test_warm_up_of_another_query_has_its_answers_made(workflow: Workflow) -> None:
    """The snapshot failed: only the references of the phases were planned."""
    path = workflow.root / "config/experiments/olap.yaml"
    warm_up = "cell:\n  warm_up: {name: warm-up, workload: tpch/q1}\n"
    path.write_text(re.sub(r"(?m)^cell:\n", warm_up, path.read_text(), count=1))
    done = workflow.run("--dry-run", "--quiet", "progress")
    assert "TPC-H's q1:" in done.stdout + done.stderr


def test_layer_that_no_study_has_is_compiled_with_what_it_needs(workflow: Workflow) -> None:
    """It had no compiler, as only a study's own layers were taken for compiled ones."""
    target = "results/layers/postgresql-18-source/layer.json"
    assert workflow.stale(target) == {"layer": 2, "source_layer": 1}
