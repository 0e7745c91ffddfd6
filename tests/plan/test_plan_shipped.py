"""The studies that come with the repository, its documentation, and the command line."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.files import PART
from scripts.identity.imports import guest_sources, module_sources
from scripts.identity.payload import workload_files
from scripts.plan import load_study, plan
from scripts.plan.catalogue import Catalogue
from scripts.plan.docs import refresh
from scripts.plan.study import ROOT
from scripts.plan.write import write_plan

STUDIES = sorted(path.name for path in (ROOT / "config").glob("*.yaml") if path.stem != "claims")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.plan", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("name", STUDIES)
def test_study_can_be_planned(name: str) -> None:
    planned = plan(load_study(ROOT / "config" / name))
    ids = [entry.id for entry in (*planned.datasets, *planned.snapshots, *planned.cells)]
    assert len(set(ids)) == len(ids)


def test_smoke_runs_every_experiment_of_the_default_study() -> None:
    smoke, default = (load_study(ROOT / "config" / name) for name in ("smoke.yaml", "config.yaml"))
    assert set(smoke.experiments) >= set(default.experiments)
    assert len(plan(smoke).cells) <= len(smoke.experiments) + 2


def test_documentation_of_the_keys_is_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    fresh = refresh(ROOT / "config" / "README.md", only_check=True) == 0
    assert fresh, "run python -m scripts.plan docs:\n" + capsys.readouterr().err


def test_check_shows_a_table_without_colours_where_nobody_sees_them() -> None:
    done = run("check")
    assert done.returncode == 0, done.stderr
    assert "in all" in done.stdout
    assert "\x1b" not in done.stdout


def test_check_reports_a_mistake_in_one_line_and_fails() -> None:
    done = run("check", "--changes", '{"engine_memory_mib": 0}')
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "engine_memory_mib: must be >= 16 (got 0)" in done.stderr


def test_plan_does_not_depend_on_the_process_that_makes_it() -> None:
    lists = {run("list", "cells", PYTHONHASHSEED=seed).stdout for seed in ("1", "2")}
    assert len(lists) == 1
    assert "oltp-" in lists.pop()


def test_planning_is_quick() -> None:
    """A workflow with nothing to do waits for it, so a second of processor time is too much."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert run("list", "cells").returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime < 1.0


def test_written_plan_holds_what_the_job_files_hold(tmp_path: Path) -> None:
    planned = plan(load_study(ROOT / "config" / "smoke.yaml"))
    write_plan(planned, tmp_path / "own", tmp_path / "shared")
    written = json.loads((tmp_path / "own" / "plan.json").read_text())
    for job in written["cells"]:
        path = tmp_path / "own" / "cells" / job["cell_id"] / "job.json"
        assert json.loads(path.read_text()) == job
    assert {path.parent.name for path in tmp_path.glob("shared/snapshots/*/job.json")} == {
        job["snapshot_id"] for job in written["snapshots"]
    }
    assert not list(tmp_path.rglob(f".*{PART}"))


def test_sources_of_a_module_are_what_it_imports() -> None:
    sources = module_sources("scripts/lab/virtual/tasks/cell.py")
    assert {"scripts/lab/virtual/tasks/cell.py", "scripts/lab/payloads.py"} <= set(sources)
    assert "scripts/__init__.py" not in sources, "a docstring alone changes no result"
    others = ("scripts/parse", "scripts/plan", "scripts/site")
    assert not [path for path in sources if path.startswith(others)]


@pytest.mark.parametrize(
    ("adapter", "own"),
    [
        (None, set()),
        ("postgresql", {"postgresql"}),
        ("mariadb", {"mariadb", "innodb", "mysql_protocol"}),
        ("mysql", {"mysql", "innodb", "mysql_protocol"}),
    ],
)
def test_guest_of_an_engine_has_its_own_adapter_alone(adapter: str | None, own: set[str]) -> None:
    for task in ("load", "measure"):
        sources = {Path(file) for file in guest_sources(adapter, task)}
        engines = {path.name for path in sources if path.parent.name == "engines"}
        assert engines == {"__init__.py", "adapter.py", "layer.py", "session.py"}
        families = [path for path in sources if path.parts[1] == "engines"]
        assert {path.parts[2] for path in families} == own
        assert {path.parts[3] for path in families} <= {"guest"}
        assert not [path for path in families if path.name == "hammerdb.py"]


def test_a_dataset_does_not_depend_on_what_measures() -> None:
    load = {Path(file).name for file in guest_sources("postgresql", "load")}
    assert {"__main__.py", "load.py", "device.py", "system.py", "views.py"} <= load
    assert not {"measure.py", "observe.py", "prepare.py", "traces.py", "workloads.py"} & load
    assert "load.py" not in {Path(file).name for file in guest_sources("postgresql", "boot")}


EVENTS = "workloads/sysbench/modules/events.lua"


def test_script_of_sysbench_itself_has_no_file_of_ours_but_what_all_have() -> None:
    phases = [{"workload": "sysbench/oltp_read_write"}, {"workload": "sql/scan"}]
    assert workload_files(phases, "postgresql") == [
        "workloads/sql/scan.sql",
        EVENTS,
    ]


def test_script_of_ours_comes_with_the_modules_that_it_requires() -> None:
    phases = [{"workload": "sysbench/tpcc"}, {"workload": "check/tpcc"}]
    modules = ("client", "events", "report", "tpcc_input", "tpcc_transactions")
    assert workload_files(phases, "postgresql") == [
        "workloads/check/tpcc.sql",
        *(f"workloads/sysbench/modules/{module}.lua" for module in modules),
        "workloads/sysbench/tpcc.lua",
    ]


def test_module_of_scripts_is_no_workload() -> None:
    known = Catalogue(ROOT).workloads["sysbench"]
    assert {"select_only", "tpcc"} <= set(known)
    assert not {"events", "keys", "made"} & set(known)
