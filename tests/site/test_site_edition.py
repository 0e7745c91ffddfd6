"""``make edition``: a copy of the site and its rows that stays as it is, and a tag."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.site.build import REPOSITORY

SITE = "results/published/site"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with published rows and a site of them, which make takes for made."""
    shutil.copyfile(REPOSITORY / "Makefile", tmp_path / "Makefile")
    (tmp_path / ".gitignore").write_text("/results/\n/editions/\n")
    for name in ("reference/cells.parquet", f"{SITE}/index.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(name)
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "rows"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *command], cwd=tmp_path, check=True)
    return tmp_path


def edition(repository: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Run ``make edition`` without making the site anew."""
    # Under make itself, variables of the outer one would come along.
    variables = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    command = ["make", "--old-file=site", "edition", f"NAME={name}"]
    return subprocess.run(
        command, cwd=repository, env=variables, capture_output=True, text=True, check=False
    )


def test_edition_is_a_copy_and_a_tag_and_stays_as_it_is(repository: Path) -> None:
    made = edition(repository, "2026-11")
    assert made.returncode == 0, made.stderr
    (repository / SITE / "index.html").write_text("a later site")
    copy = repository / "editions/2026-11"
    assert (copy / "index.html").read_text() == f"{SITE}/index.html"
    assert (copy / "rows/cells.parquet").is_file()
    tags = subprocess.run(["git", "tag"], cwd=repository, capture_output=True, text=True)
    assert tags.stdout == "edition-2026-11\n"
    again = edition(repository, "2026-11")
    assert "an edition stays as it is" in again.stderr
    assert sorted(path.name for path in copy.parent.iterdir()) == ["2026-11"]


@pytest.mark.parametrize("name", ["", "../a", "A b", "a;b"])
def test_name_that_is_no_folder_is_refused(repository: Path, name: str) -> None:
    assert "small letters" in edition(repository, name).stderr
    assert not (repository / "editions").exists()


def test_edition_of_uncommitted_rows_is_refused(repository: Path) -> None:
    (repository / "reference/cells.parquet").write_text("others")
    assert "uncommitted changes" in edition(repository, "a").stderr
