"""What the runner is given on this host: the payloads of two tasks in one, and who runs them.

Where a machine is saved between preparing and measuring, each task has a payload; here one process
does both. The runner's code is the same, and ``guest.on_host`` calls it.
"""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

from scripts.identity.imports import GUEST, is_guests, module_sources
from scripts.identity.payload import content
from scripts.jobs import Job
from scripts.lab.host.devices import Devices
from scripts.lab.host.tracing import narrowed
from scripts.lab.payloads import measure_payload, prepare_payload
from scripts.lab.places import Places

RUNNER = f"{GUEST}/on_host.py"
# A module that the runner would load; here it is the host that does.
NOT_SENT = "vnvme.ko"


def runner_sources() -> list[str]:
    """The files of the runner that the payloads of other labs don't have."""
    return [path for path in module_sources(RUNNER) if is_guests(path)]


def lay_out(
    folder: Path, job: Job, disk: str, number: int, places: Places, devices: Devices
) -> None:
    """Fill ``folder`` with what the runner finds at /run/payload, for this disk.

    It has prepare.json and measure.json, the two tasks as the runner's modules know them, and
    settings.json: files of the host to be written ahead of the phases, and what they read then.
    """
    folder.mkdir()
    # What the runner finds is a disk; it is set for what is measured alone.
    found = {"device_mib": job["device"]["device_mib"], "kind": "block", "path": f"/dev/{disk}"}
    warm = job | {"seed": job["warm_up_seed"], "device": found}
    cell = job | {"device": devices.as_found(job["device"]) | found}
    payloads = {"prepare": prepare_payload(warm, places), "measure": measure_payload(cell, places)}
    for task, payload in payloads.items():
        with tarfile.open(fileobj=io.BytesIO(payload)) as tar:
            tar.extraction_filter = getattr(tarfile, "fully_trusted_filter", None)
            tar.extractall(folder)
        (folder / "job.json").rename(folder / f"{task}.json")
    (folder / NOT_SENT).unlink()
    for script in folder.glob("tracing/*.bt"):
        script.write_text(narrowed(script.read_text(), number))
    for path in runner_sources():
        target = folder / Path(path).relative_to("scripts")
        target.write_bytes(content(path))
    (folder / "settings.json").write_text(json.dumps(devices.settings(job["device"], disk)))
