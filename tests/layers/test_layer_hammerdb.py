"""The layer of the user's own HammerDB: the same files give the same bytes, and none is lost."""

from __future__ import annotations

import io
import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from scripts.layers.enter import toolchain_binary
from scripts.layers.errors import LayerError
from scripts.layers.hammerdb import _digest, _pack, build_hammerdb, hammerdb_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What an unpacked HammerDB is made of: programs, links, folders, files of odd rights."""
    top = tmp_path / "HammerDB-6.0"
    (top / "lib/empty").mkdir(parents=True)
    (top / "hammerdbcli").write_text("#!/bin/sh\n")
    (top / "hammerdbcli").chmod(0o700)
    (top / "lib/libtcl9.0.so").write_bytes(b"x" * 70_000)
    (top / "lib/libtcl.so").symlink_to("libtcl9.0.so")
    os.link(top / "lib/libtcl9.0.so", top / "lib/twin.so")
    return top


def test_the_tar_does_not_depend_on_who_unpacked_the_folder(folder: Path, tmp_path: Path) -> None:
    _pack(folder, tmp_path / "one.tar")
    digest = _digest(folder)
    for path in (folder / "hammerdbcli", folder / "lib"):
        os.utime(path, (1, 1))
        path.chmod(0o755)
    _pack(folder, tmp_path / "two.tar")
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()
    assert _digest(folder) == digest


def test_the_tar_holds_every_file_with_what_it_needs_to_run(folder: Path, tmp_path: Path) -> None:
    _pack(folder, tmp_path / "one.tar")
    out = tmp_path / "out"
    out.mkdir()
    subprocess.run(["tar", "-xf", tmp_path / "one.tar", "-C", out], check=True)
    names = {str(path.relative_to(folder)) for path in hammerdb_files(folder)}
    assert names == {str(path.relative_to(out)) for path in hammerdb_files(out)}
    assert os.access(out / "hammerdbcli", os.X_OK)
    assert (out / "lib/libtcl.so").readlink() == Path("libtcl9.0.so")
    assert (out / "lib/twin.so").stat().st_size == 70_000
    assert (out / "lib/empty").is_dir()


def test_the_tar_holds_the_download_s_one_program_with_all_that_is_inside_it(
    tmp_path: Path,
) -> None:
    """The download's programs end with a file system of Tcl; without it, they don't start."""
    folder = tmp_path / "HammerDB-6.0"
    (folder / "config").mkdir(parents=True)
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w") as archive:
        archive.writestr("app/main.tcl", 'set hdb_version "v6.0"\n')
    program = folder / "hammerdbcli"
    program.write_bytes(b"\x7fELF" + bytes(8192) + inside.getvalue())
    program.chmod(0o755)
    _pack(folder, tmp_path / "one.tar")
    out = tmp_path / "out"
    out.mkdir()
    subprocess.run(["tar", "-xf", tmp_path / "one.tar", "-C", out], check=True)
    assert os.access(out / "hammerdbcli", os.X_OK)
    assert (out / "hammerdbcli").read_bytes() == program.read_bytes()
    assert zipfile.ZipFile(out / "hammerdbcli").read("app/main.tcl") == b'set hdb_version "v6.0"\n'
    assert (out / "config").is_dir()


def test_another_file_is_another_layer(folder: Path) -> None:
    before = _digest(folder)
    (folder / "lib/libtcl9.0.so").write_bytes(b"y")
    assert _digest(folder) != before


def test_a_toolchain_that_is_not_built_is_reported(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LayerError, match="has no program mkfs"):
        build_hammerdb(folder, "6.0", tmp_path / "out", tmp_path, report=lambda _: None)
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.lab
def test_the_image_is_what_the_folder_is(toolchain: Path, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    manifest = build_hammerdb(folder, "6.0", out, toolchain, report=lambda _: None)
    assert manifest["packages"] == {"hammerdb": "6.0"}
    assert manifest["image_bytes"] % (2 << 20) == 0
    assert sorted(path.name for path in out.iterdir()) == ["image.erofs", "layer.json"]
    dump = [*toolchain_binary(toolchain / "tree", "dump.erofs"), "--cat", "--path=/hammerdbcli"]
    done = subprocess.run([*dump, str(out / "image.erofs")], capture_output=True, check=True)
    assert done.stdout == b"#!/bin/sh\n"
    again = build_hammerdb(folder, "6.0", out, toolchain, report=lambda _: None)
    assert again == manifest
