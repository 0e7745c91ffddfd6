"""What a run as root makes in a user's checkout is the user's at its end."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.files.owner import give_back

USER, OTHER = 1234, 4321
REPOSITORY = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of others")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A user's checkout in which root has worked."""
    folder = tmp_path / "checkout"
    (folder / "results/cells").mkdir(parents=True)
    (folder / "results/cells/outcome.json").touch()
    (folder / "results/su").touch()
    (folder / "results/su").chmod(0o4755)
    (folder / "results/of another").touch()
    os.chown(folder / "results/of another", OTHER, OTHER)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/precious").touch()
    (folder / "results/link").symlink_to(tmp_path / "outside")
    os.chown(folder, USER, USER)
    return folder


def owners(folder: Path) -> set[int]:
    return {path.lstat().st_uid for path in folder.rglob("*")}


def test_files_of_root_become_the_users(checkout: Path, tmp_path: Path) -> None:
    """`make report` after `sudo snakemake` met files that it could not write to."""
    give_back([checkout / "results", checkout / "none"], checkout)
    assert owners(checkout) == {USER, OTHER}
    assert owners(tmp_path / "outside") == {0}, "a link was followed"
    assert stat.S_IMODE((checkout / "results/su").stat().st_mode) == 0o4755


def test_checkout_of_root_stays_roots(checkout: Path) -> None:
    os.chown(checkout, 0, 0)
    give_back([checkout / "results"], checkout)
    assert owners(checkout) == {0, OTHER}


@pytest.mark.long
def test_run_as_root_leaves_no_file_of_root(tmp_path: Path) -> None:
    """The whole of it: Snakemake as root, with a target that is made at once."""
    checkout = tmp_path / "checkout"
    subprocess.run(
        ["git", "-c", "safe.directory=*", "clone", "--quiet", REPOSITORY, checkout], check=True
    )
    # As it is here, and not as it was committed.
    for name in ("rules", "scripts", "Snakefile"):
        subprocess.run(["cp", "--recursive", REPOSITORY / name, checkout], check=True)
    subprocess.run(["chown", "--recursive", f"{USER}:{USER}", checkout], check=True)
    snakemake = [sys.executable, "-m", "snakemake", "results/plan.json", "--cores", "1"]
    subprocess.run(snakemake, cwd=checkout, check=True)
    assert (checkout / "results/plan.json").exists()
    left = [path for path in checkout.rglob("*") if path.lstat().st_uid == 0]
    assert [path for path in left if "site-packages" not in path.parts] == []
