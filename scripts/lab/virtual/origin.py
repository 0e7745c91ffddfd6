"""The images that a snapshot begins as, and its cells with it: of them it keeps what differs."""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.manifest import read_object
from scripts.lab.places import Places
from scripts.lab.virtual.regions import blank

# By image, the manifest beside it and the key of its digest there.
DIGESTS = {
    "ram.img": ("machine.json", "ram.img_digest"),
    "device.img": ("dataset.json", "device_digest"),
}


def images_of(job: Job, places: Places) -> dict[str, Path]:
    """By region, what a snapshot's job begins with. Without a data set its device is blank."""
    found = {"ram": places.machine(job["machine_id"]) / "ram.img"}
    if job["dataset"]:
        found["device"] = places.dataset(job["dataset"]["id"]) / "device.img"
    return found


def described(images: dict[str, Path]) -> dict[str, dict[str, str | None]]:
    """What a snapshot's manifest says of them: where each is in the shared folder, its digest."""
    return {
        region: {"file": "/".join(image.parts[-3:]), "digest": _digest_beside(image)}
        for region, image in images.items()
    }


def images_for(snapshot: Path, places: Places) -> dict[str, Path]:
    """By region, what a kept snapshot was made from, for its cells.

    Raises LabError where that is gone or another now, and for a snapshot that says nothing of it.
    """
    manifest = snapshot / "snapshot.json"
    fix = f"delete the folder {snapshot}, and run snakemake again"
    begun_as = read_object(manifest).get("begins_as")
    if begun_as is None:
        raise LabError(f"{manifest}: has no begins_as, as an earlier version kept it: {fix}")
    images = {region: places.needed(begun["file"]) for region, begun in begun_as.items()}
    for region, image in images.items():
        if _digest_beside(image) != begun_as[region]["digest"]:
            raise LabError(f"{image}: is not the one that {manifest} was made from: {fix}")
    return images


def with_blank(images: dict[str, Path], job: Job, work: Path) -> dict[str, Path]:
    """The same with a blank device, which takes no room, where there is no data set's."""
    if "device" in images:
        return images
    return images | {"device": blank(work / "blank.img", job["device"]["device_mib"])}


def _digest_beside(image: Path) -> str | None:
    manifest, key = DIGESTS[image.name]
    return read_object(image.with_name(manifest)).get(key)
