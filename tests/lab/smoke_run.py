"""Running the smoke study's workflow as its user would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SMOKE = "config/smoke.yaml"


def snakemake(*arguments: str, folder: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    """Run the smoke study's workflow with further arguments; it may fail."""
    return _run(["snakemake"], arguments, folder)


def boxed_snakemake(*arguments: str, folder: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    """The same, with each command where only its declared files are visible."""
    program = str(Path(__file__).with_name("boxed_snakemake.py"))
    return _run([sys.executable, program], arguments, folder)


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
