"""Running the smoke study's workflow as its user would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from scripts.plan import load_study, plan
from scripts.plan.room import room_problem

REPOSITORY = Path(__file__).parents[2]
SMOKE = "config/smoke.yaml"


def snakemake(*arguments: str, folder: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    """Run the smoke study's workflow with further arguments; it may fail."""
    return _run(["snakemake"], arguments, folder)


def boxed_snakemake(*arguments: str, folder: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    """The same, with each command where only its declared files are visible."""
    program = str(Path(__file__).with_name("boxed_snakemake.py"))
    return _run([sys.executable, program], arguments, folder)


def little_room() -> str | None:
    """The line that names the disk, if it has too little room for what is still to be made."""
    study = load_study(REPOSITORY / SMOKE, REPOSITORY)
    planned, config = plan(study), study.config
    results, shared = (REPOSITORY / name for name in (config.results_dir, config.shared_dir))
    kept = {entry.id for entry in planned.snapshots}
    return room_problem(planned, results, shared, kept=kept, at_once=2)


def _run(
    program: list[str], arguments: tuple[str, ...], folder: Path
) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    }
    return subprocess.run(
        [*program, "--cores", "2", "--configfile", SMOKE, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
