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
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    }
    return subprocess.run(
        ["snakemake", "--cores", "2", *arguments, "--configfile", SMOKE],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
