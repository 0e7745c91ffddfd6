"""Files that are whole or not there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scripts.files import sync_tree, write_whole

REPOSITORY = Path(__file__).parents[2]
# Writes a file over and over, each time with another length and its own letter throughout.
WRITER = """
import itertools, sys
from pathlib import Path
from scripts.files import write_whole
for number in itertools.count():
    write_whole(Path(sys.argv[1]), chr(97 + number % 26) * (1 << 16 + number % 3))
    print(number, flush=True)
"""


def test_file_is_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n")
    write_whole(tmp_path / "bytes", b"\0\1")
    assert (tmp_path / "text").read_bytes() == b"gr\xc3\xbcn"
    assert (tmp_path / "bytes").read_bytes() == b"\0\1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bytes", "text"]


def test_rights_are_those_of_any_new_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "whole", "")
    (tmp_path / "plain").write_text("")
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_file_is_whole_whenever_its_writer_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    for _ in range(5):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, path], cwd=REPOSITORY, stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            assert len({*path.read_text()}) == 1
            writer.send_signal(signal.SIGKILL)
        text = path.read_text()
        assert len({*text}) == 1
        assert len(text) in (1 << 16, 1 << 17, 1 << 18)


def test_two_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    """With one name for both, one moved the other's half away."""
    path = tmp_path / "manifest.json"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, path], cwd=REPOSITORY, stdout=-1)
        for _ in range(2)
    ]
    for writer in writers:
        assert writer.stdout is not None
        for _ in range(20):
            assert writer.stdout.readline(), "a writer failed"
            assert len({*path.read_text()}) == 1
    for writer in writers:
        writer.kill()
        writer.communicate()


def test_content_is_on_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "manifest.json"
    seen: list[tuple[str, bool]] = []
    sync = os.fsync

    def note(descriptor: int) -> None:
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        seen.append((name, path.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    write_whole(path, "{}")
    (content, existed), folder = seen
    assert content.startswith(".manifest.json")
    assert not existed
    assert folder == (tmp_path.name, True)


def test_all_of_a_folder_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/file").write_text("")
    (tmp_path / "a/gone").symlink_to("nowhere")
    seen: list[str] = []

    def note(descriptor: int) -> None:
        seen.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))

    monkeypatch.setattr(os, "fsync", note)
    sync_tree(tmp_path / "a")
    assert seen == [str(tmp_path / name) for name in ("a/b/file", "a/b", "a")]


def test_writers_of_other_files_do_not_meet(tmp_path: Path) -> None:
    paths = [tmp_path / str(number) for number in range(20)]
    threads = [threading.Thread(target=write_whole, args=(path, path.name)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [path.read_text() for path in paths] == [path.name for path in paths]
