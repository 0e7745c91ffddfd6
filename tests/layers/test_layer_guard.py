"""One build of a layer at a time, and nothing outlives who asked for it."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scripts.layers import guard, supervisor
from scripts.layers.errors import LayerError
from scripts.layers.guard import guarded
from tests.layers.conftest import ignore
from tests.patience import WAIT_S, until

SUPERVISE = [sys.executable, supervisor.__file__]
HURRIED = f"""\
import sys
sys.path.insert(0, {str(Path(supervisor.__file__).parent)!r})
import supervisor
supervisor.POLITE_S = 0.5
sys.exit(supervisor.main(int(sys.argv[1]), sys.argv[2:]))
"""
PARENT = f"""\
import os, subprocess, sys, time
argv = {[sys.executable, "-c", HURRIED]!r} + [str(os.getpid()), *sys.argv[1:]]
subprocess.Popen(argv, start_new_session=True)
time.sleep(60)
"""


def test_two_builds_of_a_layer_wait_for_each_other(tmp_path):
    messages: list[str] = []
    inside: list[str] = []

    def second():
        with guarded(tmp_path / "layer", messages.append):
            inside.append("second")

    with guarded(tmp_path / "layer", ignore):
        thread = threading.Thread(target=second)
        thread.start()
        until(lambda: messages)
        inside.append("first")
    thread.join(WAIT_S)
    assert inside == ["first", "second"]


def test_file_system_without_locks_is_said_and_built_on(tmp_path, monkeypatch):
    """It was a traceback."""

    def flock(*_):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(guard.fcntl, "flock", flock)
    messages: list[str] = []
    with guarded(tmp_path / "layer", messages.append):
        pass
    assert messages == [
        f"{tmp_path}/.layer.guard can't be locked (Function not implemented): start no second "
        "build meanwhile"
    ]


def test_an_orphan_keeps_the_next_build_out(tmp_path, monkeypatch):
    """What writes to a layer holds its lock, also when the build that started it was killed."""
    with guarded(tmp_path / "layer", ignore) as descriptor:
        orphan = subprocess.Popen(["sleep", "60"], pass_fds=[descriptor])
    monkeypatch.setattr(guard, "WAIT_S", 0.1)
    try:
        with pytest.raises(LayerError, match="does not end"), guarded(tmp_path / "layer", ignore):
            pass
    finally:
        orphan.kill()
        orphan.wait()
    with guarded(tmp_path / "layer", ignore):
        pass


def test_a_lock_file_is_never_deleted_from_under_a_waiting_build(tmp_path):
    with guarded(tmp_path / "layer", ignore):
        inode = (tmp_path / ".layer.guard").stat().st_ino
    assert (tmp_path / ".layer.guard").stat().st_ino == inode


@pytest.mark.parametrize("polite", [True, False])
def test_a_command_ends_with_the_process_that_asked_for_it(tmp_path, polite):
    noted = tmp_path / "child"
    trap = "" if polite else "trap '' TERM; "
    script = f'{trap}echo $$ > "$0.new"; mv "$0.new" "$0"; while :; do sleep 0.1; done'
    parent = subprocess.Popen([sys.executable, "-c", PARENT, "sh", "-c", script, str(noted)])
    try:
        until(noted.exists)
        child = Path(f"/proc/{noted.read_text().strip()}")
        assert child.exists()
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    until(lambda: not child.exists())


@pytest.mark.parametrize(("script", "code"), [("exit 3", 3), ("kill -9 $$", 137), ("true", 0)])
def test_a_commands_exit_code_is_passed_on(script, code):
    argv = [*SUPERVISE, str(os.getpid()), "sh", "-c", script]
    assert subprocess.run(argv, check=False).returncode == code


def test_nothing_is_started_for_a_parent_that_is_gone(tmp_path):
    argv = [*SUPERVISE, "1", "touch", str(tmp_path / "started")]
    assert subprocess.run(argv, check=False).returncode == 143
    assert not (tmp_path / "started").exists()
