"""Locks of a run: one holder, named to others, on file systems without locks as well."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.files import locks
from tests.patience import until

REPOSITORY = Path(__file__).resolve().parents[2]
HOLD = "import sys; from pathlib import Path; from scripts.files.locks import hold"
HOLD += "; held = hold(Path(sys.argv[1])); print('held', flush=True)"


def other(file: Path, then: str) -> subprocess.Popen[str]:
    """Another process that holds the lock."""
    command = [sys.executable, "-c", f"{HOLD}; {then}", str(file)]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_second_holder_is_named_the_first(tmp_path: Path) -> None:
    file = tmp_path / "made/run.lock"
    process = other(file, "import time; time.sleep(60)")
    try:
        with pytest.raises(locks.LockedError) as caught:
            locks.hold(file)
    finally:
        process.kill()
        process.wait()
    expected = f"a run is going on: process {process.pid}, started in {REPOSITORY}, holds {file}"
    assert str(caught.value).startswith(expected)
    # Killed, it holds nothing any more.
    locks.hold(file).close()


def test_lock_ends_with_its_process_though_its_jobs_live_on(tmp_path: Path) -> None:
    file = tmp_path / "run.lock"
    process = other(file, "import subprocess; subprocess.Popen(['sleep', '3'])")
    process.wait()
    locks.hold(file).close()


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_file_system_without_locks_is_warned_of(
    number: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def flock(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(locks.fcntl, "flock", flock)
    locks.hold(tmp_path / "run.lock").close()
    assert "can't be locked" in capsys.readouterr().err


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(*_: object) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(locks.fcntl, "flock", flock)


def test_second_run_is_refused_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was only warned, and wrote into what the first one wrote."""
    file = tmp_path / "run.lock"
    process = other(file, "import time; time.sleep(60)")
    without_locks(monkeypatch)
    try:
        with pytest.raises(locks.LockedError, match=f"process {process.pid}, started in"):
            locks.hold(file)
    finally:
        process.kill()
        process.wait()
    locks.hold(file).close()


@pytest.mark.parametrize("has_locks", [True, False])
def test_run_on_another_node_is_seen_although_its_lock_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_locks: bool
) -> None:
    """Lustre's localflock and NFS's local_lock give every node a lock of its own."""
    file = tmp_path / "run.lock"
    if not has_locks:
        without_locks(monkeypatch)
    monkeypatch.setattr(locks, "_host", lambda: "node1")
    held = locks.hold(file)
    signature = file.read_text()
    monkeypatch.setattr(locks, "_host", lambda: "node2")
    if has_locks:
        held.close()
        file.write_text(signature)
    with pytest.raises(locks.LockedError, match=r"on node1, .*or stop it; 2\.5"):
        locks.hold(file)
    # Its host died, and nobody renews the file any more.
    then = time.time() - locks.FRESH_S - 1
    os.utime(file, (then, then))
    locks.hold(file).close()


def test_signature_is_renewed_while_the_lock_is_held_and_then_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "RENEW_S", 0.05)
    file = tmp_path / "run.lock"
    with locks.hold(file):
        os.utime(file, (1, 1))
        until(lambda: file.stat().st_mtime >= 2, "the file's time was not renewed")
        assert file.read_text()
    assert not file.read_text()


def test_signature_is_taken_back_by_a_process_that_just_ends(tmp_path: Path) -> None:
    file = tmp_path / "run.lock"
    assert other(file, "pass").wait() == 0
    assert not file.read_text()


def test_damaged_signature_is_another_process(tmp_path: Path) -> None:
    file = tmp_path / "run.lock"
    with locks.hold(file):
        file.write_text("{")
        with pytest.raises(locks.LockedError, match="a run is going on: another process"):
            locks.hold(file)
