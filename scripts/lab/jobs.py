"""The three jobs that a machine is given: load a dataset, take a snapshot, run a cell."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.images import digest_of_image, sha256_of_tree, write_manifest
from scripts.lab.kit import kit_for
from scripts.lab.machine import INBOX_MIB, OUTBOX_MIB, Region, described, pmem_size_mib
from scripts.lab.outcome import Outcome, judge, unpack
from scripts.lab.places import Places
from scripts.lab.process import Ending, run_machine
from scripts.lab.rows import write_tables
from scripts.layers.enter import toolchain_binary

IMAGE_UUID = "b0a2d715-e000-4000-8000-000000000002"
IMAGE_STEP_BYTES = 2 << 20


def load_dataset(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Load a dataset in the lab; ``out`` gets device.img, console.log and dataset.json.

    A load that failed leaves a dataset.json that says so, and fails its cells and nothing else.
    """
    with _scratch(out) as work:
        device = _blank(work / "device.img", job["device"]["device_mib"])
        rows = _rows_image(job["dataset"], places, work)
        regions = [
            _new_ram(job, work),
            Region("device", device, job["device"]["device_mib"], "reserved", shared=True),
            *_common(job, places, work, kit_for(job, "load", places.module)),
            Region("load", rows, pmem_size_mib(rows), "pmem", shared=True, readonly=True),
        ]
        limit_s = job["limits"]["wall_s"]
        ending = run_machine(places.boot(), regions, work / "console.log", wall_limit_s=limit_s)
        outcome = judge(ending, work / "outbox.img", work / "console.log", limit_s)
        manifest = outcome.as_dict() | {"id": job["dataset"]["id"]}
        if outcome.status == "done":
            manifest["device_digest"] = digest_of_image(device)
            manifest["provenance"] = places.provenance(job["engine"])
        images = ["device.img"] if outcome.status == "done" else []
        _deliver(work, out, [*images, "console.log"], "dataset.json", manifest)
    return outcome


def take_snapshot(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Boot, start the engine, and keep the machine: ram.img, device.img, state.bin."""
    device_mib = job["device"]["device_mib"]
    with _scratch(out) as work:
        device = work / "device.img"
        if job["dataset"]:
            loaded = places.dataset(job["dataset"]["id"])
            failed = _failure_of(loaded / "dataset.json", "dataset")
            if failed:
                _deliver(work, out, [], "snapshot.json", failed.as_dict())
                return failed
            _copy_sparse(loaded / "device.img", device)
        else:
            _blank(device, device_mib)
        regions = [
            _new_ram(job, work),
            Region("device", device, device_mib, "reserved", shared=True),
            *_common(job, places, work, kit_for(job, "prepare", places.module)),
        ]
        limit_s = job["limits"]["wall_s"]
        ending = run_machine(
            places.boot(),
            regions,
            work / "console.log",
            wall_limit_s=limit_s,
            snapshot_to=work / "state.bin",
        )
        if ending.cause == "snapshot":
            outcome = Outcome("done")
        else:
            outcome = judge(ending, work / "outbox.img", work / "console.log", limit_s)
        manifest = outcome.as_dict() | {"id": job["snapshot_id"]}
        if outcome.status == "done":
            manifest["provenance"] = places.provenance(job["engine"])
            for name in ("ram.img", "device.img", "state.bin"):
                manifest[f"{name}_digest"] = digest_of_image(work / name)
        images = ["ram.img", "device.img", "state.bin"] if outcome.status == "done" else []
        _deliver(work, out, [*images, "console.log"], "snapshot.json", manifest)
    return outcome


def run_cell(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Resume the cell's snapshot, measure, and leave outcome.json, console.log and outbox/."""
    snapshot = places.snapshot(job["snapshot_id"])
    with _scratch(out) as work:
        failed = _failure_of(snapshot / "snapshot.json", "snapshot")
        if failed:
            _finish_cell(job, failed, None, work, out)
            return failed
        regions = [
            Region("ram", snapshot / "ram.img", job["machine_memory_mib"], "ram", shared=False),
            Region(
                "device",
                snapshot / "device.img",
                job["device"]["device_mib"],
                "reserved",
                shared=False,
            ),
            *_common(job, places, work, kit_for(job, "measure")),
        ]
        limit_s = job["limits"]["wall_s"]
        ending = run_machine(
            places.boot(),
            regions,
            work / "console.log",
            wall_limit_s=limit_s,
            resume_from=snapshot / "state.bin",
        )
        outcome = judge(ending, work / "outbox.img", work / "console.log", limit_s)
        machine = places.provenance(job["engine"]) | {"qemu.arguments": described(regions)}
        write_manifest(work / "provenance.json", machine)
        _finish_cell(job, outcome, ending, work, out)
    return outcome


def _finish_cell(
    job: dict[str, Any], outcome: Outcome, ending: Ending | None, work: Path, out: Path
) -> None:
    console = work / "console.log"
    if not console.exists():
        console.write_text("")
    if ending:
        unpack(work / "outbox.img", work / "outbox")
        # Wall time is kept apart: it is the one thing that two runs don't share.
        (work / "timing.json").write_text(json.dumps({"wall_s": round(ending.wall_s, 3)}) + "\n")
    else:
        (work / "outbox").mkdir()
    manifest = {"cell_id": job["cell_id"], "outbox_sha256": sha256_of_tree(work / "outbox")}
    manifest |= outcome.as_dict()
    _deliver(
        work,
        out,
        ["console.log", "timing.json", "provenance.json", "outbox"],
        "outcome.json",
        manifest,
    )


@contextmanager
def _scratch(out: Path) -> Iterator[Path]:
    """A scratch folder on the same file system as ``out``, gone afterwards whatever happens."""
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob("work-*"):  # of a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory(prefix="work-", dir=out) as work:
            yield Path(work)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise LabError(f"{out}: {error.strerror}; make room and run again") from None


def _deliver(
    work: Path, out: Path, names: list[str], manifest_name: str, manifest: dict[str, Any]
) -> None:
    """Move the results into place, the manifest last: what it names is whole."""
    for name in names:
        if not (work / name).exists():
            continue
        target = out / name
        if target.is_dir():
            shutil.rmtree(target)
        (work / name).replace(target)
    write_manifest(out / manifest_name, manifest)


def _failure_of(manifest: Path, what: str) -> Outcome | None:
    """The outcome that a failed earlier stage gives to what needs it."""
    content = json.loads(manifest.read_text())
    if content["status"] == "done":
        return None
    return Outcome(
        "failed",
        f"its {what} failed: {content['reason']}",
        content["cause"],
        None,
        content["console_tail"],
    )


def _new_ram(job: dict[str, Any], work: Path) -> Region:
    size_mib = job["machine_memory_mib"]
    return Region("ram", _blank(work / "ram.img", size_mib), size_mib, "ram", shared=True)


def _common(job: dict[str, Any], places: Places, work: Path, kit: bytes) -> list[Region]:
    """Base, inbox, outbox and engine, in the order that gives them their /dev/pmem numbers."""
    inbox = _blank(work / "inbox.img", INBOX_MIB)
    if len(kit) > INBOX_MIB << 20:
        raise LabError(f"the kit takes {len(kit)} bytes, the inbox has {INBOX_MIB} MiB")
    with inbox.open("r+b") as file:
        file.write(kit)
    base = places.image("base")
    regions = [
        Region("base", base, pmem_size_mib(base), "pmem", shared=True, readonly=True),
        Region("inbox", inbox, INBOX_MIB, "pmem", shared=True),
        Region("outbox", _blank(work / "outbox.img", OUTBOX_MIB), OUTBOX_MIB, "pmem", shared=True),
    ]
    if job["engine"]:
        image = places.image(job["engine"])
        size_mib = pmem_size_mib(image)
        regions.append(Region("engine", image, size_mib, "pmem", shared=True, readonly=True))
    return regions


def _rows_image(dataset: dict[str, Any], places: Places, work: Path) -> Path:
    """A read-only file system with the rows to load."""
    folder = work / "rows"
    folder.mkdir()
    write_tables(
        folder,
        tables=dataset["tables"],
        rows_per_table=dataset["rows_per_table"],
        seed=dataset["seed"],
    )
    image = work / "rows.erofs"
    subprocess.run(
        [*toolchain_binary(places.toolchain, "mkfs.erofs"), "-T0", "-U", IMAGE_UUID, image, folder],
        check=True,
        capture_output=True,
    )
    shutil.rmtree(folder)
    size_bytes = -(-image.stat().st_size // IMAGE_STEP_BYTES) * IMAGE_STEP_BYTES
    with image.open("r+b") as file:
        file.truncate(size_bytes)
    return image


def _blank(path: Path, size_mib: int) -> Path:
    """A file of zeros that takes no room until it is written to."""
    with path.open("wb") as file:
        file.truncate(size_mib << 20)
    return path


def _copy_sparse(source: Path, target: Path) -> None:
    """Copy a file and its holes; shared blocks where the file system can."""
    subprocess.run(
        ["cp", "--sparse=always", "--reflink=auto", str(source), str(target)], check=True
    )
