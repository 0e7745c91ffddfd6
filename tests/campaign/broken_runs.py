"""A small study whose runs are broken: started, watched, wiped away, and its rows compared."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
from figures import REPOSITORY

STUDY = "tests/campaign/study.yaml"
RESULTS = REPOSITORY / "results/campaign"
SHARED = REPOSITORY / "results"
LOG = REPOSITORY / "results/campaign.log"
# What no campaign breaks or deletes.
LAYERS = ("base", "toolchain", "qemu", "postgresql-17")
LASTING = [f"results/layers/{name}/layer.json" for name in LAYERS]
LASTING += ["results/emulator/emulator.json", "results/boot/boot.json"]
# Of a run that nobody disturbs, or that is broken: many times what it takes.
RUN_LIMIT_S = 1200.0


@dataclass
class Run:
    """A Snakemake run of the study, and every process that it has started."""

    process: subprocess.Popen[bytes]
    began: float

    @classmethod
    def start(cls, *arguments: str) -> Run:
        """Start a run whose output goes to ``LOG``."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        LOG.parent.mkdir(exist_ok=True)
        with LOG.open("wb") as log:
            process = subprocess.Popen(
                ["snakemake", *arguments, "--cores", "2", "--configfile", STUDY],
                cwd=REPOSITORY,
                env=os.environ | {"PATH": path},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return cls(process, time.monotonic())

    def wait(self) -> int:
        """The exit code. A run that hangs is ended, and counts as a fault of its own."""
        try:
            return self.process.wait(RUN_LIMIT_S)
        except subprocess.TimeoutExpired:
            for process in [*self.descendants(), psutil.Process(self.process.pid)]:
                with contextlib.suppress(psutil.Error):
                    process.kill()
            raise RuntimeError(f"the run did not end within {RUN_LIMIT_S:.0f} s") from None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.process.poll() is not None

    def descendants(self) -> list[psutil.Process]:
        """What it has started and still runs."""
        try:
            return psutil.Process(self.process.pid).children(recursive=True)
        except psutil.Error:
            return []


def command_of(process: psutil.Process) -> str:
    """What a process was started with; nothing when it has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def said() -> str:
    """What the last run said."""
    return LOG.read_text(errors="replace")


def undisturbed() -> tuple[float, dict[str, str]]:
    """A whole run from layers to site: its seconds without the layers, and its rows."""
    wipe()
    layers = [f"results/layers/{name}/layer.json" for name in LAYERS]
    for targets in ([*layers, "results/emulator/emulator.json", "results/boot/boot.json"], []):
        run = Run.start(*targets)
        if run.wait() != 0:
            raise RuntimeError(f"an undisturbed run failed:\n{said()[-3000:]}")
    return time.monotonic() - run.began, rows()


def rows() -> dict[str, str]:
    """The hash of every file of rows, and of every cell's raw outputs."""
    files = sorted([*RESULTS.glob("rows/*/*"), *RESULTS.glob("cells/*/outcome.json")])
    return {
        str(file.relative_to(RESULTS)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }


def difference(right: dict[str, str]) -> str:
    """What is not as in `right`, some names of it; nothing if all is the same."""
    found = rows()
    names = sorted(name for name in found | right if found.get(name) != right.get(name))
    return f"not the rows of an undisturbed run: {', '.join(names[:5])}" if names else ""


def is_complete() -> bool:
    """Whether the site is there and no cell has failed."""
    return (RESULTS / "complete.json").exists() and (RESULTS / "site/index.html").exists()


def wipe() -> None:
    """Delete all that the study made, but for layers, emulator and boot files."""
    for kind in ("datasets", "machines", "snapshots"):
        for folder in own_folders(kind):
            shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(RESULTS, ignore_errors=True)


def own_folders(kind: str) -> list[Path]:
    """The study's own "datasets", "machines" or "snapshots", if it has been planned."""
    plan = RESULTS / "plan.json"
    if not plan.exists():
        return []
    key = f"{kind.removesuffix('s')}_id"
    return [SHARED / kind / job[key] for job in json.loads(plan.read_text())[kind]]
