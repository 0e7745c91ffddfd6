"""The rows to load, as the image of a file system that the guest mounts."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from scripts.data import write_rows
from scripts.lab.errors import LabError
from scripts.lab.places import Places
from scripts.lab.tools import last_words, run_tool
from scripts.layers.enter import toolchain_binary

IMAGE_UUID = "b0a2d715-e000-4000-8000-000000000002"
IMAGE_STEP_BYTES = 2 << 20
# Of some GiB, also to a slow disk.
MKFS_S = 3600.0


def rows_image(dataset: dict[str, Any], places: Places, work: Path) -> Path:
    """A read-only file system with the rows to load."""
    folder = work / "rows"
    folder.mkdir()
    write_rows(dataset, places.shared, folder)
    image = work / "rows.erofs"
    program = toolchain_binary(places.toolchain, "mkfs.erofs")
    done = run_tool([*program, "-T0", "-U", IMAGE_UUID, image, folder], "mkfs.erofs", MKFS_S)
    if done.returncode != 0:
        raise LabError(
            f"{image}: mkfs.erofs failed: {last_words(done)}; fix that (free disk space?) and run "
            "again"
        )
    shutil.rmtree(folder)
    size_bytes = -(-image.stat().st_size // IMAGE_STEP_BYTES) * IMAGE_STEP_BYTES
    with image.open("r+b") as file:
        file.truncate(size_bytes)
    return image
