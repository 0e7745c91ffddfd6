"""One guest for all checks of the emulator that need a kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from boot_guest import Run, boot_guest, names_of_all_checks

from scripts.lab.places import REPOSITORY, Places


@pytest.fixture(scope="session")
def places() -> Places:
    """Layers, kernel and module as the workflow makes them; only what is stale is made."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    }
    made = ("layers/qemu/layer.json", "emulator/emulator.json", "boot/boot.json")
    targets = [f"results/{name}" for name in made]
    done = subprocess.run(
        ["snakemake", *targets, "--cores", "2", "--configfile", "config/smoke.yaml"],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return Places(REPOSITORY / "results")


@pytest.fixture(scope="session")
def checked(places: Places, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Every file of guest/checks, run in one guest."""
    work = tmp_path_factory.mktemp("guest")
    return boot_guest(places, names_of_all_checks(), work)
