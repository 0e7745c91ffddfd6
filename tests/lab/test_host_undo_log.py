"""What was changed of the host is undone: backwards, by whoever is left."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from smoke_run import REPOSITORY

from scripts.lab.errors import LabError
from scripts.lab.host import cell, groups_v2
from scripts.lab.host.supervisor import supervise
from scripts.lab.host.undo_log import UndoLog
from tests.patience import WAIT_S, until

# A piece of work that changes a "host", which is a folder, and takes long.
WORK = """
import signal, sys, time
from pathlib import Path
from scripts.lab.host.undo_log import UndoLog
from scripts.lab.host.supervisor import supervise
# As at a terminal: what a shell runs in the background is born deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
folder = Path(sys.argv[1])
log = UndoLog({"remove": lambda name: (folder / name).unlink()}, folder / "log.json")
def work():
    log.note("remove", "changed")
    (folder / "changed").touch()
    time.sleep(600)
supervise(work, log.undo)
"""


@pytest.fixture
def done() -> list[str]:
    """What verbs were called with."""
    return []


@pytest.fixture
def log(tmp_path: Path, done: list[str]) -> UndoLog:
    def fail(word: str) -> None:
        raise LabError(f"{word} is stuck")

    return UndoLog({"do": done.append, "fail": fail}, tmp_path / "log.json")


def test_what_came_after_a_change_is_undone_alone(log: UndoLog, done: list[str]) -> None:
    log.note("do", "first")
    before = len(log)
    log.undo(since=before)
    assert done == []
    log.note("do", "second")
    log.undo(since=before)
    assert done == ["second"]
    log.undo()
    assert done == ["second", "first"]


def test_undone_backwards_and_once(log: UndoLog, done: list[str], tmp_path: Path) -> None:
    log.note("do", "first")
    log.note("do", "second")
    log.undo()
    log.undo()
    assert done == ["second", "first"]
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_undone_is_reported_and_tried_again_the_rest_is_undone(
    log: UndoLog, done: list[str], tmp_path: Path
) -> None:
    log.note("do", "first")
    log.note("fail", "disk")
    log.note("do", "third")
    with pytest.raises(LabError, match="not as it was: disk is stuck"):
        log.undo()
    assert done == ["third", "first"]
    assert json.loads((tmp_path / "log.json").read_text()) == [["fail", "disk"]]


@pytest.mark.parametrize(
    "entry", [["forget"], ["do"], ["do", "a", "b"], [], {"do": "a"}, 7, [["do"], "a"]]
)
def test_change_of_another_version_is_reported_and_the_rest_is_undone(
    log: UndoLog, done: list[str], tmp_path: Path, entry: object
) -> None:
    """It was a KeyError before anything was undone, and so for every later cell."""
    (tmp_path / "log.json").write_text(json.dumps([["do", "first"], entry, ["do", "third"]]))
    with pytest.raises(LabError, match=r"not as it was: .* in its log is of another version"):
        log.undo()
    assert done == ["third", "first"]
    assert json.loads((tmp_path / "log.json").read_text()) == [entry]


@pytest.mark.parametrize("text", ["", "[[", '{"do": "first"}', "null"])
def test_log_that_says_nothing_is_one_line(log: UndoLog, tmp_path: Path, text: str) -> None:
    (tmp_path / "log.json").write_text(text)
    with pytest.raises(
        LabError, match=r"log\.json: does not say what was changed .* boot it again"
    ):
        log.undo()


@pytest.mark.skipif(os.geteuid() != 0, reason="cells in real time are root's")
def test_nobody_else_keeps_cells_from_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any user could bind the name that was the lock, and no cell ran on that host."""
    monkeypatch.setattr(cell, "LOCK", tmp_path / "lock")
    monkeypatch.setattr(cell, "undo_log", lambda: UndoLog({}, tmp_path / "log.json"))
    with socket.socket(socket.AF_UNIX) as name:
        name.bind("\0bandwise-cell")
        cell.restore()
    with (tmp_path / "lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(LabError, match="another cell runs on this host: wait for its end"):
            cell.restore()
    cell.restore()
    assert str(cell.LOCK.parent) != "/tmp"


def test_controllers_that_a_cell_needed_stay_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: UndoLog
) -> None:
    """Taking them from systemd, which uses them meanwhile, took its limits away or failed."""
    (tmp_path / "cgroup.subtree_control").write_text("memory")
    monkeypatch.setattr(groups_v2, "CGROUPS", tmp_path)
    monkeypatch.setattr(groups_v2, "GROUP", tmp_path / "bandwise")
    log = UndoLog({"remove_group": lambda: None}, tmp_path / "log.json")
    groups_v2.make_group(log)
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+cpu +io +cpuset"
    assert json.loads((tmp_path / "log.json").read_text()) == [["remove_group"]]


def test_work_gives_its_result_and_is_undone(tmp_path: Path) -> None:
    result = supervise(lambda: {"pid": os.getpid()}, (tmp_path / "undone").touch)
    assert result["pid"] != os.getpid()
    assert (tmp_path / "undone").exists()


def test_error_of_the_work_comes_back_in_its_words_and_it_is_undone(tmp_path: Path) -> None:
    def work() -> dict:
        raise LabError("no such layer")

    with pytest.raises(LabError, match="no such layer"):
        supervise(work, (tmp_path / "undone").touch)
    assert (tmp_path / "undone").exists()


def test_disk_that_fills_up_comes_back_as_its_error_and_the_work_is_undone(tmp_path: Path) -> None:
    def work() -> dict:
        raise OSError(errno.ENOSPC, "No space left on device", "settings.json")

    with pytest.raises(OSError, match="No space left on device: 'settings") as raised:
        supervise(work, (tmp_path / "undone").touch)
    assert raised.value.errno == errno.ENOSPC
    assert (tmp_path / "undone").exists()


def test_what_cannot_be_undone_is_said_beside_the_full_disk(tmp_path: Path) -> None:
    def work() -> dict:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    def undo() -> None:
        raise LabError("the loop device is stuck")

    with pytest.raises(LabError, match="Disk quota exceeded; the loop device is stuck"):
        supervise(work, undo)


def test_working_process_that_is_killed_is_undone_by_the_one_that_waits(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="was killed"):
        supervise(lambda: os.kill(os.getpid(), signal.SIGKILL) or {}, (tmp_path / "undone").touch)
    assert (tmp_path / "undone").exists()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_waiting_process_that_is_killed_leaves_one_that_undoes(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, tmp_path], cwd=REPOSITORY, stderr=subprocess.DEVNULL
    )
    until(lambda: (tmp_path / "changed").exists())
    process.send_signal(number)
    process.wait(WAIT_S)
    until(lambda: not list(tmp_path.iterdir()))
