"""Taking a commit out of a user's git repository: what it holds, without a network."""

import re
import tarfile
from pathlib import Path
from subprocess import CompletedProcess

from scripts.layers.errors import LayerError
from scripts.layers.lock import few
from scripts.programs import TooLongError, run_program

SUBMODULE_MODE = "160000"


def resolve_commit(repository: Path, named: str) -> str:
    """The full name of a commit; LayerError when the repository does not have it."""
    if not repository.is_dir():
        raise LayerError(f"{repository}: there is no such folder: name that of a git repository")
    done = _git(repository, "rev-parse", "--verify", "--quiet", f"{named}^{{commit}}")
    if done is None:
        _git_or_error(repository, "rev-parse", "--git-dir")
        raise LayerError(
            f"{repository}: has no commit {named}: see `git -C {repository} log`, or fetch it first"
        )
    return done.strip()


def changed_files(repository: Path, commit: str) -> list[str]:
    """Files that differ from a commit that is checked out; none where another commit is."""
    head = _git(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    inside = _git(repository, "rev-parse", "--is-inside-work-tree")
    if head is None or head.strip() != commit or (inside or "").strip() != "true":
        return []
    # A changed submodule is its own repository's matter.
    said = _git_or_error(
        repository, "status", "--porcelain", "--untracked-files=no", "--ignore-submodules", "-z"
    )
    return [entry[3:] for entry in said.split("\0") if len(entry) > 3 and entry[2] == " "]


def refuse_changes(repository: Path, commit: str) -> None:
    """Raise LayerError where files are changed that a commit does not have so."""
    if changed := changed_files(repository, commit):
        raise LayerError(
            f"{repository}: has changes that are not committed ({few(changed)}): commit or stash "
            "them, or take them with --dirty"
        )


def changes_of(repository: Path) -> str:
    """All changes that are not committed, as a patch."""
    return _git_or_error(
        repository, "diff", "--binary", "--no-color", "--no-ext-diff", "--no-renames",
        "--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/", "HEAD",
    )  # fmt: skip


def file_at(repository: Path, commit: str, path: str) -> str | None:
    """A file's text in a commit; None where it has none of this name."""
    return _git(repository, "show", f"{commit}:{path}")


def archive(repository: Path, commit: str, submodules: tuple[str, ...], tar: Path) -> None:
    """Write a commit's files to ``tar``, those of the named submodules too. Raises LayerError."""
    resolve_commit(repository, commit)
    _git_or_error(repository, "archive", "--format=tar", f"--output={tar.resolve()}", commit)
    for path, linked in submodule_commits(repository, commit, submodules).items():
        part = tar.with_name("submodule.tar")
        output = f"--output={part.resolve()}"
        _git_or_error(
            repository / path, "archive", "--format=tar", f"--prefix={path}/", output, linked
        )
        with tarfile.open(part) as source, tarfile.open(tar, "a") as target:
            for member in source:
                target.addfile(member, source.extractfile(member) if member.isreg() else None)
        part.unlink()


def submodule_commits(repository: Path, commit: str, paths: tuple[str, ...]) -> dict[str, str]:
    """What a commit has of the named submodules, by path; LayerError where one isn't fetched."""
    linked = _submodules(repository, commit) if paths else {}
    found = {path: linked[path] for path in paths if path in linked}
    for path, of_path in found.items():
        folder = repository / path
        top = _git(folder, "rev-parse", "--show-toplevel") if folder.is_dir() else None
        # git answers for the repository around an empty folder.
        if top is None or Path(top.strip()) != folder.resolve() or not _has(folder, of_path):
            raise LayerError(
                f"{folder}: does not have the submodule's commit {of_path[:12]}: run "
                f"`git -C {repository} submodule update --init {path}`"
            )
    return found


def _has(repository: Path, commit: str) -> bool:
    return _git(repository, "cat-file", "-e", f"{commit}^{{commit}}") is not None


def _submodules(repository: Path, commit: str) -> dict[str, str]:
    """Commit by path of a commit's submodules."""
    listed = _git_or_error(repository, "ls-tree", "-r", "-z", commit).split("\0")
    entries = (re.match(r"(\d+) (\w+) (\w+)\t(.*)", line, re.S) for line in listed)
    return {found[4]: found[3] for found in entries if found and found[1] == SUBMODULE_MODE}


def _git(repository: Path, *arguments: str) -> str | None:
    """What git prints; None when it fails."""
    done = _run(repository, *arguments)
    return done.stdout if done.returncode == 0 else None


def _git_or_error(repository: Path, *arguments: str) -> str:
    done = _run(repository, *arguments)
    if done.returncode == 0:
        return done.stdout
    if "No space left on device" in done.stderr:
        raise LayerError("the disk is full: free some 3 GiB and build again")
    said = (done.stderr.strip() or "no message").splitlines()[-1]
    raise LayerError(f"{repository}: git {arguments[0]} failed: {said}")


def _run(repository: Path, *arguments: str) -> CompletedProcess[str]:
    try:
        return run_program(["git", "-C", str(repository), *arguments], "git")
    except TooLongError as error:
        raise LayerError(str(error)) from None
    except FileNotFoundError:
        raise LayerError("git is not installed: install the package git") from None
