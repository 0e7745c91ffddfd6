"""A run where its folder has no locks, and a job of a run on a cluster's node."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from fake_study import CELLS, REPOSITORY, FakeStudy

WITHOUT_LOCKS = """
import errno, fcntl, os
def flock(*_):
    raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
fcntl.flock = flock
"""
# Each file below results/ that is opened, in the order of opening.
WATCHED = """
import os, sys
at = os.environ["OPENED"]
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        path = os.path.abspath(arguments[0])
        if "/results/" in path or path.endswith(".lock"):
            with os.fdopen(os.open(at, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "w") as file:
                file.write(path + "\\n")
sys.addaudithook(note)
"""


def changed_python(folder: Path, code: str, fake: FakeStudy) -> dict[str, str]:
    """An environment in which every Python begins with ``code``."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(code)
    environment = fake.environment()
    return environment | {"PYTHONPATH": f"{folder}:{environment['PYTHONPATH']}"}


def test_study_without_locks_is_finished_and_says_so_once_for_each_file(
    fake: FakeStudy, tmp_path: Path
) -> None:
    environment = changed_python(tmp_path / "python", WITHOUT_LOCKS, fake)
    done = subprocess.run(
        fake.command(), cwd=fake.root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if "can't be locked" in line]
    assert len(warnings) == 2
    assert all("start no second run meanwhile" in line for line in warnings)
    assert len([*fake.results.glob("cells/*/outcome.json")]) == CELLS


def test_job_on_a_node_takes_no_lock_and_reads_no_other_cell(
    fake: FakeStudy, tmp_path: Path
) -> None:
    """Each of N jobs read all N outcomes."""
    cell = sorted(path.name for path in fake.results.glob("cells/*"))[0]
    outcome = fake.results / "cells" / cell / "outcome.json"
    outcome.unlink()
    environment = changed_python(tmp_path / "python", WATCHED, fake)
    opened = tmp_path / "opened"
    environment["OPENED"] = str(opened)
    command = [sys.executable, "-m", "snakemake", "--snakefile", "Snakefile", "--cores", "1"]
    command += ["--target-jobs", f"cell:cell={cell}", "--allowed-rules", "cell", "--mode", "remote"]
    command += ["--force", "--no-hooks", "--nolock", "--ignore-incomplete"]
    command += ["--configfiles", "config/smoke.yaml"]
    done = subprocess.run(command, cwd=fake.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert outcome.exists()
    paths = [Path(line) for line in opened.read_text().splitlines()]
    assert not [path for path in paths if path.name in ("bandwise.lock", "run.lock")]
    others = [path for path in paths if fake.results / "cells" in path.parents]
    assert others
    assert {path.parent.name for path in others} == {cell}
    rows = [path for path in paths if fake.results / "rows" in path.parents]
    assert not rows


def test_profile_for_slurm_says_what_the_default_says() -> None:
    """One profile alone can be used, so each has all of it; places and waits are apart."""

    def settings(name: str) -> dict:
        text = (REPOSITORY / "profiles" / name / "config.yaml").read_text()
        return yaml.safe_load(re.sub(r"^\?if .*:\n  |(?<=: )\?.*", "", text, flags=re.MULTILINE))

    default, slurm = settings("default"), settings("slurm")
    for name in default.keys() - {"__definitions__", "latency-wait", "resources"}:
        assert slurm[name] == default[name], name
    # A network's file system keeps what it knows of a file for up to a minute.
    assert slurm["latency-wait"] > 60
    # Memory is asked for by each job; this host's is not what is shared out.
    assert "resources" not in slurm


def test_real_time_is_not_sent_to_nodes(fake: FakeStudy) -> None:
    installs = "run envs/setup.sh --cluster, which installs the executor"
    pytest.importorskip("snakemake_executor_plugin_slurm", reason=installs)
    command = [sys.executable, "-m", "snakemake", "--configfile", "config/host.yaml"]
    command += ["--workflow-profile", "none", "--executor", "slurm", "--jobs", "1", "--nolock"]
    done = subprocess.run(
        command, cwd=fake.root, env=fake.environment(), capture_output=True, text=True
    )
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if "lab.kind: host" in line]
    assert len(said) == 1, done.stderr
    assert "docs/cluster.md" in said[0]
    assert "Traceback" not in done.stderr


def test_profile_without_its_executor_says_how_to_install_it(
    fake: FakeStudy, tmp_path: Path
) -> None:
    """Each start of Snakemake imports all executors, so they are not there for everybody."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "real = util.find_spec\n"
        "plugin = 'snakemake_executor_plugin_slurm'\n"
        "util.find_spec = lambda found, *more: None if found == plugin else real(found, *more)\n"
    )
    variables = fake.environment()
    variables["PYTHONPATH"] = f"{tmp_path}:{variables['PYTHONPATH']}"
    command = [sys.executable, "-m", "snakemake", "--workflow-profile", "profiles/slurm"]
    done = subprocess.run(command, cwd=fake.root, env=variables, capture_output=True, text=True)
    assert done.returncode == 1
    said = "error: profiles/slurm: run envs/setup.sh --cluster, which installs its executor"
    assert said in done.stderr.splitlines()
    assert "Traceback" not in done.stderr
