"""The rows to load, as the image of a file system that the guest mounts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from scripts.lab.places import Places
from scripts.lab.rows import write_rows
from scripts.layers.enter import toolchain_binary

IMAGE_UUID = "b0a2d715-e000-4000-8000-000000000002"
IMAGE_STEP_BYTES = 2 << 20


def rows_image(dataset: dict[str, Any], places: Places, work: Path) -> Path:
    """A read-only file system with the rows to load."""
    folder = work / "rows"
    folder.mkdir()
    write_rows(dataset, places, folder)
    image = work / "rows.erofs"
    subprocess.run(
        [*toolchain_binary(places.toolchain, "mkfs.erofs"), "-T0", "-U", IMAGE_UUID, image, folder],
        check=True,
        capture_output=True,
    )
    shutil.rmtree(folder)
    size_bytes = -(-image.stat().st_size // IMAGE_STEP_BYTES) * IMAGE_STEP_BYTES
    with image.open("r+b") as file:
        file.truncate(size_bytes)
    return image
