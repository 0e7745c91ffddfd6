"""One cell on this host: make its device, run the runner in its namespace, and undo everything."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.files import open_to_append
from scripts.files.digests import sha256_of_tree
from scripts.jobs import Job
from scripts.lab.answers import check_answers
from scripts.lab.console import TOO_MUCH, read_console, tail_of
from scripts.lab.delivery import deliver, failure_of, scratch
from scripts.lab.errors import LabError
from scripts.lab.host import checks, disk, kernel
from scripts.lab.host.bench import Bench, bench
from scripts.lab.host.devices import devices_of
from scripts.lab.host.namespace import TOO_MUCH_SAID, Ending, run_runner
from scripts.lab.host.payload import lay_out
from scripts.lab.host.provenance import provenance
from scripts.lab.host.quietness import Readings
from scripts.lab.host.supervisor import supervise
from scripts.lab.host.tracing import device_number
from scripts.lab.host.undo_log import UndoLog, Verbs
from scripts.lab.manifest import write_manifest
from scripts.lab.outcome import Outcome, failed_by_itself, timed_out
from scripts.lab.places import Places
from scripts.programs.stderr import say

# Root's folder, so no other user can hold it; free again when its holder ends, however it ends.
LOCK = Path("/run/bandwise-cell.lock")
# As guest/tools.py has it.
FIRST_TOOL = 4
# As guest/on_host.py has it.
HOSTS_FAULT = 75
# In every line of the runner's, the first of which is that it makes the device ready.
SPEAKS = "] runner: "
UNDO: Verbs = {
    "write": kernel.write,
    "remove_module": kernel.remove_module,
    "wait_until_free": disk.wait_until_free,
}
# What is beside the outbox, as far as the cell came to it.
RECORDS = ("timing.json", "provenance.json", "quietness.json")
DISTURBED = "disturbed"


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Prepare and measure, and leave outcome.json, console.log and outbox/ as every lab does.

    A cell that was disturbed is tried again, as often as the watch says; then it has failed. Raises
    LabError when the host can't: with a line for each thing that it lacks.
    """
    here = bench()
    places = Places(places.shared.resolve())
    out = out.resolve()
    log = undo_log()
    with _alone():
        log.undo()  # of a cell whose processes were all killed
        if lacking := checks.missing([job], places.shared, here):
            raise LabError("\n".join(lacking))
        with scratch(out) as work:
            if failed := _failed_load(job, places):
                return _deliver(job, failed, places, work, out)
            readings: Readings = []
            for attempt in range(1, here.watch.attempts + 1):
                folder = work / str(attempt)
                folder.mkdir()
                outcome, seen = _attempt(job, places, folder, log, here)
                readings += [{"attempt": attempt, **reading} for reading in seen]
                if outcome.cause != DISTURBED or attempt == here.watch.attempts:
                    break
                say(f"cell {job['cell_id']}: attempt {attempt}: {outcome.reason}; once more")
                shutil.rmtree(folder)
            if readings:
                (folder / "quietness.json").write_text(json.dumps(readings, indent=1) + "\n")
            return _deliver(job, outcome, places, folder, out)


def undo_log() -> UndoLog:
    """The one log of this host, which undoes what any cell changed."""
    return UndoLog({**UNDO, **bench().undo})


def restore() -> None:
    """Put back what a cell left that was killed. Raises LabError, also while one runs."""
    with _alone():
        undo_log().undo()


def _attempt(
    job: Job, places: Places, work: Path, log: UndoLog, bench: Bench
) -> tuple[Outcome, Readings]:
    """One try at a cell, after which the host is as it was: its outcome, and what was seen."""
    done = supervise(lambda: _work(job, places, work, log, bench), log.undo)
    readings = done.pop("readings")
    if reason := done.get("refused"):
        return Outcome("failed", reason, DISTURBED), readings
    disturbed = done.pop("disturbed")
    outcome = outcome_of(job, Ending(**done), work)
    if disturbed and outcome.status == "done":
        outcome = dataclasses.replace(outcome, status="failed", reason=disturbed, cause=DISTURBED)
    return outcome, readings


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Two cells on one host would measure each other."""
    if os.geteuid() != 0:
        raise LabError(checks.NOT_ROOT)
    with open_to_append(LOCK) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LabError("another cell runs on this host: wait for its end") from None
        yield


def _work(job: Job, places: Places, work: Path, log: UndoLog, bench: Bench) -> dict[str, Any]:
    """All that changes the host; each change is in the undo log before it is made."""
    device, devices, watch = job["device"], devices_of(job, bench.kinds), bench.watch
    kernel.load_modules(checks.needed_modules(job, devices), log)
    kernel.keep_write_back(log)
    name = devices.make(device, places, log)
    if job["dataset"]:
        devices.load(places.dataset(job["dataset"]["id"]) / "device.img", name)
    else:
        disk.wipe(name)
    if refused := watch.before(job, name):
        return {"refused": refused, "readings": watch.readings()}
    lay_out(work / "payload", job, name, device_number(name), places, devices)
    (work / "answer").mkdir()
    groups = bench.groups.make(job, work / "payload", log)
    before_release = len(log)
    devices.note_release(device, name, log)
    images = {}
    if job["engine"]:
        images["pmem3"] = places.image(job["engine"])
    for number, tool in enumerate(sorted(job.get("tools", {})), FIRST_TOOL):
        images[f"pmem{number}"] = places.image(tool)
    limit_s = job["limits"]["wall_s"]
    watch.begin()
    ending = run_runner(
        work, name, places.image("base"), images, groups=groups, wall_limit_s=limit_s
    )
    watch.end()
    write_manifest(work / "provenance.json", provenance(job, places, name, devices))
    (work / "timing.json").write_text(json.dumps({"wall_s": round(ending.wall_s, 3)}) + "\n")
    log.undo(since=before_release)
    disturbed = watch.after(job, name)
    return {
        "exit_code": ending.exit_code,
        "wall_s": ending.wall_s,
        "disturbed": disturbed,
        "readings": watch.readings(),
    }


def _failed_load(job: Job, places: Places) -> Outcome | None:
    """The outcome that a dataset which could not be loaded gives to its cells."""
    if not job["dataset"]:
        return None
    folder = places.dataset(job["dataset"]["id"])
    return failure_of(job, folder / "dataset.json", "dataset")


def outcome_of(job: Job, ending: Ending, work: Path) -> Outcome:
    """What came of the runner; every failure carries the last lines that it printed.

    Raises LabError when it was the host that ended it, or that could not start it.
    """
    text = read_console(work / "console.log")
    tail = tail_of(text)
    if ending.exit_code == HOSTS_FAULT:
        words = tail[-1] if tail else "it could not say why"
        raise LabError(
            f"{work}: the runner could not write there; free disk space, and run again ({words})"
        )
    if ending.exit_code == TOO_MUCH_SAID:
        return Outcome("failed", TOO_MUCH, "guest", None, tail)
    header = work / "answer/header.json"
    if header.exists():
        try:
            said = _well_formed(json.loads(header.read_bytes()))
        except (ValueError, RecursionError) as error:
            reason = f"the runner's header is not valid JSON: {error}"
            return Outcome("failed", reason, "guest", None, tail)
        if said["status"] == "done":
            return Outcome("done", virtual_s=said["elapsed_s"])
        return failed_by_itself(said["reason"], said["elapsed_s"], tail, job["limits"])
    if ending.exit_code is None:
        reason = f"no end within {job['limits']['wall_s']:.0f} s"
        return timed_out(reason, None, tail, job["limits"], "wall_limit_s")
    if ending.exit_code < 0:
        raise LabError("the runner was killed, manually or by the OOM killer; run again")
    words = " / ".join(tail[-3:]) or "it printed nothing"
    if SPEAKS not in text:
        raise LabError(f"the runner could not be started: {words}")
    return Outcome("failed", f"the runner ended without a result: {words}", "guest", None, tail)


def _well_formed(said: Any) -> dict[str, Any]:
    """The runner's header. Raises ValueError for one that is not as the runner writes it."""
    if (
        isinstance(said, dict)
        and said.get("status") in ("done", "failed")
        and type(said.get("elapsed_s")) in (int, float)
        and (said["status"] == "done" or isinstance(said.get("reason"), str))
    ):
        return said
    raise ValueError(f"it is not the runner's: {str(said)[:80]}")


def _deliver(job: Job, outcome: Outcome, places: Places, work: Path, out: Path) -> Outcome:
    """Compare the answers with what is expected, and put everything into its place."""
    outbox = work / "answer/outbox"
    outbox.mkdir(parents=True, exist_ok=True)  # of a runner that came to nothing
    outbox = outbox.rename(work / "outbox")
    (work / "console.log").touch()
    outcome = check_answers(outcome, job, places, outbox)
    manifest = {"cell_id": job["cell_id"], "outbox_sha256": sha256_of_tree(outbox)}
    # A cell whose data set failed was not begun.
    ran = [name for name in RECORDS if (work / name).exists()]
    names = ["console.log", *ran, "outbox"]
    deliver(work, out, names, "outcome.json", manifest | outcome.as_dict())
    return outcome
