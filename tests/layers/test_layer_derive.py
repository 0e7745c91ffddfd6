"""Layers that are written for a commit or a patch: the same for the same, others for others."""

import re

import pytest

from scripts.engines.layer_files import layer_file, layer_files, lock_file
from scripts.identity import jobs, payload
from scripts.layers import compiled
from scripts.layers.compiled import build_compiled, built_with, lock_source, source_hash
from scripts.layers.derive import SUFFIX, derive, tree_for
from scripts.layers.errors import LayerError
from scripts.layers.lock import lock_path, read_lock
from scripts.layers.model import ENVS, layer_names, load_layer
from scripts.plan.catalogue import Catalogue
from scripts.plan.images import image_of
from tests.layers.conftest import ignore
from tests.layers.test_layer_git import commit, git

PATCH = "--- a/main.c\n+++ b/main.c\n@@ -1 +1 @@\n-int one;\n+int two;\n"
ENGINE = "postgresql-18"


@pytest.fixture
def repository(tmp_path):
    """A repository that looks as one of PostgreSQL 17."""
    folder = tmp_path / "my engine"
    sign = folder / "src/backend/postmaster/postmaster.c"
    sign.parent.mkdir(parents=True)
    sign.touch()
    (folder / "configure.ac").write_text("AC_INIT([PostgreSQL], [17.6], [pgsql-bugs])\n")
    git(folder, "init", "--quiet")
    commit(folder, main="int one;\n")
    return folder


@pytest.fixture
def patch(tmp_path):
    path = tmp_path / "Fix it (v2).patch"
    path.write_text(PATCH)
    return path


def test_the_same_commit_is_the_same_layer_and_another_is_another(repository, tmp_path):
    first = derive(str(repository), root=tmp_path)
    assert derive(str(repository), git(repository, "rev-parse", "HEAD"), root=tmp_path) == first
    commit(repository, main="int two;\n")
    second = derive(str(repository), root=tmp_path)
    assert second != first
    assert derive(str(repository), "HEAD~1", root=tmp_path) == first
    layer = load_layer(layer_file(tmp_path, second))
    assert layer.source.commit == git(repository, "rev-parse", "HEAD")
    assert layer.source.of == "postgresql-17"
    assert built_with(layer_file(tmp_path, second)) == [
        "postgresql-build-trixie",
        "postgresql-17",
    ]
    assert [path.stem for path in layer_files(tmp_path)] == sorted([first, second])
    assert Catalogue(tmp_path).engines == dict.fromkeys([first, second], "postgresql")


def test_what_decides_a_cell_is_the_source(repository, tmp_path, monkeypatch):
    name = derive(str(repository), root=tmp_path)
    for module in (jobs, payload):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    lock = read_lock(lock_file(tmp_path, name))
    # The engines of other tests are those of the repository.
    assert jobs.locked_image.__wrapped__(name) == lock.source_sha256
    assert image_of(tmp_path, name) == lock.source_sha256
    assert payload.adapter_of.__wrapped__(name) == "postgresql"


def test_a_name_is_one_that_a_layer_and_a_job_may_have(repository, patch, tmp_path):
    name = derive(str(repository), patches=[patch], root=tmp_path)
    assert re.fullmatch(r"postgresql-17-[0-9a-f]{8}-fix-it-v2-[0-9a-f]{12}", name)


def test_a_patch_is_copied_and_its_bytes_decide(patch, tmp_path):
    name = derive(ENGINE, patches=[patch], root=tmp_path)
    path = layer_file(tmp_path, name)
    lock = lock_file(tmp_path, name).read_bytes()
    patch.write_text(PATCH.replace("two", "three"))
    other = derive(ENGINE, patches=[patch], root=tmp_path)
    assert other != name
    assert source_hash(path, load_layer(path)) == read_lock(lock_file(tmp_path, name)).source_sha256
    assert lock_file(tmp_path, name).read_bytes() == lock
    assert "postgresql-18.orig.tar.bz2" in read_lock(lock_file(tmp_path, other)).packages


def test_an_engine_without_patches_is_its_layer_in_envs(tmp_path):
    assert derive(ENGINE, root=tmp_path) == f"{ENGINE}-source"
    assert layer_files(tmp_path) == []


def test_the_order_of_patches_counts(patch, tmp_path):
    other = patch.with_name("b.patch")
    other.write_text(PATCH.replace("main", "more"))
    there = derive(ENGINE, patches=[patch, other], root=tmp_path)
    back = derive(ENGINE, patches=[other, patch], root=tmp_path)
    hashes = {there.rpartition("-")[2], back.rpartition("-")[2]}
    assert len(hashes) == 2


def test_uncommitted_changes_are_refused_or_taken_and_said(repository, tmp_path):
    clean = derive(str(repository), root=tmp_path)
    (repository / "main.c").write_text("int changed;\n")
    with pytest.raises(LayerError, match=r"not committed \(main.c\).*--dirty"):
        derive(str(repository), root=tmp_path)
    dirty = derive(str(repository), root=tmp_path, dirty=True)
    assert dirty != clean
    layer = load_layer(layer_file(tmp_path, dirty))
    assert "with changes that are not committed" in layer.description
    (taken,) = layer.source.patch
    assert "+int changed;" in (layer_file(tmp_path, dirty).parent / taken).read_text()
    git(repository, "checkout", "--quiet", "main.c")
    assert derive(str(repository), root=tmp_path, dirty=True) == clean


def test_a_commit_that_is_named_is_that_one_whatever_is_changed(repository, tmp_path):
    clean = derive(str(repository), root=tmp_path)
    (repository / "main.c").write_text("int changed;\n")
    assert derive(str(repository), "HEAD", root=tmp_path) == clean


@pytest.mark.parametrize("engine", [n for n in layer_names() if n.endswith(SUFFIX)])
def test_each_engine_that_is_compiled_takes_patches(engine, patch, tmp_path):
    name = derive(engine.removesuffix(SUFFIX), patches=[patch], root=tmp_path)
    path = layer_file(tmp_path, name)
    assert load_layer(path).source.of == engine.removesuffix(SUFFIX)
    assert any(".orig.tar" in part for part in read_lock(lock_file(tmp_path, name)).packages)
    # What it is of now, so that it can be built.
    shipped = ENVS / f"{engine}.yaml"
    assert source_hash(shipped, load_layer(shipped)) == read_lock(lock_path(shipped)).source_sha256


def test_commits_of_two_versions_go_into_one_tree(repository):
    old = git(repository, "rev-parse", "HEAD")
    trees = {"17.6": "postgresql-17", "16.0": "postgresql-18", "18devel": "postgresql-18"}
    for version, tree in trees.items():
        (repository / "configure.ac").write_text(f"AC_INIT([PostgreSQL], [{version}], [b])\n")
        commit(repository, other=version)
        assert tree_for(repository, git(repository, "rev-parse", "HEAD")) == tree
    before = git(repository, "rev-parse", "HEAD~1")
    # Of 16 there is no tree, so it goes where the other one goes.
    assert tree_for(repository, before, old) == "postgresql-17"
    assert tree_for(repository, old, git(repository, "rev-parse", "HEAD")) == "postgresql-18"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"base": ENGINE, "commit": "abc"}, "is a layer and no repository"),
        (
            {"base": "mysql-9.7", "patches": ["fix.patch"]},
            r"no patches: these do: mariadb-10\.11, postgresql-18$",
        ),
        (
            {"base": "mariadb-11.8", "patches": ["fix.patch"]},
            "-18; write .*/mariadb-11.8-source.yaml as envs/mariadb-10.11-source.yaml is",
        ),
        (
            {"base": "postgresql-17", "patches": ["fix.patch"]},
            "-18; write .*/postgresql-17-source.yaml as envs/postgresql-18-source.yaml is",
        ),
        ({"base": ENGINE, "patches": ["empty.patch"]}, "empty.patch: is empty"),
        ({"base": ENGINE, "patches": ["garbage.patch"]}, "garbage.patch: is no patch"),
        ({"base": ENGINE, "patches": ["none.patch"]}, "none.patch: No such file"),
        ({"base": "no/folder"}, "there is no such folder"),
    ],
)
def test_what_cannot_be_is_one_line(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fix.patch").write_text(PATCH)
    (tmp_path / "empty.patch").write_text("\n")
    (tmp_path / "garbage.patch").write_text("garbage\n")
    base, commit = arguments["base"], arguments.get("commit")
    with pytest.raises(LayerError, match=said) as caught:
        derive(base, commit, arguments.get("patches", ()), root=tmp_path)
    assert "\n" not in str(caught.value)
    assert layer_files(tmp_path) == []


def test_a_repository_of_something_else_is_one_line(tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    git(folder, "init", "--quiet")
    commit(folder, main="int one;\n")
    with pytest.raises(LayerError, match="is of no engine that can be compiled here"):
        derive(str(folder), root=tmp_path)


def test_a_clone_without_a_submodule_that_is_compiled_is_one_line(tmp_path):
    """As a clone of MariaDB is that was made without --recurse-submodules."""
    library, folder, clone = (tmp_path / name for name in ("library", "server", "clone"))
    for made in (library, folder):
        made.mkdir()
        git(made, "init", "--quiet")
    commit(library, main="int one;\n")
    sign = folder / "storage/maria/ma_open.c"
    sign.parent.mkdir(parents=True)
    sign.touch()
    (folder / "VERSION").write_text("MYSQL_VERSION_MAJOR=10\nMYSQL_VERSION_MINOR=11\n")
    git(folder, "submodule", "--quiet", "add", str(library), "libmariadb")
    commit(folder, main="int one;\n")
    git(tmp_path, "clone", "--quiet", str(folder), str(clone))
    with pytest.raises(LayerError, match=r"-C .*/clone submodule update --init libmariadb`"):
        derive(str(clone), root=tmp_path)
    assert layer_files(tmp_path) == []
    layer = load_layer(layer_file(tmp_path, derive(str(folder), root=tmp_path)))
    assert layer.source.of == "mariadb-10.11"


def test_a_lock_of_another_recipe_is_refused_and_can_be_renewed(patch, tmp_path, monkeypatch):
    name = derive(ENGINE, patches=[patch], root=tmp_path)
    path = layer_file(tmp_path, name)
    monkeypatch.setattr(compiled, "_locked_image", lambda _name: "another")
    with pytest.raises(LayerError, match=f"run `python -m scripts.layers lock {name}`"):
        build_compiled(path, tmp_path / name, tmp_path, tmp_path, 1, report=ignore, warn=ignore)
    lock_source(path)
    with pytest.raises(LayerError, match=r"postgresql-18/layer\.json: not built: run"):
        build_compiled(path, tmp_path / name, tmp_path, tmp_path, 1, report=ignore, warn=ignore)
