"""How results get into place: made in a scratch folder beside, then moved, the manifest last."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from scripts.files import PART, now_s_in, sync, sync_tree
from scripts.identity.jobs import identity_of
from scripts.jobs import Job, lab_name
from scripts.lab.errors import LabError
from scripts.lab.lock import Turn, only_run
from scripts.lab.manifest import read_object, write_manifest
from scripts.lab.mounts import mount_of
from scripts.lab.outcome import Outcome
from scripts.lab.own_job import require_own
from scripts.lab.places import adapter_of
from scripts.lab.registry import lab_named
from scripts.lab.scratch import folder_in, own_disk
from scripts.lab.tools import last_words, run_tool

# Of another host's run that was killed, whether it still runs can't be seen.
ABANDONED_S = 7 * 24 * 3600
# Of some GiB, to a slow disk.
COPY_S = 3600.0
# Whose manifest has which name.
TASKS = {
    **{f"{task}.json": task for task in ("dataset", "machine", "snapshot")},
    "outcome.json": "cell",
}


def make(job: Job, out: Path, manifest_name: str, work_on: Callable[[Path], Outcome]) -> Outcome:
    """Make a thing by ``work_on(scratch folder)``, or take what another run has just made.

    Two runs, of two checkouts with one shared folder for example, may want the same at once. The
    later one waits, and makes it itself only if the other made something else, or failed.
    """
    before = _time_of(out / manifest_name)
    work = _identity(job, manifest_name)
    with _no_room_is_one_line(out), only_run(out, work) as turn:
        if turn.after == work and _time_of(out / manifest_name) not in (None, before):
            return _outcome_in(out / manifest_name)
        with _folder(out, turn) as beside:
            if (place := own_disk(out, job)) is None:
                return work_on(beside)
            with folder_in(place) as folder:
                return work_on(folder)


@contextmanager
def scratch(out: Path) -> Iterator[Path]:
    """A scratch folder on the same file system as ``out``, gone afterwards whatever happens.

    Waits for another run that makes the same. Raises LabError when there is no space left for what
    is written.
    """
    with (
        _no_room_is_one_line(out),
        only_run(out, "") as turn,
        _folder(out, turn) as folder,
    ):
        yield folder


def deliver(
    work: Path, out: Path, names: Sequence[str], manifest_name: str, manifest: dict[str, Any]
) -> None:
    """Move the results into place, the manifest last: what it names is whole, and on the disk.

    Raises LabError when one of them is missing.
    """
    for name in names:
        if not (work / name).exists():
            raise LabError(
                f"{out}: the run left no {name}, which its manifest stands for; run again"
            )
    with _on_same_disk(work, out, names) as ready:
        for name in names:
            sync_tree(ready / name)
        # From here on it is not the former result either.
        (out / manifest_name).unlink(missing_ok=True)
        for name in names:
            target = out / name
            if target.is_dir() and not target.is_symlink():
                shutil.rmtree(target)
            (ready / name).replace(target)
    sync(out)
    write_manifest(out / manifest_name, manifest)


@contextmanager
def _on_same_disk(work: Path, out: Path, names: Sequence[str]) -> Iterator[Path]:
    """The folder with the results on the disk of ``out``: ``work``, or one that they are copied to.

    Raises LabError with cp's own words, such as those of a full disk.
    """
    if work.stat().st_dev == out.stat().st_dev:
        yield work
        return
    with tempfile.TemporaryDirectory(prefix=_prefix(), dir=out) as folder:
        sources = [work / name for name in names]
        done = run_tool(["cp", "--recursive", "--sparse=always", *sources, folder], "cp", COPY_S)
        if done.returncode != 0:
            raise LabError(f"{last_words(done)}; fix that (free disk space?) and run again")
        yield Path(folder)


def failure_of(job: Job, manifest: Path, what: str) -> Outcome | None:
    """The outcome that a failed earlier stage gives to a job that needs it.

    Raises LabError for a stage of another job.
    """
    require_own(job, manifest, what)
    failed = _outcome_in(manifest)
    if failed.status == "done":
        return None
    first = "/".join(manifest.parts[-3:])
    return replace(
        failed,
        status="failed",
        reason=f"its {what} failed: {failed.reason}",
        virtual_s=None,
        upstream=failed.upstream or first,
    )


@contextmanager
def _no_room_is_one_line(where: Path) -> Iterator[None]:
    """Raise LabError in place of the error that a full disk or an exhausted quota gives."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        place = error.filename or where
        raise LabError(f"{place}: {error.strerror}; free disk space and run again") from None


@contextmanager
def _folder(out: Path, turn: Turn) -> Iterator[Path]:
    out.mkdir(parents=True, exist_ok=True)
    _clear(out, turn)
    with tempfile.TemporaryDirectory(prefix=_prefix(), dir=out) as folder:
        yield Path(folder)


def _prefix() -> str:
    return f"work-{os.uname().nodename}-"


def _clear(out: Path, turn: Turn) -> None:
    """Delete what runs left that were killed: none is there when this one is alone.

    Not every network's file system has locks that other hosts see; what is theirs goes by age then.
    """
    all_nodes = mount_of(out).has_locks_of_all_nodes
    for left in out.glob("work-*"):
        own = turn.is_alone and (all_nodes or left.name.startswith(_prefix()))
        if own or (_time_of(left) or 0) < (now_s_in(out) - ABANDONED_S) * 1e9:
            shutil.rmtree(left, ignore_errors=True)
    if turn.is_alone:
        for left in out.glob(f".*{PART}"):
            left.unlink(missing_ok=True)


def _identity(job: Job, manifest_name: str) -> str:
    """The identity of what a job leaves, under its limits of time.

    Raises LabError where the engine's layer has no description.
    """
    adapter_of(job["engine"])
    lab = lab_named(lab_name(job))
    return f"{identity_of(TASKS[manifest_name], job, lab)} {json.dumps(job['limits'])}"


def _outcome_in(manifest: Path) -> Outcome:
    content = read_object(manifest)
    if "status" not in content:
        raise LabError(f"{manifest}: has no status; delete it and run snakemake again")
    known = {field.name for field in fields(Outcome)} & content.keys()
    return Outcome(**{name: content[name] for name in known})


def _time_of(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None
