"""What the runner is given on metal: both payloads of the virtual lab in one, and who runs them.

There the machine is saved between preparing and measuring, so each task has a payload; here one
process does both. The runner's code is the same, and ``guest.on_host`` calls it.
"""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

from scripts.imports import GUEST, module_sources
from scripts.lab.metal import nvmevirt
from scripts.lab.native.tracing import narrowed
from scripts.lab.payloads.measure import measure_payload
from scripts.lab.payloads.prepare import prepare_payload
from scripts.lab.places import Places
from scripts.sent import content

RUNNER = f"{GUEST}/on_host.py"
# A module that the runner would load. On metal it is the host that does.
NOT_SENT = "vnvme.ko"


def runner_sources() -> list[str]:
    """The files of the runner that the virtual lab's payloads don't have."""
    return [path for path in module_sources(RUNNER) if path.startswith(f"{GUEST}/")]


def lay_out(folder: Path, job: dict[str, Any], disk: str, number: int, places: Places) -> None:
    """Fill ``folder`` with what the runner finds at /run/kit, for a disk of this name and number.

    It has prepare.json and measure.json, the two tasks as the runner's modules know them, and
    dial.json: files of the host to be written ahead of the phases, and what they read then.
    """
    folder.mkdir()
    warm = job | {"seed": job["warm_up_seed"], "device": _found(job["device"], disk, dial=False)}
    cell = job | {"device": _found(job["device"], disk, dial=True)}
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
        target = folder / "guest" / Path(path).relative_to(GUEST)
        target.write_bytes(content(path))
    (folder / "dial.json").write_text(json.dumps(_dial(job["device"])))


def _found(device: dict[str, Any], disk: str, *, dial: bool) -> dict[str, Any]:
    """The device as the runner is told of it: a disk that is there, with what it is to set of it.

    It turns the emulator's dial itself, wherever that comes from, and NVMeVirt's not.
    """
    kept = {"device_mib": device["device_mib"], "kind": "block", "path": f"/dev/{disk}"}
    if not dial:
        return kept
    if device.get("kind") == "nvmevirt":
        return kept | {"read_ahead_kb": device["read_ahead_kb"]}
    return device | kept


def _dial(device: dict[str, Any]) -> list[dict[str, str]]:
    if device.get("kind") != "nvmevirt":
        return []
    return [
        {"path": str(nvmevirt.FOLDER / name), "text": text, "reads": nvmevirt.reading(name, text)}
        for name, text in nvmevirt.texts(device).items()
    ]
