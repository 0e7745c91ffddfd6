"""Where a run works when its results are on a network's file system, and what is left of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.lab import delivery, mounts, scratch
from scripts.lab.delivery import deliver, make
from scripts.lab.errors import LabError
from scripts.lab.mounts import mount_of
from scripts.lab.outcome import Outcome
from scripts.lab.scratch import folder_in, own_disk

# Of hosts with each file system; the fields are those of proc(5).
LINE = "36 25 0:31 / {place} rw,relatime shared:1 - {kind} {source} rw{options}\n"
ROOT = LINE.format(place="/", kind="ext4", source="/dev/sda1", options="")
JOB = {
    "lab": "virtual",
    "engine": None,
    "machine_memory_mib": 64,
    "device": {"device_mib": 32},
    "limits": {"virtual_s": 60},
}


def mounted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, options: str = "", at: str = "net"
) -> Path:
    """A folder below a mount point of that kind, as far as the list of mounts shows."""
    folder = tmp_path / at / "results"
    folder.mkdir(parents=True)
    place = str(tmp_path / at).replace(" ", "\\040")
    lines = tmp_path / "mountinfo"
    text = lines.read_text() if lines.exists() else ROOT
    lines.write_text(text + LINE.format(place=place, kind=kind, source="srv:/x", options=options))
    monkeypatch.setattr(mounts, "MOUNTS", lines)
    return folder


@pytest.mark.parametrize(
    ("kind", "options", "is_network", "has_locks"),
    [
        ("ext4", "", False, False),
        ("xfs", "", False, False),
        ("nfs4", ",vers=4.2,local_lock=none", True, True),
        ("nfs", ",vers=3,nolock,local_lock=all", True, False),
        ("nfs", ",vers=3,local_lock=flock", True, False),
        ("lustre", ",flock,lazystatfs", True, True),
        ("lustre", ",localflock", True, False),
        ("lustre", "", True, False),
        ("gpfs", "", True, True),
        ("beegfs", "", True, False),
        ("fuse.sshfs", "", True, False),
        ("fuseblk", "", False, False),
        ("tmpfs", "", False, False),
    ],
)
def test_file_system_is_reported_by_its_mount(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    options: str,
    is_network: bool,
    has_locks: bool,
) -> None:
    folder = mounted(tmp_path, monkeypatch, kind, options, at="a b")
    found = mount_of(folder / "to be made")
    assert (found.is_network, found.has_locks_of_all_nodes) == (is_network, has_locks)
    assert not mount_of(tmp_path).is_network


def test_later_mount_covers_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = mounted(tmp_path, monkeypatch, "autofs")
    text = LINE.format(place=folder.parent, kind="nfs4", source="srv:/x", options="")
    (tmp_path / "mountinfo").write_text((tmp_path / "mountinfo").read_text() + text)
    assert mount_of(folder).kind == "nfs4"


def test_results_on_an_own_disk_are_worked_on_beside(tmp_path: Path) -> None:
    assert own_disk(tmp_path, JOB) is None


def test_results_on_a_network_are_worked_on_in_tmpdir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = mounted(tmp_path, monkeypatch, "nfs4")
    monkeypatch.setattr(scratch.tempfile, "gettempdir", lambda: str(tmp_path))
    assert own_disk(out, JOB) == tmp_path


def test_tmpdir_without_room_is_not_taken_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = mounted(tmp_path, monkeypatch, "nfs4")
    monkeypatch.setattr(scratch.tempfile, "gettempdir", lambda: str(tmp_path))
    assert own_disk(out, {"machine_memory_mib": 1 << 40}) is None
    (line,) = capsys.readouterr().err.splitlines()
    assert f"working in {out}" in line
    assert "BANDWISE_SCRATCH" in line


def test_tmpdir_on_a_network_too_is_no_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = mounted(tmp_path, monkeypatch, "nfs4")
    monkeypatch.setattr(scratch.tempfile, "gettempdir", lambda: str(out))
    assert own_disk(out, JOB) is None


def test_named_folder_is_taken_or_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANDWISE_SCRATCH", str(tmp_path))
    assert own_disk(tmp_path / "out", JOB) == tmp_path
    monkeypatch.setenv("BANDWISE_SCRATCH", str(tmp_path / "none"))
    with pytest.raises(LabError, match=r"BANDWISE_SCRATCH: .*none is not a folder"):
        own_disk(tmp_path / "out", JOB)


def test_results_come_from_another_disk_whole_and_with_their_holes(
    tmp_path: Path, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moving them failed, as it does between two file systems."""
    monkeypatch.setenv("BANDWISE_SCRATCH", str(small_disk))
    out = tmp_path / "thing"
    worked_in: list[Path] = []

    def work_on(work: Path) -> Outcome:
        worked_in.append(work)
        with (work / "ram.img").open("wb") as image:
            image.truncate(64 << 20)
            image.write(b"memory")
        (work / "outbox").mkdir()
        (work / "outbox/stdout.txt").write_text("tps: 12\n")
        outcome = Outcome("done")
        deliver(work, out, ["ram.img", "outbox"], "machine.json", outcome.as_dict())
        return outcome

    assert make(JOB, out, "machine.json", work_on).status == "done"
    assert worked_in[0].is_relative_to(small_disk)
    assert (out / "ram.img").stat().st_size == 64 << 20
    assert (out / "ram.img").stat().st_blocks * 512 < 1 << 20, "its holes were filled"
    assert (out / "ram.img").read_bytes()[:6] == b"memory"
    assert (out / "outbox/stdout.txt").read_text() == "tps: 12\n"
    assert sorted(path.name for path in out.iterdir()) == ["machine.json", "outbox", "ram.img"]
    assert not [*small_disk.glob("bandwise-*")]


def test_what_can_not_be_copied_is_one_line_and_leaves_the_former_result(
    tmp_path: Path, small_disk: Path
) -> None:
    work, out = tmp_path / "work", small_disk / "thing"
    work.mkdir()
    out.mkdir()
    (work / "ram.img").write_bytes(os.urandom(4 << 20))
    (out / "thing.json").write_text("{}")
    with pytest.raises(LabError, match="No space left on device; fix that"):
        deliver(work, out, ["ram.img"], "thing.json", {"status": "done"})
    assert [path.name for path in out.iterdir()] == ["thing.json"]


def test_folder_of_a_killed_run_goes_and_that_of_a_live_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import sys, time; from pathlib import Path; from scripts.lab.scratch import folder_in"
    )
    program += (
        "\nwith folder_in(Path(sys.argv[1])) as work: print(work, flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        live = Path(run.stdout.readline().strip())
        with folder_in(tmp_path):
            assert live.exists()
        run.kill()
    with folder_in(tmp_path) as work:
        assert [*tmp_path.iterdir()] == [work]


@pytest.mark.parametrize("options", [",local_lock=none", ",local_lock=all"])
def test_what_another_node_left_goes_where_locks_are_all_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    """A node that died in a cell left a gigabyte for ever, as its cell ran elsewhere then."""
    out = mounted(tmp_path, monkeypatch, "nfs4", options)
    left = out / "work-elsewhere-x"
    left.mkdir()
    young = time.time() - 3600
    os.utime(left, (young, young))
    with delivery.scratch(out):
        pass
    assert left.exists() == (options == ",local_lock=all")
