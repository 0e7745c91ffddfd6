"""What others may put where files belong, in folders that they share: one line, and no waiting."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from snakemake_logger_plugin_bandwise.durations import Durations

from scripts.data.tpch.__main__ import main as tpch
from scripts.files import NotAFileError, open_file, open_to_append, write_whole
from scripts.files.locks import LockedError, hold
from scripts.lab.__main__ import main as lab
from scripts.lab.errors import LabError
from scripts.lab.images import digest_of_image
from scripts.lab.left_images import leave_empty
from scripts.lab.lock import only_run
from scripts.lab.manifest import read_object
from scripts.lab.places import Places
from scripts.lab.scratch import PREFIX, folder_in, own_disk
from scripts.layers.__main__ import main as layers
from scripts.layers.errors import LayerError
from scripts.layers.guard import guarded
from scripts.layers.lock import Package
from scripts.layers.places import Bundle, Unavailable
from scripts.plan.write import kept_text
from scripts.share.entry import ShareError, take_entry

WAITS_S = 10
SHA256 = "0" * 64


def fifo(path: Path) -> None:
    os.mkfifo(path)


def sock(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # a socket's name is short
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(here)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


STRANGE = pytest.mark.parametrize("strange", [fifo, sock, device])
Make = Callable[[Path], None]


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """A test that waits for ever fails."""

    def stop(number: int, frame: object) -> None:
        raise AssertionError("it waits")

    former = signal.signal(signal.SIGALRM, stop)
    signal.alarm(WAITS_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, former)


@STRANGE
def test_strange_file_in_the_temporary_folder_stops_no_run(tmp_path: Path, strange: Make) -> None:
    """A FIFO that any user can make in /tmp stopped every run for ever, ahead of each machine."""
    strange(tmp_path / f"{PREFIX}x")
    with folder_in(tmp_path) as work:
        assert work.parent == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == [f"{PREFIX}x"]


def test_link_in_the_temporary_folder_is_not_followed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "file").touch()
    (tmp_path / f"{PREFIX}x").symlink_to(mine)
    with folder_in(tmp_path):
        pass
    assert (mine / "file").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make another's folder")
def test_folder_of_another_user_in_the_temporary_folder_stays(tmp_path: Path) -> None:
    theirs = tmp_path / f"{PREFIX}x"
    theirs.mkdir()
    os.chown(theirs, 65534, 65534)
    with folder_in(tmp_path):
        pass
    assert theirs.exists()


@STRANGE
def test_scratch_that_is_no_folder_is_one_line(
    tmp_path: Path, strange: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange(tmp_path / "x")
    monkeypatch.setenv("BANDWISE_SCRATCH", str(tmp_path / "x"))
    with pytest.raises(LabError, match="is not a folder that can be written to"):
        own_disk(tmp_path / "out", {})


@STRANGE
def test_strange_file_in_the_shared_folder_is_named(tmp_path: Path, strange: Make) -> None:
    snapshot = tmp_path / "snapshots/one"
    snapshot.mkdir(parents=True)
    strange(snapshot / "ram.img")
    for read in (
        lambda: Places(tmp_path).snapshot("one"),
        lambda: Places(tmp_path).needed("snapshots/one/ram.img"),
        lambda: read_object(snapshot / "ram.img"),
        lambda: digest_of_image(snapshot / "ram.img"),
    ):
        with pytest.raises(NotAFileError, match=r"ram\.img: is not a file: delete it and run"):
            read()


@STRANGE
def test_strange_job_is_one_line(
    tmp_path: Path, strange: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    strange(tmp_path / "job.json")
    options = ["--job", str(tmp_path / "job.json"), "--out", str(tmp_path / "out")]
    assert lab(["cell", *options]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("job.json: is not a file: delete it and run again")
    text = kept_text({"limits": {}}, tmp_path / "job.json", tmp_path / "job.json")
    assert text.startswith("{")


@STRANGE
def test_strange_layer_is_one_line(
    tmp_path: Path, strange: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "toolchain").mkdir()
    strange(tmp_path / "toolchain/layer.json")
    folders = ["--toolchain", str(tmp_path / "toolchain"), "--out", str(tmp_path / "base")]
    assert layers(["build", "envs/base.yaml", *folders]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("toolchain/layer.json: is not a file: delete it and run again")


@STRANGE
def test_strange_file_of_a_bundle_is_not_waited_for(tmp_path: Path, strange: Make) -> None:
    (tmp_path / "sha256").mkdir()
    strange(tmp_path / "sha256" / SHA256)
    package = Package(
        version="1", architecture="all", size=1, sha256=SHA256, archive="main", path="pool/p.deb"
    )
    with pytest.raises(Unavailable, match="is not a file"):
        next(Bundle(tmp_path).read("p", package))


@STRANGE
def test_strange_entry_is_one_line(tmp_path: Path, strange: Make) -> None:
    (tmp_path / "entry").mkdir()
    strange(tmp_path / "entry/whole.sha256")
    with pytest.raises(ShareError, match="is not a file: delete it and run again"):
        take_entry(tmp_path / "entry", tmp_path / "cell", "0")


def lock_of_a_run(path: Path) -> None:
    hold(path)


def lock_of_a_layer(path: Path) -> None:
    with guarded(path.with_name(path.name[1:].removesuffix(".guard")), print):
        pass


def lock_of_a_thing(path: Path) -> None:
    with only_run(path.with_name(path.name[1:].removesuffix(".lock")), "work"):
        pass


@pytest.mark.parametrize("take", [lock_of_a_run, lock_of_a_layer, lock_of_a_thing])
@pytest.mark.parametrize("strange", [fifo, sock, device, None])
def test_strange_lock_is_one_line_and_nothing_is_written_through_a_link(
    tmp_path: Path, take: Make, strange: Make | None
) -> None:
    """Whoever could write there had a user's own file emptied, by a link with the lock's name."""
    mine = tmp_path / "mine"
    mine.write_text("precious")
    lock = tmp_path / {"lock_of_a_layer": ".x.guard"}.get(take.__name__, ".x.lock")
    if strange:
        strange(lock)
    else:
        lock.symlink_to(mine)
    with pytest.raises((LayerError, LockedError, NotAFileError), match="is not a file: delete it"):
        take(lock)
    assert mine.read_text() == "precious"


@STRANGE
def test_strange_record_of_durations_is_as_good_as_none(tmp_path: Path, strange: Make) -> None:
    """Each finished job adds a line to it, in the shared folder."""
    strange(tmp_path / "durations.json")
    durations = Durations(tmp_path / "durations.json")
    before_s = durations.expected("cell", "oltp")
    durations.add("cell", "oltp", 3 * before_s)
    assert durations.expected("cell", "oltp") > before_s


def test_record_of_durations_is_not_added_to_a_file_behind_a_link(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    (tmp_path / "durations.json").symlink_to(mine)
    Durations(tmp_path / "durations.json").add("cell", "oltp", 3.0)
    assert mine.read_text() == "precious"


@STRANGE
def test_strange_table_is_one_line(
    tmp_path: Path, strange: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    strange(tmp_path / "lineitem.csv")
    options = ["--tables", str(tmp_path), "--query", "q1", "--out", str(tmp_path / "q1.json")]
    assert tpch(["reference", *options]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("lineitem.csv: is not a file: delete it and run again")


@STRANGE
def test_what_is_written_whole_takes_the_place_of_anything(tmp_path: Path, strange: Make) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    strange(tmp_path / "manifest.json")
    (tmp_path / f".manifest.json.{os.getpid()}.part").symlink_to(mine)
    write_whole(tmp_path / "manifest.json", "{}")
    assert not (tmp_path / "manifest.json").is_symlink()
    assert (tmp_path / "manifest.json").read_text() == "{}"
    assert mine.read_text() == "precious"


@STRANGE
def test_image_of_a_failed_task_takes_the_place_of_anything(tmp_path: Path, strange: Make) -> None:
    strange(tmp_path / "device.img")
    leave_empty("dataset", tmp_path)
    assert (tmp_path / "device.img").stat().st_size == 0
    assert not (tmp_path / "device.img").is_symlink()


def test_files_and_locks_that_are_there_are_opened(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        with open_file(tmp_path / name) as file:
            assert file.read() == b"text"
    with pytest.raises(FileNotFoundError):
        open_file(tmp_path / "none")
    with open_to_append(tmp_path / "new/lock") as file:
        file.write(b"signed")
