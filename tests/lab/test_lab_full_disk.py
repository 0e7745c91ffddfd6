"""A full disk at each place where the lab writes: one line, and nothing half-written in place."""

from __future__ import annotations

import contextlib
import itertools
import json
import tempfile
from pathlib import Path

import pytest
from small_disk import SIZE_KIB, mounted
from smoke_run import REPOSITORY
from test_lab_outbox import archive, header

from scripts.files import write_whole
from scripts.lab import __main__ as lab
from scripts.lab.delivery import deliver, scratch
from scripts.lab.errors import LabError
from scripts.lab.payloads import measure_payload
from scripts.lab.places import Places
from scripts.lab.virtual import regions
from scripts.lab.virtual.machine import Boot
from scripts.lab.virtual.outbox import HEADER_BYTES, unpack
from scripts.lab.virtual.process import run_machine
from scripts.lab.virtual.rows_image import rows_image
from scripts.lab.virtual.tasks import cell, machine
from scripts.layers.enter import LOADER

PLACES = Places(REPOSITORY / "results")
FULL = r"No space left on device; free disk space and run again"
LARGE = b"x" * (2 * SIZE_KIB << 10)
DATASET = {"kind": "sysbench", "tables": 1, "rows_per_table": 50_000, "seed": 1}
# Programs of the toolchain are run by its own loader; this one runs them as they are.
STAND_IN_LOADER = '#!/bin/sh\nshift 3\nexec "$@"\n'


@pytest.fixture
def toolchain(tmp_path: Path) -> Places:
    """A toolchain whose mkfs.erofs packs its folder with cat."""
    tree = tmp_path / "shared/layers/toolchain/tree"
    for name, text in (
        (LOADER, STAND_IN_LOADER),
        ("usr/bin/mkfs.erofs", '#!/bin/sh\nshift 3\nexec cat "$2"/* > "$1"\n'),
    ):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
        (tree / name).chmod(0o755)
    return Places(tmp_path / "shared")


def is_empty(folder: Path) -> bool:
    """Whether there is nothing in a folder, and nothing beside it but what filled the disk."""
    return not folder.exists() or not list(folder.rglob("*"))


def test_rows_without_room(small_disk: Path, toolchain: Places) -> None:
    with pytest.raises(LabError, match=FULL), scratch(small_disk / "out") as work:
        rows_image(DATASET, toolchain, work)
    assert is_empty(small_disk / "out")


def test_rows_image_without_room(small_disk: Path, toolchain: Places) -> None:
    """mkfs.erofs ended in a traceback that kept its words to itself."""
    fits = DATASET | {"rows_per_table": 6_000}
    with (
        pytest.raises(LabError, match=r"rows\.erofs: mkfs\.erofs failed: .*No space left on dev"),
        scratch(small_disk / "out") as work,
    ):
        rows_image(fits, toolchain, work)
    assert is_empty(small_disk / "out")


def test_payload_without_room(small_disk: Path, toolchain: Places) -> None:
    with pytest.raises(LabError, match=FULL), scratch(small_disk / "out") as work:
        regions.common({"engine": None}, toolchain, work, LARGE)
    assert is_empty(small_disk / "out")


def test_copy_of_an_image_without_room(small_disk: Path, tmp_path: Path) -> None:
    (tmp_path / "image").write_bytes(LARGE)
    with (
        pytest.raises(LabError, match=r"No space left on device; fix that \(free disk space\?\)"),
        scratch(small_disk / "out") as work,
    ):
        regions.copy_sparse(tmp_path / "image", work / "device.img")
    assert is_empty(small_disk / "out")


def test_results_without_room(small_disk: Path, tmp_path: Path) -> None:
    body = archive(rows=LARGE)
    (tmp_path / "outbox.img").write_bytes(header(body).ljust(HEADER_BYTES, b"\0") + body)
    with pytest.raises(LabError, match=FULL), scratch(small_disk / "out") as work:
        unpack(tmp_path / "outbox.img", work / "outbox")
    assert is_empty(small_disk / "out")


def test_manifest_without_room(small_disk: Path) -> None:
    out = small_disk / "out"
    with pytest.raises(LabError, match=FULL), scratch(out) as work:
        _deliver_with_a_long_manifest(work, out)
    assert [path.name for path in small_disk.rglob("*")] == ["out", "ram.img"]


def test_scratch_folder_without_room(small_disk: Path) -> None:
    fill(small_disk)
    with pytest.raises(LabError, match=FULL), scratch(small_disk / "out"):
        pass


def test_temporary_folder_without_room(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk))
    fill(small_disk)
    with pytest.raises(LabError, match=r"no temporary folder for QEMU: .*No space left .*TMPDIR"):
        run_machine(Boot(("true",), tmp_path, tmp_path), [], tmp_path, limit_s=1)


def test_file_that_was_there_stays_when_there_is_no_room(small_disk: Path) -> None:
    path = small_disk / "plan.json"
    write_whole(path, "former")
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, LARGE)
    assert path.read_text() == "former"
    assert [path.name for path in small_disk.iterdir()] == ["plan.json"]


def test_boot_files_without_room(
    small_disk: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "boot/modules").mkdir(parents=True)
    for name in ("vmlinuz", "busybox"):
        (tmp_path / "boot" / name).write_bytes(LARGE)
    layers = ["--base", str(tmp_path)]
    assert lab.main(["boot", *layers, "--out", str(small_disk / "boot")]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert "No space left on device; free disk space" in line
    assert is_empty(small_disk / "boot")


@pytest.mark.lab
def test_memory_of_a_machine_without_room(jobs: dict[str, dict], tmp_path: Path) -> None:
    """QEMU meets a page of a file that the disk has no room for, and dies of SIGBUS."""
    snapshot = json.loads((_stored(jobs["calibration"]) / "job.json").read_text())
    job = json.loads((PLACES.machine(snapshot["machine_id"]) / "job.json").read_text())
    with mounted(tmp_path / "small", 48 << 10) as disk:
        with pytest.raises(LabError, match="no room left on the disk for the machine's memory"):
            machine.run(job, PLACES, disk / "out")
        assert is_empty(disk / "out")


@pytest.mark.lab
def test_results_of_a_cell_without_room(jobs: dict[str, dict], tmp_path: Path) -> None:
    job = jobs["calibration"]
    kib = (len(measure_payload(job, PLACES)) >> 10) + 100
    with mounted(tmp_path / "small", kib) as disk:
        with pytest.raises(LabError, match=r"no room left on the disk|No space left on device"):
            cell.run(job, PLACES, disk / "out")
        assert is_empty(disk / "out")


def _stored(job: dict) -> Path:
    return PLACES.snapshot(job["snapshot_id"])


def _deliver_with_a_long_manifest(work: Path, out: Path) -> None:
    (work / "ram.img").write_text("memory")
    deliver(work, out, ["ram.img"], "thing.json", {"text": "x" * len(LARGE)})


def fill(folder: Path) -> None:
    """Leave no room in a file system, not even for a name."""
    with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    with contextlib.suppress(OSError):
        for number in itertools.count():
            (folder / f"name-{number}").mkdir()
