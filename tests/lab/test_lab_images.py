"""Images: hashes of what they hold, however their holes came about; copies that find no room."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.images import BLOCK_BYTES, digest_of_image
from scripts.lab.virtual.regions import copy_sparse


def image(path: Path, size_bytes: int, blocks: dict[int, bytes]) -> Path:
    """A sparse file with some bytes at some offsets."""
    with path.open("wb") as file:
        file.truncate(size_bytes)
        for offset, data in blocks.items():
            file.seek(offset)
            file.write(data)
    return path


def test_zeros_and_holes_are_the_same(tmp_path: Path) -> None:
    data = {3 * BLOCK_BYTES + 17: b"row"}
    sparse = image(tmp_path / "sparse", 8 * BLOCK_BYTES, data)
    full = image(tmp_path / "full", 8 * BLOCK_BYTES, {0: bytes(8 * BLOCK_BYTES)} | data)
    assert digest_of_image(sparse) == digest_of_image(full)


def test_a_byte_or_its_place_makes_another_digest(tmp_path: Path) -> None:
    digests = {
        digest_of_image(image(tmp_path / "one", 8 * BLOCK_BYTES, blocks))
        for blocks in (
            {},
            {0: b"a"},
            {1: b"a"},
            {BLOCK_BYTES: b"a"},
            {8 * BLOCK_BYTES - 1: b"a"},
            {0: b"a", 5 * BLOCK_BYTES: b"b"},
            {0: b"b", 5 * BLOCK_BYTES: b"a"},
        )
    }
    assert len(digests) == 7


def test_copy_without_room_is_reported_in_one_line(tmp_path: Path) -> None:
    source = image(tmp_path / "image", BLOCK_BYTES, {0: b"row"})
    with pytest.raises(LabError, match=r"No space left on device.* run again") as caught:
        copy_sparse(source, Path("/dev/full"))
    assert "\n" not in str(caught.value)
