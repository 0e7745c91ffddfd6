"""The smoke study on two nodes: every row as on this host alone."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cluster import Cluster

from scripts.verify.compare import compare

pytestmark = pytest.mark.slurm
REPOSITORY = Path(__file__).parents[2]
HERE, THERE = REPOSITORY / "results/smoke", REPOSITORY / "results/slurm"
# Layers are the same files, which no node makes; all else is made on the nodes.
LAYERS = ("layers", "packages")


def snakemake(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent
    environment = environment | {"PATH": f"{program}{os.pathsep}{environment['PATH']}"}
    command = [str(program / "snakemake"), "--configfile", "config/smoke.yaml", *arguments]
    return subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True)


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.parquet"))
    }


def test_rows_of_two_nodes_are_those_of_this_host(cluster: Cluster) -> None:
    done = snakemake("--cores", "2", environment=dict(os.environ))
    assert done.returncode == 0, done.stderr
    shutil.rmtree(THERE, ignore_errors=True)
    for name in LAYERS:
        shutil.copytree(
            REPOSITORY / "results" / name, THERE / name, symlinks=True, copy_function=os.link
        )
    folders = [f"results_dir={THERE.relative_to(REPOSITORY)}"]
    folders += [f"shared_dir={THERE.relative_to(REPOSITORY)}"]
    profile = ["--workflow-profile", "profiles/slurm"]
    profile += ["--slurm-init-seconds-before-status-checks", "2"]
    done = snakemake(*profile, "--config", *folders, environment=cluster.environment)
    assert done.returncode == 0, done.stderr
    cells = sorted(path.name for path in (HERE / "cells").iterdir())
    assert sorted(path.name for path in (THERE / "cells").iterdir()) == cells
    for cell in cells:
        comparison = compare(HERE / "cells" / cell, THERE / "cells" / cell)
        assert comparison["identical"], comparison
    rows = digests(HERE / "rows")
    assert len(rows) > len(cells)
    assert digests(THERE / "rows") == rows
    nodes = cluster.ask("sacct", "-X", "--noheader", "--format", "NodeList,State").splitlines()
    assert {line.split()[0] for line in nodes} == {"node1", "node2"}
