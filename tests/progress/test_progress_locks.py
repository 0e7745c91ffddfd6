"""Locks of a run: one holder, named to others, on file systems without locks as well."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import locks

REPOSITORY = Path(__file__).resolve().parents[2]
HOLD = "import sys; from pathlib import Path; from scripts.locks import hold"
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


def test_damaged_signature_is_another_process(tmp_path: Path) -> None:
    file = tmp_path / "run.lock"
    with locks.hold(file):
        file.write_text("{")
        with pytest.raises(locks.LockedError, match="a run is going on: another process"):
            locks.hold(file)
