"""What a snapshot began as: its cells begin as the same, or say in one line what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.lab.errors import LabError
from scripts.lab.places import Places
from scripts.lab.virtual import origin

JOB: dict[str, Any] = {
    "machine_id": "m",
    "dataset": {"id": "d"},
    "device": {"device_mib": 3},
}


def manifest(path: Path, **content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"status": "done", **content}))


def kept(shared: Path, job: dict[str, Any]) -> Path:
    """A snapshot in a shared folder, with what it was made from; its own folder."""
    for name in ("machines/m/machine.json", "datasets/d/dataset.json"):
        digests = {"ram.img_digest": "of memory", "device_digest": "of rows"}
        manifest(shared / name, **digests)
    (shared / "machines/m/ram.img").write_bytes(b"memory")
    (shared / "datasets/d/device.img").write_bytes(b"rows")
    begins_as = origin.described(origin.images_of(job, Places(shared)))
    manifest(shared / "snapshots/s/snapshot.json", begins_as=begins_as)
    return shared / "snapshots/s"


def test_cells_begin_as_their_snapshot_did(tmp_path: Path) -> None:
    images = origin.images_for(kept(tmp_path, JOB), Places(tmp_path))
    assert images == origin.images_of(JOB, Places(tmp_path))
    assert {name: path.read_bytes() for name, path in images.items()} == {
        "ram": b"memory",
        "device": b"rows",
    }
    assert origin.with_blank(images, JOB, tmp_path) == images


def test_without_a_data_set_the_device_is_blank(tmp_path: Path) -> None:
    job = JOB | {"dataset": None}
    images = origin.images_for(kept(tmp_path, job), Places(tmp_path))
    device = origin.with_blank(images, job, tmp_path)["device"]
    assert (device.stat().st_size, device.stat().st_blocks) == (3 << 20, 0)


@pytest.mark.parametrize("name", ["machines/m/machine.json", "datasets/d/dataset.json"])
def test_another_image_than_the_snapshots_is_one_line(tmp_path: Path, name: str) -> None:
    snapshot = kept(tmp_path, JOB)
    manifest(tmp_path / name, **{"ram.img_digest": "another", "device_digest": "another"})
    with pytest.raises(LabError) as raised:
        origin.images_for(snapshot, Places(tmp_path))
    image = "ram.img" if "machine" in name else "device.img"
    assert str(raised.value) == (
        f"{(tmp_path / name).with_name(image)}: is not the one that {snapshot}/snapshot.json was "
        f"made from: delete the folder {snapshot}, and run snakemake again"
    )


def test_image_that_is_gone_is_one_line(tmp_path: Path) -> None:
    snapshot = kept(tmp_path, JOB)
    (tmp_path / "machines/m/ram.img").unlink()
    with pytest.raises(LabError, match=r"machines/m/ram.img is missing: run snakemake"):
        origin.images_for(snapshot, Places(tmp_path))


def test_snapshot_that_an_earlier_version_kept_is_one_line(tmp_path: Path) -> None:
    """It has whole images in place of what differs from those that it was made from."""
    snapshot = tmp_path / "snapshots/s"
    manifest(snapshot / "snapshot.json")
    with pytest.raises(LabError) as raised:
        origin.images_for(snapshot, Places(tmp_path))
    assert str(raised.value) == (
        f"{snapshot}/snapshot.json: has no begins_as, as an earlier version kept it: delete the "
        f"folder {snapshot}, and run snakemake again"
    )
