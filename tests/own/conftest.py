"""A copy of the shop with few rows, to be made wrong in one place at a time."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/shop"


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "shop"
    shutil.copytree(EXAMPLE, folder)
    command = [sys.executable, folder / "generate.py", folder, "--customers", "40"]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture
def shop(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "shop"))


@pytest.fixture
def replace(shop: Path) -> Callable[[str, str, str], None]:
    """Change what a file of the shop says, once."""

    def change(name: str, old: str, new: str) -> None:
        text = (shop / name).read_text()
        assert old in text
        (shop / name).write_text(text.replace(old, new, 1))

    return change
