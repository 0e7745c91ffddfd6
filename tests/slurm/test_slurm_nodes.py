"""Nodes that die, or lack what a job needs: one line, nothing lost, and the rest goes on.

The study's stages only leave placeholders; all that is of Snakemake, of its plugin and of Slurm is
real. Each test goes on where the one before it ended.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cluster import Cluster
from fake_study import CELLS, FakeStudy

pytestmark = pytest.mark.slurm
QUICKLY = ["--slurm-init-seconds-before-status-checks", "2", "--latency-wait", "10"]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> FakeStudy:
    """A study whose cells are a moment each, finished without the cluster."""
    made = FakeStudy(tmp_path_factory.mktemp("study"))
    done = made.run()
    assert done.returncode == 0, done.stderr
    return made


def command(*arguments: str) -> list[str]:
    snakemake = str(Path(sys.executable).parent / "snakemake")
    profile = ["--workflow-profile", "profiles/slurm", "--configfile", "config/smoke.yaml"]
    return [snakemake, *profile, *QUICKLY, *arguments]


def run(study: FakeStudy, cluster: Cluster, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=study.root,
        env=study.environment() | cluster.environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


def outcomes(study: FakeStudy) -> list[Path]:
    return sorted(study.results.glob("cells/*/outcome.json"))


@contextmanager
def held(study: FakeStudy, cluster: Cluster) -> Iterator[subprocess.Popen[str]]:
    """A run with a job at work on each node until ``hold`` is deleted."""
    for pattern in ("staircase*", "oltp-postgresql*"):
        next(study.results.glob(f"cells/{pattern}/outcome.json")).unlink()
    (study.root / "hold").touch()
    process = subprocess.Popen(
        command(),
        cwd=study.root,
        env=study.environment() | cluster.environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        give_up_s = time.monotonic() + 120
        while len(running(cluster)) < 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < give_up_s, cluster.ask("squeue")
            time.sleep(0.5)
        yield process
    finally:
        (study.root / "hold").unlink(missing_ok=True)
        process.kill()
        process.wait()


def running(cluster: Cluster) -> dict[str, str]:
    """Of each node, the number of the job that its runner is at work on."""
    lines = cluster.ask(
        "squeue", "--noheader", "--states", "RUNNING", "--format", "%N %A"
    ).splitlines()
    return dict(line.split() for line in lines)


def test_cells_are_measured_by_both_nodes_and_the_rest_is_done_here(
    study: FakeStudy, cluster: Cluster
) -> None:
    for outcome in outcomes(study)[:4]:
        outcome.unlink()
    done = run(study, cluster)
    assert done.returncode == 0, done.stderr
    assert len(outcomes(study)) == CELLS
    assert done.stderr.splitlines()[-1].endswith("the site is results/smoke/site/index.html")
    fields = "NodeList,ReqMem,TimelimitRaw,ReqCPUS"
    lines = cluster.ask("sacct", "-X", "--noheader", "--format", fields).splitlines()
    # The smoke study's machines: 1024 + 512 + 768 MiB; 10 min of wall time, and 15 beside it.
    assert {tuple(line.split()[-3:]) for line in lines} == {("2415M", "25", "1")}
    assert {line.split()[-4] for line in lines} == {"node1", "node2"}
    assert len(lines) == 4, "rows, database or site were made on a node"


def test_nothing_is_left_to_do_and_nothing_is_submitted(study: FakeStudy, cluster: Cluster) -> None:
    done = run(study, cluster)
    assert done.returncode == 0
    assert "Nothing to be done" in done.stderr


def test_node_that_dies_in_a_cell_costs_that_attempt_alone(
    study: FakeStudy, cluster: Cluster
) -> None:
    with held(study, cluster) as process:
        cluster.kill_node("node2")
        (study.root / "hold").unlink()
        _, text = process.communicate(timeout=300)
    assert process.returncode == 0, text
    assert len(outcomes(study)) == CELLS
    assert "Traceback" not in text
    cluster.start_node("node2")


def test_job_that_is_cancelled_is_one_line_and_tried_again(
    study: FakeStudy, cluster: Cluster
) -> None:
    with held(study, cluster) as process:
        cluster.ask("scancel", running(cluster)["node1"])
        time.sleep(3)
        (study.root / "hold").unlink()
        _, text = process.communicate(timeout=300)
    assert process.returncode == 0, text
    failed = [line for line in text.splitlines() if "it was cancelled (CANCELLED)" in line]
    assert len(failed) == 1, text
    assert any(line.endswith("is tried again") for line in text.splitlines())
    assert len(outcomes(study)) == CELLS


def test_node_without_python_is_named_and_the_rest_goes_on(
    study: FakeStudy, cluster: Cluster, tmp_path: Path
) -> None:
    for outcome in outcomes(study)[:4]:
        outcome.unlink()
    python = Path(sys.executable).resolve()
    cluster.kill_node("node2")
    empty = tmp_path / "no-python"
    empty.write_text("")
    cluster.start_node("node2", f"mount --bind {empty} {python}")
    try:
        done = run(study, cluster, "--retries", "0")
    finally:
        cluster.kill_node("node2")
        cluster.start_node("node2")
    failed = [line for line in done.stderr.splitlines() if "its node lacks" in line]
    assert done.returncode == 1, done.stderr
    assert failed, done.stderr
    assert all("docs/cluster.md says what a node needs" in line for line in failed)
    assert "Traceback" not in done.stderr
    # Those that the other node had, and all of before.
    assert CELLS - 4 < len(outcomes(study)) < CELLS
    assert run(study, cluster).returncode == 0
    assert len(outcomes(study)) == CELLS


def test_second_run_is_refused_while_jobs_of_the_first_are_on_nodes(
    study: FakeStudy, cluster: Cluster
) -> None:
    with held(study, cluster) as first:
        done = run(study, cluster)
        (study.root / "hold").unlink()
        _, text = first.communicate(timeout=300)
    assert done.returncode == 1
    assert sum("a run is going on" in line for line in done.stderr.splitlines()) == 1
    assert first.returncode == 0, text


def test_partition_that_is_not_there_is_one_line(study: FakeStudy, cluster: Cluster) -> None:
    outcomes(study)[0].unlink()
    done = run(study, cluster, "--default-resources", "slurm_partition=none")
    assert done.returncode == 1
    failed = [line for line in done.stderr.splitlines() if "invalid partition" in line]
    assert failed
    assert len(failed[0]) < 300
    assert run(study, cluster).returncode == 0


def test_cluster_without_accounting_needs_no_setting(
    study: FakeStudy, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`sacct` is installed and only answers with an error: jobs would never be seen to end."""
    cluster = Cluster(tmp_path_factory.mktemp("plain"), accounting=False)
    try:
        cluster.start()
        for outcome in outcomes(study)[:3]:
            outcome.unlink()
        done = run(study, cluster)
    finally:
        cluster.stop()
    assert done.returncode == 0, done.stderr
    assert len(outcomes(study)) == CELLS
