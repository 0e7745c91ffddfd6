"""Commits out of a user's repository: whole, without a network, without what is not committed."""

import subprocess
import tarfile
from pathlib import Path

import pytest

from scripts.layers.errors import LayerError
from scripts.layers.git import archive, changes_of, file_at, refuse_changes, resolve_commit


def git(folder, *arguments):
    argv = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.example"]
    argv += ["-c", "protocol.file.allow=always", *arguments]
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.c").write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=change")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "engine"
    folder.mkdir()
    git(folder, "init", "--quiet")
    commit(folder, main="int one;\n")
    return folder


def names(tar):
    with tarfile.open(tar) as content:
        return [member.name for member in content]


def test_a_commit_is_taken_as_it_was(repository, tmp_path):
    first = git(repository, "rev-parse", "HEAD")
    commit(repository, main="int two;\n", more="int three;\n")
    tar = tmp_path / "source.tar"
    archive(repository, first, (), tar)
    assert names(tar) == ["main.c"]
    content = tar.read_bytes()
    archive(repository, first, (), tar)
    assert tar.read_bytes() == content
    assert file_at(repository, first, "main.c") == "int one;\n"
    assert file_at(repository, first, "more.c") is None


def test_a_commit_may_be_named_in_any_way(repository):
    full = git(repository, "rev-parse", "HEAD")
    git(repository, "tag", "first")
    assert [resolve_commit(repository, name) for name in ("HEAD", full[:9], "first")] == [full] * 3


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("0123abc", "has no commit 0123abc: see `git -C"),
        ("--help", "has no commit --help"),
    ],
)
def test_a_commit_that_does_not_exist_is_one_line(repository, named, said):
    with pytest.raises(LayerError, match=said) as caught:
        resolve_commit(repository, named)
    assert "\n" not in str(caught.value)


def test_a_folder_that_is_no_repository_is_one_line(tmp_path):
    with pytest.raises(LayerError, match="git rev-parse failed: fatal: not a git repository"):
        resolve_commit(tmp_path, "HEAD")
    with pytest.raises(LayerError, match="there is no such folder"):
        resolve_commit(tmp_path / "none", "HEAD")


def test_uncommitted_changes_are_refused_by_name_and_can_be_taken(repository):
    full = git(repository, "rev-parse", "HEAD")
    (repository / "notes.txt").write_text("Git doesn't know this file.")
    refuse_changes(repository, full)
    (repository / "main.c").write_text("int changed;\n")
    with pytest.raises(LayerError, match=r"not committed \(main.c\): commit or stash"):
        refuse_changes(repository, full)
    assert "+int changed;" in changes_of(repository)
    git(repository, "add", "main.c")
    with pytest.raises(LayerError, match=r"main\.c"):
        refuse_changes(repository, full)
    assert "+int changed;" in changes_of(repository)


def test_changes_do_not_matter_to_another_commit(repository):
    first = git(repository, "rev-parse", "HEAD")
    commit(repository, main="int two;\n")
    (repository / "main.c").write_text("int changed;\n")
    refuse_changes(repository, first)


@pytest.fixture
def with_submodule(repository, tmp_path):
    """A repository with two submodules, of which one is needed."""
    for name in ("client", "unused"):
        part = tmp_path / name
        part.mkdir()
        git(part, "init", "--quiet")
        commit(part, **{name: f"int {name};\n"})
        git(repository, "submodule", "--quiet", "add", str(part), name)
    return repository, commit(repository)


def test_needed_submodules_are_taken_with_the_commit(with_submodule, tmp_path, monkeypatch):
    repository, full = with_submodule
    # A path from here on is not one from the repository on.
    monkeypatch.chdir(tmp_path)
    commit(repository / "client", client="int newer;\n")
    tar = Path("source.tar")
    archive(repository, full, ("client",), tar)
    assert "client/client.c" in names(tar)
    assert "unused/unused.c" not in names(tar)
    with tarfile.open(tar) as content:
        assert content.extractfile("client/client.c").read() == b"int client;\n"


def test_a_submodule_that_is_missing_is_one_line_with_the_command(with_submodule, tmp_path):
    repository, full = with_submodule
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(repository), str(clone))
    with pytest.raises(LayerError, match="submodule update --init client`") as caught:
        archive(clone, full, ("client",), tmp_path / "source.tar")
    assert f"run `git -C {clone} submodule" in str(caught.value)
    assert "\n" not in str(caught.value)
