"""What an edit makes stale, as a table: these results, and no others.

Here it is what decides a result by its content. What runs because a file changed that a rule reads
(a view, a page, a claim, a lock) is tested with Snakemake in tests/dag.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts.plan import load_study, plan

REPOSITORY = Path(__file__).resolve().parents[2]
READ = ("config", "emulator", "envs", "qemu", "report", "scripts", "sql", "tracing", "workloads")
STATEMENT = "\nCHANGED = 1\n"
COMMENT = "\n# Changed.\n"
Job = dict
Runs = Callable[[dict[str, list[Job]]], dict[str, int]]


def follow(fits: Callable[[Job], bool], *kinds: str) -> Runs:
    """Those of a study's jobs that fit, by kind."""
    return lambda plan: {kind: sum(map(fits, plan[f"{kind}s"])) for kind in kinds}


def data(*kinds: str) -> Callable[[Job], bool]:
    return lambda job: bool(job["dataset"]) and job["dataset"]["kind"] in kinds


def loaded(*kinds: str) -> Runs:
    """Data sets of kinds, and what begins with them."""
    return follow(data(*kinds), "dataset", "snapshot", "cell")


def ran(workload: str) -> Runs:
    """Cells with a phase of a workload, or that begin with a warm-up by it."""

    def fits(job: Job) -> bool:
        phases = job.get("phases") or [job["warm_up"]]
        return any(phase and phase["workload"].startswith(workload) for phase in phases)

    def found(plan: dict[str, list[Job]]) -> dict[str, int]:
        warmed = {job["snapshot_id"] for job in plan["snapshots"] if fits(job)}
        cells = [job for job in plan["cells"] if fits(job) or job["snapshot_id"] in warmed]
        return {"snapshot": len(warmed), "cell": len(cells)}

    return found


def steps(*names: str) -> Runs:
    return lambda plan: dict.fromkeys(names, 1)


def also(runs: Runs, *names: str) -> Runs:
    return lambda plan: runs(plan) | dict.fromkeys(names, 1)


NOTHING = steps()
EVERYTHING = follow(lambda job: True, "dataset", "machine", "snapshot", "cell")
MEASURING = follow(lambda job: True, "machine", "snapshot", "cell")
OF_MARIADB = follow(
    lambda job: job["engine"] == "mariadb-11.8", "dataset", "machine", "snapshot", "cell"
)
TRACED = follow(lambda job: "readahead" in job["traces"], "snapshot", "cell")
ENGINES, KINDS, DATA = "scripts/engines", "scripts/workloads", "scripts/data"


class Edit(NamedTuple):
    """Text that replaces a pattern's match in a file ("" is its end), and what then is stale."""

    name: str
    path: str
    pattern: str
    text: str
    stale: Runs


EDITS = [
    # Code of the host, whatever is changed in it.
    Edit("message-of-lab", "scripts/lab/scratch.py", "is not a folder", "is no folder", NOTHING),
    Edit("statement-of-lab", "scripts/lab/virtual/regions.py", "", STATEMENT, NOTHING),
    Edit("entry-of-lab", "scripts/lab/__main__.py", "", STATEMENT, NOTHING),
    Edit("host-lab", "scripts/lab/host/cell.py", "", STATEMENT, NOTHING),
    Edit("layers", "scripts/layers/build.py", "", STATEMENT, NOTHING),
    Edit("files", "scripts/files/__init__.py", "", STATEMENT, NOTHING),
    Edit("planner", "scripts/plan/expand.py", "", STATEMENT, NOTHING),
    Edit("plan-text", "scripts/plan/write.py", "", STATEMENT, NOTHING),
    Edit("identity", "scripts/identity/jobs.py", "", COMMENT, NOTHING),
    # What a host's code does with a machine.
    Edit("protocol", "scripts/identity/jobs.py", "PROTOCOL = 1", "PROTOCOL = 2", EVERYTHING),
    Edit("cpu-model", "scripts/lab/virtual/machine.py", '"Westmere"', '"Nehalem"', EVERYTHING),
    Edit("room-for-results", "scripts/lab/virtual/machine.py", "X_MIB = 64", "X_MIB = 66",
         EVERYTHING),
    Edit("units-of-device", "scripts/device/setting.py", r"self.unit.factor\)\)",
         "self.unit.factor) + 1)", also(EVERYTHING, "database", "render")),
    Edit("what-a-guest-reads-of-its-job", "scripts/identity/payload.py", r"10\*\*17", "10**18",
         EVERYTHING),
    # What a guest is sent: no words, and of the rest every byte.
    Edit("comment-guest", "scripts/guest/measure.py", "", COMMENT, NOTHING),
    Edit("docstring-guest", f"{ENGINES}/postgresql/guest/adapter.py", '^"""', '"""Or: ', NOTHING),
    Edit("guest-phases", "scripts/guest/workloads.py", "", STATEMENT, MEASURING),
    Edit("guest-load", "scripts/guest/load.py", "", STATEMENT, loaded("sysbench", "tpch")),
    Edit("guest-data", f"{DATA}/sysbench/guest.py", "", STATEMENT, loaded("sysbench")),
    Edit("guest-adapter", f"{ENGINES}/mariadb/guest/adapter.py", "", STATEMENT, OF_MARIADB),
    Edit("guest-sysbench", f"{KINDS}/sysbench/guest.py", "", STATEMENT, ran("sysbench/")),
    Edit("guest-hammerdb", f"{KINDS}/hammerdb/guest.py", "", STATEMENT, NOTHING),
    Edit("guest-init", "scripts/guest/init.sh", "", "\necho\n", also(EVERYTHING, "boot")),
    Edit("comment-init", "scripts/guest/init.sh", "", COMMENT, NOTHING),
    Edit("lua", "workloads/sysbench/modules/events.lua", "", "\nlocal more\n", ran("sysbench/")),
    Edit("comment-lua", "workloads/sysbench/modules/events.lua", "", "\n-- More.\n", NOTHING),
    Edit("fio", "workloads/fio/randread.fio", "", "\nnumjobs=1\n", ran("fio/randread")),
    Edit("trace", "tracing/readahead.bt", "", "\nBEGIN\n{\n}\n", TRACED),
    Edit("comment-trace", "tracing/readahead.bt", "", "\n// More.\n", NOTHING),
    Edit("tables-of-tpch", "workloads/tpch/schema.yaml", "", "\nmore: 1\n", loaded("tpch")),
    Edit("query", "workloads/tpch/q18.sql", "", "\n-- More.\n", follow(data("tpch"), "cell")),
    # What makes rows and statements.
    Edit("rows", f"{DATA}/sysbench/rows.py", "", STATEMENT, loaded("sysbench")),
    Edit("comment-rows", f"{DATA}/sysbench/rows.py", "", COMMENT, NOTHING),
    Edit("rows-of-another", f"{DATA}/tpcc/rows.py", "", STATEMENT, NOTHING),
    Edit("answers", f"{DATA}/tpch/queries.py", "", STATEMENT, follow(data("tpch"), "cell")),
    Edit("lock-sqlglot", "envs/requirements.lock", "(?m)^sqlglot==", "sqlglot==99.",
         also(follow(data("tpch"), "cell"), "rows", "database", "render")),
    Edit("lock-numpy", "envs/requirements.lock", "(?m)^numpy==", "numpy==99.",
         also(loaded("sysbench"), "rows", "database", "render")),
    # Images, and the device.
    Edit("emulator", "emulator/timing.c", "", "\nint another;\n", EVERYTHING),
    Edit("readme-of-emulator", "emulator/README.md", "", "\nMore.\n", NOTHING),
    Edit("image-of-engine", "envs/mariadb-11.8.lock.yaml", "(?m)^image_sha256: .*",
         f"image_sha256: {'7' * 64}", also(OF_MARIADB, "plan")),
    Edit("comment-lock", "envs/mariadb-11.8.lock.yaml", "", COMMENT, NOTHING),
    Edit("recipe-of-qemu", "qemu/build.sh", "", COMMENT, NOTHING),
    # The study.
    Edit("limit", "config/smoke.yaml", "limit_s: 300", "limit_s: 301", steps("plan")),
    Edit("comment-study", "config/smoke.yaml", "", COMMENT, NOTHING),
    # After the cells.
    Edit("parser", "scripts/parse/sysbench.py", "", STATEMENT, steps("rows")),
    Edit("plan-reader", f"{ENGINES}/mysql/plans.py", "", STATEMENT, steps("rows")),
    Edit("views-of-engine", f"{ENGINES}/mysql/statistics.yaml", "", COMMENT,
         steps("rows", "database")),
    Edit("colours", f"{ENGINES}/mysql/family.json", "#66752b", "#66752c",
         steps("database", "render")),
    Edit("statistics", "scripts/analyse/intervals.py", "", STATEMENT, steps("database")),
    Edit("site", "scripts/site/build.py", "", STATEMENT, steps("render")),
    Edit("verdict", "scripts/verify/outcomes.py", "", STATEMENT, steps("complete")),
    Edit("view", "sql/views/10_settings.sql", "", "\n-- More.\n", NOTHING),
    Edit("claims", "config/claims.yaml", "", COMMENT, NOTHING),
    Edit("page", "report/method.qmd", "", "\nMore.\n", NOTHING),
]  # fmt: skip


class Copy(NamedTuple):
    """The plan of the smoke study, and how much of it each edit makes stale."""

    plan: dict[str, list[Job]]
    stale: dict[str, dict[str, int]]


def texts_of(root: Path, edit: Edit) -> dict[str, str | None]:
    before = (root / edit.path).read_text()
    after = re.sub(edit.pattern or r"\Z", edit.text, before, count=1)
    assert after != before, edit.name
    return {edit.path: after}


def renamed(root: Path, old: str, new: str) -> dict[str, str | None]:
    """A module by another name, and all that import it."""
    paths = [f"{name.replace('.', '/')}.py" for name in (old, new)]
    found: dict[str, str | None] = {paths[0]: None, paths[1]: (root / paths[0]).read_text()}
    for path in (root / "scripts").rglob("*.py"):
        if old in (text := path.read_text()):
            found[str(path.relative_to(root))] = text.replace(old, new)
    assert len(found) > 5
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    root = tmp_path_factory.mktemp("repository")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in READ:
        shutil.copytree(REPOSITORY / name, root / name, ignore=ignored)
    edits = {edit.name: texts_of(root, edit) for edit in EDITS}
    edits["renamed"] = renamed(root, "scripts.programs.stderr", "scripts.lab.speak")
    script = Path(__file__).with_name("hashes_after_edits.py")
    done = subprocess.run(
        [sys.executable, script],
        cwd=root,
        input=json.dumps(list(edits.values())),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    before, *after = json.loads(done.stdout)
    stale = {
        name: dict(Counter(key.split()[0] for key in found if before.get(key) != found[key]))
        for name, found in zip(edits, after, strict=True)
    }
    return Copy(plan(load_study(REPOSITORY / "config/smoke.yaml")).as_json(), stale)


@pytest.mark.parametrize("edit", EDITS, ids=[edit.name for edit in EDITS])
def test_edit_makes_stale_what_it_concerns(copy: Copy, edit: Edit) -> None:
    wanted = {kind: count for kind, count in edit.stale(copy.plan).items() if count}
    assert copy.stale[edit.name] == wanted


def test_host_module_by_another_name_makes_nothing_stale(copy: Copy) -> None:
    assert copy.stale["renamed"] == {}
