"""Results come whole or not at all, and two runs that want the same don't destroy each other."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.lab import delivery
from scripts.lab.delivery import deliver, failure_of, make, scratch
from scripts.lab.errors import LabError
from scripts.lab.outcome import Outcome
from tests.patience import WAIT_S

REPOSITORY = Path(__file__).parents[2]
MANIFEST = "machine.json"
JOB = {
    "lab": "virtual",
    "engine": None,
    "device": {"device_mib": 64},
    "machine_memory_mib": 64,
    "limits": {"virtual_s": 60},
}
# A run that begins, says so, and waits to be killed.
LONG_RUN = """
import sys, time
from pathlib import Path
from scripts.lab.delivery import scratch
with scratch(Path(sys.argv[1])) as work:
    (work / "ram.img").write_text("half")
    print(work, flush=True)
    time.sleep(60)
"""


@contextmanager
def long_run(out: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process that makes a thing in ``out``, and its scratch folder."""
    command = [sys.executable, "-c", LONG_RUN, str(out)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            yield run, Path(run.stdout.readline().strip())
        finally:
            run.kill()


class Maker:
    """A thing's maker, counting how often it is asked."""

    def __init__(self, out: Path, *, fails: bool = False) -> None:
        self.out, self.fails, self.made = out, fails, 0
        self.began, self.may_end = threading.Event(), threading.Event()

    def __call__(self, work: Path) -> Outcome:
        self.made += 1
        self.began.set()
        assert self.may_end.wait(WAIT_S)
        if self.fails:
            raise LabError("the host is not able to")
        (work / "ram.img").write_text("whole")
        outcome = Outcome("done", virtual_s=1.5)
        deliver(work, self.out, ["ram.img"], MANIFEST, outcome.as_dict())
        return outcome


def run_beside(job: dict, maker: Maker) -> tuple[threading.Thread, list]:
    """Begin to make a thing in a thread; what comes of it."""
    came: list = []

    def run() -> None:
        try:
            came.append(make(JOB | job, maker.out, MANIFEST, maker))
        except LabError as error:
            came.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, came


def two_at_once(
    tmp_path: Path, job: dict, other_job: dict, *, first_fails: bool = False
) -> tuple[list, list, int]:
    """Make a thing twice at once: what came of both, and how often the second was made."""
    out = tmp_path / "thing"
    first, second = Maker(out, fails=first_fails), Maker(out)
    second.may_end.set()
    one, came = run_beside(job, first)
    assert first.began.wait(WAIT_S)
    two, came_too = run_beside(other_job, second)
    time.sleep(0.5)
    assert second.made == 0, "it was not waited for"
    first.may_end.set()
    one.join(WAIT_S)
    two.join(WAIT_S)
    assert (out / "ram.img").read_text() == "whole"
    assert json.loads((out / MANIFEST).read_text())["status"] == "done"
    assert sorted(path.name for path in tmp_path.rglob("*")) == [MANIFEST, "ram.img", "thing"]
    return came, came_too, second.made


def test_later_of_two_runs_takes_what_the_first_has_made(tmp_path: Path) -> None:
    came, came_too, made = two_at_once(tmp_path, {"seed": 1}, {"seed": 1})
    assert came == came_too == [Outcome("done", virtual_s=1.5)]
    assert made == 0


def test_later_of_two_runs_makes_its_own_for_another_job(tmp_path: Path) -> None:
    _, came_too, made = two_at_once(tmp_path, {"seed": 1}, {"seed": 2})
    assert came_too == [Outcome("done", virtual_s=1.5)]
    assert made == 1


def test_later_of_two_runs_makes_it_when_the_first_could_not(tmp_path: Path) -> None:
    came, _, made = two_at_once(tmp_path, {"seed": 1}, {"seed": 1}, first_fails=True)
    assert isinstance(came[0], LabError)
    assert made == 1


def test_run_alone_makes_the_thing_anew(tmp_path: Path) -> None:
    maker = Maker(tmp_path / "thing")
    maker.may_end.set()
    for _ in range(2):
        make(JOB, maker.out, MANIFEST, maker)
    assert maker.made == 2


def test_scratch_folder_of_a_live_run_is_left_alone(tmp_path: Path) -> None:
    """Two checkouts with one shared folder deleted each other's."""
    with long_run(tmp_path / "thing") as (run, folder):
        maker = Maker(tmp_path / "thing")
        maker.may_end.set()
        thread, came = run_beside({}, maker)
        time.sleep(1)
        assert (folder / "ram.img").read_text() == "half"
        assert maker.made == 0
        run.send_signal(signal.SIGKILL)
        thread.join(WAIT_S)
    assert came == [Outcome("done", virtual_s=1.5)]
    assert not folder.exists(), "what a killed run left was kept"


@pytest.mark.parametrize(("age_days", "is_left"), [(0, True), (6, True), (8, False)])
def test_scratch_folder_of_another_host_is_left_alone_for_a_week(
    tmp_path: Path, age_days: int, is_left: bool
) -> None:
    folder = tmp_path / "work-elsewhere-x"
    folder.mkdir()
    then = time.time() - age_days * 24 * 3600
    os.utime(folder, (then, then))
    with scratch(tmp_path):
        pass
    assert folder.exists() == is_left


def test_file_system_without_locks_is_made_do_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with scratch(tmp_path / "thing") as one, scratch(tmp_path / "thing") as other:
        assert one.is_dir(), "nobody knew that it was dead"
        assert other.is_dir()


def test_manifest_that_a_killed_run_was_writing_is_cleared(tmp_path: Path) -> None:
    left = tmp_path / f".{MANIFEST}.1.part"
    left.write_text("{")
    with scratch(tmp_path):
        pass
    assert not left.exists()


def test_wait_for_another_run_ends_with_the_workflow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.programs.parents._chain", lambda: [(1 << 30, "0")])
    with (
        long_run(tmp_path / "thing"),
        pytest.raises(LabError, match="the workflow that started this run has ended"),
        scratch(tmp_path / "thing"),
    ):
        pass


def test_missing_image_is_not_delivered(tmp_path: Path) -> None:
    """It was skipped, and the manifest said "done"."""
    work, out = tmp_path / "work", tmp_path / "out"
    work.mkdir()
    out.mkdir()
    (work / "ram.img").write_text("whole")
    (out / "ram.img").write_text("former")
    (out / MANIFEST).write_text("{}")
    with pytest.raises(LabError, match=r"left no state\.bin"):
        deliver(work, out, ["ram.img", "state.bin"], MANIFEST, {"status": "done"})
    assert (out / "ram.img").read_text() == "former", "half of it was put into place"
    assert (out / MANIFEST).read_text() == "{}"


def test_images_are_on_the_disk_before_their_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power failure must not leave a manifest without what it names."""
    work, out = tmp_path / "work", tmp_path / "out"
    (work / "outbox/phases").mkdir(parents=True)
    (work / "outbox/phases/stdout.txt").write_text("text")
    (work / "ram.img").write_text("memory")
    out.mkdir()
    events: list[str] = []
    sync, replace = os.fsync, Path.replace

    def note_sync(descriptor: int) -> None:
        events.append(f"sync {Path(f'/proc/self/fd/{descriptor}').readlink().name}")
        sync(descriptor)

    def note_replace(path: Path, target: Path) -> Path:
        events.append(f"move {Path(target).name}")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_replace)
    deliver(work, out, ["ram.img", "outbox"], MANIFEST, {"status": "done"})
    manifest = events.index(f"move {MANIFEST}")
    for before in ("sync ram.img", "sync stdout.txt", "move ram.img", "move outbox", "sync out"):
        assert events.index(before) < manifest, before
    assert events[manifest - 1].startswith(f"sync .{MANIFEST}")
    assert events[-1] == "sync out"


def test_former_manifest_goes_before_what_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, out = tmp_path / "work", tmp_path / "out"
    for folder in (work, out):
        folder.mkdir()
        (folder / "ram.img").write_text(folder.name)
    (out / MANIFEST).write_text("{}")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(delivery, "write_manifest", killed)
    with pytest.raises(KeyboardInterrupt):
        deliver(work, out, ["ram.img"], MANIFEST, {"status": "done"})
    assert not (out / MANIFEST).exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '"done"', "\0\0\0"])
def test_broken_manifest_of_an_earlier_stage_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(LabError, match=r"machine\.json: not .*: delete it and run snakemake"):
        failure_of({}, tmp_path / MANIFEST, "thing")


def test_missing_manifest_of_an_earlier_stage_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"machine\.json is missing: run snakemake"):
        failure_of({}, tmp_path / MANIFEST, "thing")
