"""A study with one small cell of the lab `host`, and the lab's command line for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from smoke_run import REPOSITORY

from scripts.lab.host.disks import FILE, LOOP_CONTROL
from scripts.lab.host.groups_v1 import CONTROLLERS, folder_of
from scripts.lab.host.kernel import VM
from scripts.plan import load_study, plan

SHARED = REPOSITORY / "results"
# Whoever tests has something else running, so what such a cell says of times is not looked at.
LAB = "lab: {{kind: host, device_mib: 96, disturbed: {disturbed}, engine_cpus: '{cpus}'}}\n"
STUDY = "engines: [postgresql-17]\nexperiments: [raw]\n"
RAW = """\
title: raw
question: How fast?
page: cells
cell:
  filesystem: none
  device: {{{device}, bandwidth_mib_s: {bandwidth_mib_s}, read_ahead_kb: 64}}
  phases:
    - name: write
      workload: fio/randwrite
      duration_s: {seconds}
      options: {{block_size_kib: 16, io_depth: 4}}
    - name: read
      workload: fio/randread
      duration_s: {seconds}
      options: {{block_size_kib: 16, io_depth: 4}}
"""


def job_of(
    root: Path,
    *,
    device: str = "kind: loop",
    bandwidth_mib_s: float = 16,
    seconds: float = 2,
    disturbed: str = "keep",
    cpus: str = "0",
) -> dict[str, Any]:
    """The job of a cell of fio, planned in the folder ``root``."""
    (root / "config/experiments").mkdir(parents=True)
    for name in ("envs", "tracing", "workloads"):
        (root / name).symlink_to(REPOSITORY / name)
    raw = RAW.format(device=device, bandwidth_mib_s=bandwidth_mib_s, seconds=seconds)
    (root / "config/experiments/raw.yaml").write_text(raw)
    lab = LAB.format(disturbed=disturbed, cpus=cpus)
    (root / "config/host.yaml").write_text(lab + STUDY)
    return plan(load_study(root / "config/host.yaml", root)).cells[0].job


def start(job: dict[str, Any], out: Path, shared: Path = SHARED) -> subprocess.Popen[str]:
    """Start the lab's command for a cell, in a session of its own."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "job.json").write_text(json.dumps(job))
    return lab("cell", "--job", str(out / "job.json"), "--shared", str(shared), "--out", str(out))


def lab(*arguments: str) -> subprocess.Popen[str]:
    """Start a command of the lab."""
    return subprocess.Popen(
        [sys.executable, "-m", "scripts.lab", *arguments],
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a command: its exit code, and what it said."""
    _, said = process.communicate(timeout=300)
    return process.returncode, said


def lacking() -> str | None:
    """Why this host can't run these cells, or None."""
    if os.geteuid() != 0:
        return "only root can hold a device back"
    if not LOOP_CONTROL.exists():
        return "this kernel has no loop devices"
    if any(folder_of(name) is None for name in CONTROLLERS):
        return "this host has no control groups v1; those of v2 are tested in a guest"
    return None


def state() -> dict[str, Any]:
    """All that a cell could leave behind on this host, where other tests run beside it."""
    groups = {name: folder_of(name) for name in CONTROLLERS}
    throttle = groups["blkio"]
    files = subprocess.check_output(["losetup", "--noheadings", "--output", "BACK-FILE"], text=True)
    return {
        "loops": [line for line in files.splitlines() if FILE in line],
        "groups": [name for name, folder in groups.items() if (folder / "bandwise").exists()],
        "limits": [path.read_text() for path in sorted(throttle.glob("blkio.throttle.*_bps_*"))],
        "write_back": [path.read_text() for path in sorted(VM.glob("dirty_*"))],
        "file": (SHARED / "loop").exists(),
    }
