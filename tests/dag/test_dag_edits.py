"""What an edit makes stale, as a table: the jobs that run again, and no others.

A comment or a docstring runs nothing, a statement runs the steps that it is a part of. A guest is
sent no comments, and of what it is sent every byte counts.
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


def data(*kinds: str) -> Callable[[dict], bool]:
    return lambda job: bool(job["dataset"]) and job["dataset"]["kind"] in kinds


def engine(family: str) -> Callable[[dict], bool]:
    return lambda job: str(job["engine"]).startswith(family)


def nothing(study: Study) -> dict[str, int]:
    return {}


def loaded(*kinds: str) -> Callable[[Study], dict[str, int]]:
    """Data sets of kinds are loaded again, and what begins with them follows."""
    return lambda study: study.follow(data(*kinds), "dataset", "snapshot", "cell")


def runs(**counts: int) -> Callable[[Study], dict[str, int]]:
    return lambda study: counts


def all_machines(*before: str) -> Callable[[Study], dict[str, int]]:
    return lambda study: dict.fromkeys(before, 1) | study.everything


def all_layers(study: Study) -> dict[str, int]:
    return {"layer": 5, "source_layer": 1, "module": 1, "boot": 1} | study.everything


def engines_machines(study: Study) -> dict[str, int]:
    return study.follow(engine("mariadb"), "dataset", "machine", "snapshot", "cell")


def parsed(study: Study) -> dict[str, int]:
    return {"rows": 1} | END


def measuring(study: Study) -> dict[str, int]:
    """All but the loads, which are apart from what measures."""
    return study.follow(lambda job: True, "machine", "snapshot", "cell")


def ran(workload: str) -> Callable[[Study], dict[str, int]]:
    """Cells with a phase of a workload, or one that begin with a warm-up by it."""

    def fits(job: dict) -> bool:
        phases = job.get("phases") or [job["warm_up"]]
        return any(phase and phase["workload"].startswith(workload) for phase in phases)

    def found(study: Study) -> dict[str, int]:
        warmed = {job["snapshot_id"] for job in study.plan["snapshots"] if fits(job)}
        cells = [job for job in study.plan["cells"] if fits(job) or job["snapshot_id"] in warmed]
        counts = {"snapshot": len(warmed), "cell": len(cells), "rows": 1} | END
        return {kind: count for kind, count in counts.items() if count}

    return found


class Edit(NamedTuple):
    """Text that replaces a pattern's match in a file ("" is its end), and what then runs."""

    name: str
    path: str
    pattern: str
    text: str
    runs: Callable[[Study], dict[str, int]]


ENGINES = "scripts/engines"
KINDS = "scripts/workloads"
LAB, LAYERS = "scripts/lab/__main__.py", "scripts/layers/__main__.py"
EDITS = [
    # Words: nothing.
    Edit("comment-generator", "scripts/data/tpcc/rows.py", "", COMMENT, nothing),
    Edit("docstring-lab", "scripts/lab/virtual/regions.py", '^"""', '"""Other words. ', nothing),
    Edit("comment-layers", "scripts/layers/hooks.py", "", COMMENT, nothing),
    Edit("comment-parser", "scripts/parse/sysbench.py", "", COMMENT, nothing),
    Edit("comment-statistics", "scripts/analyse/intervals.py", "", COMMENT, nothing),
    Edit("readme-of-report", "report/README.md", "", "\nMore.\n", nothing),
    Edit("comment-study", "config/smoke.yaml", "", COMMENT, nothing),
    Edit("comment-experiment", "config/experiments/oltp.yaml", "", COMMENT, nothing),
    # Code of the host: its steps.
    Edit("generator-tpcc", "scripts/data/tpcc/rows.py", "", STATEMENT, nothing),
    Edit("generator-sysbench", "scripts/data/sysbench/rows.py", "", STATEMENT, loaded("sysbench")),
    Edit("tables-of-a-kind", "scripts/data/tpch/made.py", "", STATEMENT, loaded("tpch")),
    Edit("regions", "scripts/lab/virtual/regions.py", "", STATEMENT, all_machines()),
    Edit("module", "scripts/lab/module.py", "", STATEMENT, all_machines("module")),
    Edit("verdict", "scripts/verify/outcomes.py", "", STATEMENT, runs(complete=1)),
    Edit("planner", "scripts/plan/expand.py", "", STATEMENT, nothing),
    Edit("plan-text", "scripts/plan/write.py", "", STATEMENT, runs(plan=1, **END)),
    Edit("parser", "scripts/parse/sysbench.py", "", STATEMENT, parsed),
    Edit("plan-reader", f"{ENGINES}/mysql/plans.py", "", STATEMENT, parsed),
    Edit("views-of-engine", f"{ENGINES}/mysql/statistics.yaml", "", COMMENT, parsed),
    Edit("colours", f"{ENGINES}/mysql/family.json", "#66752b", "#66752c", runs(**END)),
    Edit("statistics", "scripts/analyse/intervals.py", "", STATEMENT, runs(**END)),
    Edit("view", "sql/views/10_settings.sql", "", "\n-- More.\n", runs(**END)),
    Edit("query-of-site", "sql/pages/cells.sql", "", "\n-- More.\n", runs(**SITE)),
    Edit("query-of-a-cell", "sql/pages/cell/about.sql", "", "\n-- More.\n", runs(**SITE)),
    Edit("columns", "sql/columns/cells.yaml", "", "\n# More.\n", runs(**SITE)),
    Edit("general-query", "sql/pages/experiment/runs.sql", "", "\n-- More.\n", runs(**SITE)),
    Edit("specification", "report/experiments/oltp.yaml", "", COMMENT, runs(**SITE)),
    # Entry modules: the function of the step.
    Edit("entry-of-jobs", LAB, r"(def _job.*\n)", r"\1    options.more = 1\n", all_machines()),
    Edit("entry-of-host", LAB, r"(def _host\(.*\n)", r"\1    options.more = 1\n", nothing),
    Edit("entry-of-layers", LAYERS, r"(def _build.*\n)", r"\1    options.more = 1\n", all_layers),
    Edit("entry-of-check", LAYERS, r"(def _check.*\n)", r"\1    options.more = 1\n", nothing),
    # What a guest is sent: no words, and of the rest every byte.
    Edit("comment-guest", "scripts/guest/measure.py", "", COMMENT, nothing),
    Edit(
        "docstring-guest",
        f"{ENGINES}/postgresql/guest/adapter.py",
        '^"""',
        '"""Other words. ',
        nothing,
    ),
    Edit("comment-init", "scripts/guest/init.sh", "", COMMENT, nothing),
    Edit("comment-lua", "workloads/sysbench/modules/events.lua", "", "\n-- More.\n", nothing),
    Edit("comment-trace", "tracing/readahead.bt", "", "\n// More.\n", nothing),
    Edit("comment-fio", "workloads/fio/read.fio", "", COMMENT, nothing),
    Edit("comment-tables", "workloads/tpch/schema.yaml", "", COMMENT, nothing),
    Edit("guest-load", "scripts/guest/load.py", "", STATEMENT, loaded("sysbench", "tpch")),
    Edit("guest-data", "scripts/data/sysbench/guest.py", "", STATEMENT, loaded("sysbench")),
    Edit("guest-adapter", f"{ENGINES}/mariadb/guest/adapter.py", "", STATEMENT, engines_machines),
    Edit("guest-init", "scripts/guest/init.sh", "", "\necho\n", all_machines("boot")),
    Edit(
        "answer-of-a-kind",
        "scripts/workloads/tpch/answer.py",
        "",
        STATEMENT,
        lambda study: study.follow(data("tpch"), "cell"),
    ),
    Edit("guest-phases", "scripts/guest/workloads.py", "", STATEMENT, measuring),
    # A kind's part in the guest is sent with the jobs that use the kind.
    Edit("guest-sysbench", f"{KINDS}/sysbench/guest.py", "", STATEMENT, ran("sysbench/")),
    Edit("guest-fio", f"{KINDS}/fio/guest.py", "", STATEMENT, ran("fio/")),
    Edit("guest-hammerdb", f"{KINDS}/hammerdb/guest.py", "", STATEMENT, nothing),
    Edit("comment-guest-of-kind", f"{KINDS}/check/guest.py", "", COMMENT, nothing),
    Edit("lua", "workloads/sysbench/modules/events.lua", "", "\nlocal more\n", ran("sysbench/")),
    Edit("fio", "workloads/fio/randread.fio", "", "\nnumjobs=1\n", ran("fio/randread")),
    # Locks: the packages that a step uses.
    Edit(
        "lock-sqlglot",
        "envs/requirements.lock",
        "(?m)^sqlglot==",
        "sqlglot==99.",
        lambda study: {
            "tpch_reference": 1,
            **study.follow(data("tpch"), "cell"),
        },
    ),
    Edit("lock-scipy", "envs/requirements.lock", "(?m)^scipy==", "scipy==99.", runs(**END)),
    Edit("lock-ruff", "envs/requirements.lock", "(?m)^ruff==", "ruff==99.", nothing),
    Edit("citation", "CITATION.cff", "", COMMENT, runs(**SITE)),
    Edit("lock-npm", "package-lock.json", "", "\n", runs(**SITE)),
    Edit(
        "lock-layer",
        "envs/mariadb-11.8.lock.yaml",
        "",
        COMMENT,
        lambda study: {"layer": 1} | engines_machines(study),
    ),
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
