"""A study with small cells of the lab `host`, and a command line of the lab for one of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.plan import load_study, plan

REPOSITORY = Path(__file__).parents[2]
STUDY = """\
lab: {{kind: host, device_mib: 96, {cpus}}}
engines: [postgresql-17]
experiments: [raw]
results_dir: results/host
"""
RAW = """\
title: raw
question: How fast?
page: cells
cell:
  filesystem: {filesystem}
  device: {{kind: {kind}, bandwidth_mib_s: 16, read_ahead_kb: 64}}
  phases:
    - name: read
      workload: fio/randread
      duration_s: {seconds}
      options: {{block_size_kib: 16, io_depth: 4}}
    - name: write
      workload: fio/randwrite
      duration_s: {seconds}
      options: {{block_size_kib: 16, io_depth: 4}}
"""


def job_of(
    root: Path, *, cpus: str = "", filesystem: str = "none", kind: str = "loop", seconds: float = 2
) -> dict[str, Any]:
    """The job of a cell of fio, planned in the folder ``root``."""
    (root / "config/experiments").mkdir(parents=True)
    for name in ("envs", "tracing", "workloads"):
        (root / name).symlink_to(REPOSITORY / name)
    text = RAW.format(filesystem=filesystem, kind=kind, seconds=seconds)
    (root / "config/experiments/raw.yaml").write_text(text)
    (root / "config/host.yaml").write_text(STUDY.format(cpus=cpus or "engine_cpus: '0'"))
    return plan(load_study(root / "config/host.yaml", root)).cells[0].job


def start(job: dict[str, Any], shared: Path, out: Path) -> subprocess.Popen[str]:
    """Start the lab's command for a cell."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "job.json").write_text(json.dumps(job))
    command = [sys.executable, "-m", "scripts.lab", "cell", "--job", str(out / "job.json")]
    return subprocess.Popen(
        [*command, "--shared", str(shared), "--out", str(out)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(job: dict[str, Any], shared: Path, out: Path) -> tuple[int, str]:
    """Run it to its end: the exit code, and what it said."""
    process = start(job, shared, out)
    _, said = process.communicate(timeout=300)
    return process.returncode, said
