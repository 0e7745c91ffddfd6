"""A small file system in memory, to be filled. Only root can mount one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SIZE_KIB = 2048


@contextmanager
def mounted(folder: Path, size_kib: int = SIZE_KIB) -> Iterator[Path]:
    """The folder, made and with the file system mounted on it; skips the test where that fails."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    folder.mkdir()
    options = f"size={size_kib}k,nr_inodes=100"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
