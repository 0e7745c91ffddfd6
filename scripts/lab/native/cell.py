"""One cell on this host: make its device, run the runner in its namespace, and undo everything."""

from __future__ import annotations

import contextlib
import errno
import json
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scripts.lab.answers import check_answers
from scripts.lab.delivery import deliver, failure_of, scratch
from scripts.lab.errors import LabError
from scripts.lab.images import sha256_of_tree
from scripts.lab.manifest import write_manifest
from scripts.lab.native import checks, disk, host
from scripts.lab.native.devices import Devices, devices_of
from scripts.lab.native.namespace import Ending, run_runner
from scripts.lab.native.payload import lay_out
from scripts.lab.native.provenance import provenance
from scripts.lab.native.supervisor import supervise
from scripts.lab.native.tracing import device_number
from scripts.lab.native.undo_log import UndoLog
from scripts.lab.outcome import TAIL_LINES, Outcome
from scripts.lab.places import Places

# A socket's name without a file is free again when nobody has it, however they ended.
NAME = "\0bandwise-cell"
# As guest/tools.py has it.
FIRST_TOOL = 4
# In every line of the runner's, the first of which is that it makes the device ready.
SPEAKS = "] runner: "
UNDO = {
    "write": host.write,
    "remove_module": host.remove_module,
    "remove_group": host.remove_group,
    "wait_until_free": disk.wait_until_free,
}


def run_cell(
    job: dict[str, Any], places: Places, out: Path, kinds: Mapping[str, Devices]
) -> Outcome:
    """Prepare and measure, and leave outcome.json, console.log and outbox/ as every lab does.

    ``kinds``: the lab's devices by ``cell.device.kind``. Raises LabError when the host can't: with
    a line for each thing that it lacks.
    """
    places = Places(places.shared.resolve())
    out = out.resolve()
    log = UndoLog(UNDO | {verb: do for each in kinds.values() for verb, do in each.undo.items()})
    devices = devices_of(job, kinds)
    with _alone():
        log.undo()  # of a cell whose processes were all killed
        if lacking := checks.missing([job], places.shared, kinds):
            raise LabError("\n".join(lacking))
        with scratch(out) as work:
            outcome = _failed_load(job, places)
            if outcome is None:
                done = supervise(lambda: _work(job, places, work, log, devices), log.undo)
                outcome = outcome_of(job, Ending(**done), work)
            return _deliver(job, outcome, places, work, out)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Two cells on one host would measure each other."""
    with socket.socket(socket.AF_UNIX) as name:
        try:
            name.bind(NAME)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise LabError("another cell runs on this host: wait for its end") from None
        yield


def _work(
    job: dict[str, Any], places: Places, work: Path, log: UndoLog, devices: Devices
) -> dict[str, Any]:
    """All that changes the host; each change is in the undo log before it is made."""
    host.load_modules(checks.needed_modules(job, devices), log)
    host.keep_write_back(log)
    name = devices.make(job["device"], places, log)
    if job["dataset"]:
        disk.write_image(places.dataset(job["dataset"]["id"]) / "device.img", name)
    else:
        disk.wipe(name)
    lay_out(work / "payload", job, name, device_number(name), places, devices)
    (work / "answer").mkdir()
    host.make_group(log)
    devices.note_release(job["device"], log)
    images = {}
    if job["engine"]:
        images["pmem3"] = places.image(job["engine"])
    for number, tool in enumerate(sorted(job.get("tools", {})), FIRST_TOOL):
        images[f"pmem{number}"] = places.image(tool)
    limit_s = job["limits"]["wall_s"]
    ending = run_runner(work, name, places.image("base"), images, wall_limit_s=limit_s)
    write_manifest(work / "provenance.json", provenance(job, places, name, devices))
    (work / "timing.json").write_text(json.dumps({"wall_s": round(ending.wall_s, 3)}) + "\n")
    return {"exit_code": ending.exit_code, "wall_s": ending.wall_s}


def _failed_load(job: dict[str, Any], places: Places) -> Outcome | None:
    """The outcome that a dataset which could not be loaded gives to its cells."""
    if not job["dataset"]:
        return None
    return failure_of(places.dataset(job["dataset"]["id"]) / "dataset.json", "dataset")


def outcome_of(job: dict[str, Any], ending: Ending, work: Path) -> Outcome:
    """What came of the runner; every failure carries the last lines that it printed.

    Raises LabError when it was the host that ended it, or that could not start it.
    """
    text = (work / "console.log").read_text(errors="replace")
    tail = text.splitlines()[-TAIL_LINES:]
    header = work / "answer/header.json"
    if header.exists():
        try:
            said = json.loads(header.read_text())
        except ValueError as error:
            reason = f"the runner's header is not valid JSON: {error}"
            return Outcome("failed", reason, "guest", None, tail)
        if said["status"] == "done":
            return Outcome("done", virtual_s=said["elapsed_s"])
        return Outcome("failed", said["reason"], "guest", said["elapsed_s"], tail)
    if ending.exit_code is None:
        reason = (
            f"no end within {job['limits']['wall_s']:.0f} s; raise lab.wall_limit_s in the "
            "configuration if the cell is that long"
        )
        return Outcome("timed_out", reason, "guest", None, tail)
    if ending.exit_code < 0:
        raise LabError("the runner was killed, manually or by the OOM killer; run again")
    words = " / ".join(tail[-3:]) or "it printed nothing"
    if SPEAKS not in text:
        raise LabError(f"the runner could not be started: {words}")
    return Outcome("failed", f"the runner ended without a result: {words}", "guest", None, tail)


def _deliver(
    job: dict[str, Any], outcome: Outcome, places: Places, work: Path, out: Path
) -> Outcome:
    """Compare the answers with what is expected, and put everything into its place."""
    outbox = work / "answer/outbox"
    outbox.mkdir(parents=True, exist_ok=True)  # of a runner that came to nothing
    outbox = outbox.rename(work / "outbox")
    (work / "console.log").touch()
    outcome = check_answers(outcome, job, places, outbox)
    manifest = {"cell_id": job["cell_id"], "outbox_sha256": sha256_of_tree(outbox)}
    # A cell whose data set failed was not begun.
    ran = [name for name in ("timing.json", "provenance.json") if (work / name).exists()]
    names = ["console.log", *ran, "outbox"]
    deliver(work, out, names, "outcome.json", manifest | outcome.as_dict())
    return outcome
