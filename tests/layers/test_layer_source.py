"""Layers from source: the files of their locks, and what makes a program another one."""

import hashlib
import shutil

import pytest

from scripts.layers import resolve, source
from scripts.layers.errors import LayerError
from scripts.layers.lock import Package, read_lock, required_lock
from scripts.layers.model import ENVS, load_layer
from scripts.layers.places import SnapshotArchive
from scripts.layers.source import (
    build_source,
    builder_of,
    complaint_in,
    recipe_files,
    recipe_of,
    source_made_from,
)
from tests.layers.conftest import ignore
from tests.layers.stand_in import stand_in

QEMU = ENVS / "qemu.yaml"
URIS = """\
NOTICE: 'qemu' packaging is maintained in the 'Git' version control system at:
'{main}/pool/main/q/qemu/qemu_10.0%2bds-1.dsc' qemu_10.0+ds-1.dsc 12 SHA256:{dsc}
'{main}/pool/main/q/qemu/qemu_10.0%2bds.orig.tar.xz' qemu_10.0+ds.orig.tar.xz 34 SHA256:{orig}
'{security}/pool/updates/main/q/qemu/qemu_10.0%2bds-1.debian.tar.xz' \
qemu_10.0+ds-1.debian.tar.xz 56 SHA256:{debian}
"""
SHOWN = """\
Package: qemu
Version: 1:9.0-1
Files:
 aa 12 qemu_9.0-1.dsc

Package: qemu
Version: 1:10.0+ds-1
Files:
 aa 12 qemu_10.0+ds-1.dsc
 bb 34 qemu_10.0+ds.orig.tar.xz
"""


def hashed(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_source_package_is_locked_file_by_file(monkeypatch):
    archives = {"main": "http://a.example/debian", "security": "http://a.example/debian-security"}
    hashes = {name: hashed(name) for name in ("dsc", "orig", "debian")}
    texts = {"apt-get": URIS.format(**archives, **hashes), "apt-cache": SHOWN}
    index = object.__new__(resolve.Index)
    index.suite, index._archives = "trixie", archives
    monkeypatch.setattr(index, "_run", lambda *argv: texts[argv[0]], raising=False)
    lock = index.resolve(load_layer(QEMU))
    assert {name: (p.version, p.archive, p.size) for name, p in lock.packages.items()} == {
        "qemu": ("1:10.0+ds-1", "main", 12),
        "qemu.orig.tar.xz": ("1:10.0+ds-1", "main", 34),
        "qemu.debian.tar.xz": ("1:10.0+ds-1", "security", 56),
    }
    assert lock.packages["qemu"].sha256 == hashes["dsc"]
    assert lock.packages["qemu"].path == "pool/main/q/qemu/qemu_10.0+ds-1.dsc"
    texts["apt-cache"] = "Package: qemu\n"
    with pytest.raises(LayerError, match="does not show the source qemu"):
        index.resolve(load_layer(QEMU))


def test_the_snapshot_archive_is_asked_for_a_source_by_its_own_name():
    content = b"sources"
    path = "pool/main/q/qemu/qemu_10.0+ds.orig.tar.xz"
    package = Package(
        version="1:10.0+ds-1",
        architecture="source",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        path=path,
    )
    with stand_in() as stand:
        copies = '[{"name": "qemu_10.0+ds.orig.tar.xz", "size": 7}]'
        stand.files["/mr/package/qemu/1:10.0+ds-1/srcfiles?fileinfo=1"] = (
            f'{{"fileinfo": {{"abc": {copies}}}}}'.encode()
        )
        stand.files["/file/abc"] = content
        archive = SnapshotArchive(lambda: stand.url, "20261121T040400Z")
        assert b"".join(archive.read("qemu.orig.tar.xz", package)) == content


def test_a_changed_patch_makes_another_program_and_a_changed_word_in_the_prose_does_not(tmp_path):
    recipe = tmp_path / "qemu"
    shutil.copytree(recipe_of(QEMU), recipe)
    layer, lock = load_layer(QEMU), read_lock(ENVS / "qemu.lock.yaml")
    before = source_made_from(layer, lock, recipe, "compiler")
    (recipe / "README.md").write_text("Other words.")
    assert source_made_from(layer, lock, recipe, "compiler") == before
    patch = next(path for path in recipe_files(recipe) if path.suffix == ".patch")
    patch.write_text(patch.read_text() + "\n")
    assert source_made_from(layer, lock, recipe, "compiler") != before
    assert source_made_from(layer, lock, recipe_of(QEMU), "another compiler") != before


def test_the_lock_names_a_whole_source_package_and_its_compiler_is_a_layer():
    lock = required_lock(QEMU, load_layer(QEMU))
    assert set(lock.packages) == {"qemu", "qemu.orig.tar.xz", "qemu.debian.tar.xz"}
    assert {package.architecture for package in lock.packages.values()} == {"source"}
    assert load_layer(ENVS / f"{builder_of('qemu')}.yaml").role == "build"


def test_patches_are_numbered_one_after_the_other_and_say_why():
    patches = sorted((recipe_of(QEMU) / "patches").glob("*.patch"))
    for number, path in enumerate(patches, 1):
        assert path.name.startswith(f"{number:04d}-")
        subject, _, message = path.read_text().partition("\n\n")
        assert f"[PATCH {number}/{len(patches)}]" in subject
        assert len(message.partition("\n---\n")[0]) > 200


# What GNU patch 2.7.6 prints where a line, and where a file, is not as it was.
OUTGROWN = (
    """\
patching file accel/tcg/cpu-exec.c
Hunk #1 FAILED at 1.
1 out of 1 hunk FAILED -- saving rejects to file accel/tcg/cpu-exec.c.rej
""",
    """\
can't find file to patch at input line 3
Perhaps you used the wrong -p or --strip option?
The text leading up to this was:
--------------------------
|--- a/accel/tcg/cpu-exec.c
|+++ b/accel/tcg/cpu-exec.c
--------------------------
File to patch:
Skip this patch? [y]
Skipping patch.
1 out of 1 hunk ignored
""",
)


@pytest.mark.parametrize("printed", OUTGROWN, ids=["line", "file"])
def test_patch_that_the_source_has_outgrown_is_named(printed):
    lines = ["patch 0001-first.patch", "patching file a.c", "patch 0002-turns.patch"]
    said = complaint_in([*lines, *printed.splitlines()])
    assert said.startswith("0002-turns.patch does not apply to this source: change it so that it")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["patch 0001-a.patch", "patching file cpu.c", "cc1: error: x"], "cc1: error: x"),
        (["write failed: No space left on device", "error: 1"], "the disk is full: free some 3"),
        (["nothing"], "it gave no reason"),
        # Ninja's last line, and CMake's, only say that there was an error.
        (
            [
                "FAILED: a.o",
                "cc -Werror=vla a.c",
                "a.c:1:2: error: no x",
                "1 | x",
                "ninja: stopped",
            ],
            "a.c:1:2: error: no x",
        ),
        (
            ["CMake Error at a.cmake:9 (MESSAGE):", "  Wrong value", "-- errors occurred!"],
            "CMake Error at a.cmake:9 (MESSAGE): Wrong value",
        ),
        (
            ["patch a.patch", "File x.png: git binary diffs are not supported."],
            "a.patch does not apply to this source: change it so that it does (x.png is binary)",
        ),
        # A hunk that has not as many lines as its head says.
        (
            ["patch a.patch", "patching file a.c", "patch: **** malformed patch at line 7:  "],
            "a.patch does not apply to this source: change it so that it does (malformed patch at "
            "line 7)",
        ),
        # A word of the program that is compiled.
        (["patch 1-a.patch", "a.c:1: error: 'chunk' undeclared"], "a.c:1: error: 'chunk'"),
    ],
)
def test_other_complaints_are_what_the_compiler_said(lines, said):
    assert complaint_in(lines).startswith(said)


def test_without_its_compiler_it_is_one_line(tmp_path):
    with pytest.raises(LayerError, match=r"qemu-build/layer.json: not built: run") as caught:
        build_source(
            QEMU, tmp_path / "qemu", tmp_path, tmp_path, jobs=1, report=ignore, warn=ignore
        )
    assert "\n" not in str(caught.value)


def test_recipe_that_leaves_no_program_is_one_line(tmp_path, monkeypatch):
    """It was a traceback, of a file that could not be moved."""
    recipe = tmp_path / "qemu"
    recipe.mkdir()
    (recipe / "build.sh").touch()
    places = source.Unpacked(tmp_path / "tree", tmp_path / "sources", tmp_path / "work")
    monkeypatch.setattr(source, "check_can_enter", lambda: None)
    monkeypatch.setattr(source, "unpack", lambda *_arguments: places)
    monkeypatch.setattr(
        source, "recipe_command", lambda _places, recipe, _script: ["sh", f"{recipe}/build.sh"]
    )
    folders = (tmp_path, tmp_path, recipe)
    with (tmp_path / "guard").open("w") as guard, pytest.raises(LayerError) as caught:
        source._compile(
            load_layer(QEMU), read_lock(ENVS / "qemu.lock.yaml"), {}, tmp_path, folders, 1,
            guard.fileno(), ignore,
        )  # fmt: skip
    said = str(caught.value)
    assert said.startswith(f"{recipe}/build.sh ended without an error but left no out/qemu-system")
    assert "\n" not in said
