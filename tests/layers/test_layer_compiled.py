"""Engines that are compiled: the same bytes twice, with and without a cache; errors of one line."""

import io
import shutil
import tarfile
from pathlib import Path

import pytest

from scripts.engines.layer_files import layer_file
from scripts.layers.build import build_layer
from scripts.layers.compiled import build_compiled, built_with
from scripts.layers.derive import derive
from scripts.layers.enter import toolchain_command
from scripts.layers.erofs import Image
from scripts.layers.errors import LayerError
from scripts.layers.model import ENVS
from scripts.programs import run_program
from tests.layers.conftest import ignore
from tests.layers.test_layer_git import git

pytestmark = pytest.mark.compiled

ENGINE = "postgresql-18-source"
SERVER = "usr/lib/postgresql/18/bin/postgres"
CHANGED = "src/backend/access/heap/heapam.c"


class Work:
    """A folder for layers, packages and what was compiled, with the real compiler in it."""

    def __init__(self, folder: Path, toolchain: Path, engine: str = ENGINE) -> None:
        self.folder = folder
        self.toolchain = toolchain
        self.store = folder / "packages"
        self.said: list[str] = []
        shutil.copytree("results/packages", self.store, copy_function=shutil.copy2)
        (folder / "layers").mkdir()
        for name in built_with(ENVS / f"{engine}.yaml"):
            built, place = Path("results/layers", name).resolve(), folder / "layers" / name
            if (built / "layer.json").exists():
                place.symlink_to(built)
            else:
                build_layer(ENVS / f"{name}.yaml", place, toolchain, self.store, ignore, ignore)

    def build(self, name: str, out: str = "layers") -> tuple[Path, dict]:
        """A layer's folder and manifest; in another folder than ``layers`` it is built anew."""
        place = self.folder / out
        for made in (self.folder / "layers").iterdir():
            if made.is_symlink() and not (place / made.name).exists():
                place.mkdir(exist_ok=True)
                (place / made.name).symlink_to(made.resolve())
        path = layer_file(self.folder, name)
        path = path if path.exists() else ENVS / f"{name}.yaml"
        manifest = build_compiled(
            path, place / name, self.toolchain, self.store, 2, self.said.append, ignore
        )
        return place / name, manifest

    def derive(self, base: str, patch: str = "", **more: object) -> str:
        """A layer's name, of a base and the text of a patch."""
        path = self.folder / "change.patch"
        path.write_text(patch)
        return derive(base, patches=[path] if patch else [], root=self.folder, **more)


@pytest.fixture(scope="module")
def work(tmp_path_factory, toolchain):
    return Work(tmp_path_factory.mktemp("compiled"), toolchain)


@pytest.fixture(scope="module")
def built(work):
    """Compiled from nothing."""
    return work.build(ENGINE)


def patch_of(line: str) -> str:
    """A patch that puts a line ahead of a file's first."""
    return f"--- a/{CHANGED}\n+++ b/{CHANGED}\n@@ -0,0 +1 @@\n+{line}\n"


def content_of(layer: Path, name: str) -> bytes:
    image = layer / "image.erofs"
    with image.open("rb") as stream:
        read = Image(stream, image)
        (found,) = [inode for made, inode in read.entries() if made.name == name]
        return b"".join(read.content(found))


def said_in(layer: Path, folder: Path, argv: list[str]) -> str:
    """What a program of a layer prints; the layer is unpacked into the folder."""
    tree, tar_file = folder / "tree", folder / "all.tar"
    image = layer / "image.erofs"
    with image.open("rb") as stream, tarfile.open(tar_file, "w") as tar:
        read = Image(stream, image)
        for made, inode in read.entries():
            if not made.name.startswith("dev/"):
                text = b"".join(read.content(inode)) if made.isreg() else b""
                tar.addfile(made, io.BytesIO(text))
    with tarfile.open(tar_file) as tar:
        tar.extractall(tree, filter="tar")
    for name in ("dev", "proc"):
        (tree / name).mkdir(exist_ok=True)
    return run_program(toolchain_command(tree, argv), "unshare").stdout


def test_what_is_compiled_replaces_debians_program_and_nothing_else(built, work):
    layer, manifest = built
    base = work.folder / "layers/postgresql-18/image.erofs"

    def files(path):
        with path.open("rb") as stream:
            return {made.name: made.mode for made, _inode in Image(stream, path).entries()}

    was, now = files(base), files(layer / "image.erofs")
    ours = ("usr/lib/postgresql", "usr/share/postgresql")
    assert {n: m for n, m in was.items() if not n.startswith(ours)} == {
        n: m for n, m in now.items() if not n.startswith(ours)
    }
    assert {n for n in was if n.startswith("usr/lib/postgresql/18/bin/")} <= now.keys()
    assert manifest["packages"]["PostgreSQL from source"] == "18.6-3"
    # The flags that pg_config shows name the folder; no place in the source does.
    assert b"/build/src/" not in content_of(layer, SERVER)


def test_symbols_are_beside_the_image_and_not_in_it(built):
    layer, _manifest = built
    debug = layer / "debug" / f"{SERVER}.debug"
    assert debug.stat().st_size > 2 * len(content_of(layer, SERVER))
    assert b".debug_info" not in content_of(layer, SERVER)


def test_what_was_compiled_runs(built, work):
    layer, _manifest = built
    assert "PostgreSQL) 18.6" in said_in(layer, work.folder, [f"/{SERVER}", "--version"])


def test_two_builds_give_the_same_bytes(built, work):
    """The second takes every object from the cache."""
    _layer, again = work.build(ENGINE, out="again")
    assert again["image_sha256"] == built[1]["image_sha256"]
    assert (work.folder / "again" / ENGINE / "debug" / f"{SERVER}.debug").read_bytes() == (
        built[0] / "debug" / f"{SERVER}.debug"
    ).read_bytes()


def test_a_layer_that_is_there_is_taken_as_it_is(built, work):
    work.said.clear()
    assert work.build(ENGINE)[1]["image_sha256"] == built[1]["image_sha256"]
    assert work.said == ["there already, of the same sources and by the same steps"]


def test_a_comment_makes_another_layer_and_the_same_program(built, work):
    # At the file's end, where no line that a message names moves.
    source = work.folder / "source"
    text = unpacked(work, source).joinpath(CHANGED).read_text().splitlines()
    last = text[-1]
    patch = f"--- a/{CHANGED}\n+++ b/{CHANGED}\n@@ -{len(text)} +{len(text)},2 @@\n"
    name = work.derive(ENGINE, f"{patch} {last}\n+/* A comment. */\n")
    assert name != ENGINE
    layer, manifest = work.build(name)
    assert manifest["source"]["patches"].keys() == {"change.patch"}
    assert content_of(layer, SERVER) == content_of(built[0], SERVER)


def unpacked(work: Work, folder: Path) -> Path:
    """The source package as upstream has it, a repository with one commit."""
    if not folder.exists():
        folder.mkdir()
        for file in work.store.iterdir():
            if file.is_file() and file.read_bytes()[:3] == b"BZh":
                with tarfile.open(file) as tar:
                    tar.extractall(folder, filter="tar")
        (top,) = folder.iterdir()
        git(top, "init", "--quiet")
        git(top, "add", "--all", "--force")
        git(top, "commit", "--quiet", "--message=all")
    (top,) = folder.iterdir()
    return top


def test_a_commit_of_a_repository_is_compiled(built, work):
    repository = unpacked(work, work.folder / "source")
    name = work.derive(str(repository))
    layer, manifest = work.build(name)
    assert manifest["source"]["commit"] == git(repository, "rev-parse", "HEAD")
    assert manifest["source"]["of"] == "postgresql-18"
    assert content_of(layer, SERVER)


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        (
            f"--- a/{CHANGED}\n+++ b/{CHANGED}\n@@ -1,1 +1,1 @@\n-no such line\n+another\n",
            f"change.patch does not apply to this source: change it so that it does ({CHANGED}: "
            "hunk 1 at line 1)",
        ),
        (
            "--- a/src/none.c\n+++ b/src/none.c\n@@ -1,1 +1,1 @@\n-one\n+another\n",
            "change.patch does not apply to this source: change it so that it does (there is no "
            "file src/none.c)",
        ),
        (patch_of("#error broken on purpose"), "heapam.c:1:2: error: #error broken on purpose"),
    ],
    ids=["hunk", "file", "compiler"],
)
def test_what_cannot_be_compiled_is_one_line_with_its_log(work, patch, said):
    name = work.derive(ENGINE, patch)
    with pytest.raises(LayerError) as caught:
        work.build(name)
    log = work.folder / "layers" / f"{name}.failed.log"
    assert said in str(caught.value)
    assert str(caught.value).endswith(f"(log: {log})")
    assert log.exists()
    assert "\n" not in str(caught.value)
    assert not (work.folder / "layers" / name).exists()
