"""Images: the same bytes each time, files that guests can map, dates that stay."""

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from scripts.files.digests import sha256_of
from scripts.layers.enter import toolchain_binary
from scripts.layers.image import ALIGNMENT_BYTES, make_image

pytestmark = pytest.mark.lab

DATE_S = 1_600_000_000


@pytest.fixture(scope="module")
def image(toolchain, tmp_path_factory):
    """An image of one small and one larger file, neither of them whole blocks."""
    folder = tmp_path_factory.mktemp("image")
    with tarfile.open(folder / "layer.tar", "w") as archive:
        for name, size_bytes in (("small", 100), ("large", 3 * 1024 * 1024 + 1)):
            member = tarfile.TarInfo(f"./{name}")
            member.size = size_bytes
            member.mtime = DATE_S
            archive.addfile(member, io.BytesIO(b"x" * size_bytes))
    for name in ("image.erofs", "again.erofs"):
        make_image(folder / "layer.tar", folder / name, toolchain / "tree", "test")
    return folder / "image.erofs"


def inode(toolchain, image, path: str) -> str:
    argv = [*toolchain_binary(toolchain / "tree", "dump.erofs"), f"--path={path}", str(image)]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("path", ["/small", "/large"])
def test_no_file_is_stored_with_an_inlined_tail(toolchain, image, path):
    """Layout 0 is the only one that a guest can map from memory (DAX)."""
    assert "Layout: 0 " in inode(toolchain, image, path)


def test_files_keep_their_dates(toolchain, image):
    """With dates of 1970, Python would take all its bytecode for outdated."""
    assert "2020-09-13 12:26:40" in inode(toolchain, image, "/small")


def test_the_size_suits_an_nvdimm(image):
    assert image.stat().st_size == 2 * ALIGNMENT_BYTES


def test_the_same_tar_gives_the_same_bytes(image):
    assert sha256_of(image) == sha256_of(image.with_name("again.erofs"))


def test_guests_need_not_check_or_compile_python(toolchain):
    """In virtual time, each start of Python in a guest would pay for it."""
    image = Path("results/layers/base/image.erofs")
    if not image.exists():
        pytest.skip("the base layer is not built")
    module = "/usr/lib/python3.13/__pycache__/argparse.cpython-313.pyc"
    dump = [*toolchain_binary(toolchain / "tree", "dump.erofs"), "--cat", f"--path={module}"]
    bytecode = subprocess.run([*dump, str(image)], capture_output=True, check=True).stdout
    assert bytecode[4] == 0b01, "is not marked as checked by nobody (unchecked-hash)"
