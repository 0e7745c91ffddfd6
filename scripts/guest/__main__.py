"""The order of events in a guest.

A dataset's job boots, loads, and ends. Every other machine boots and is saved there; goes on with
what the inbox holds by then, which starts an engine, and is saved again; and measures whatever the
inbox holds when it goes on from there.

A task's module is imported when it is its turn: a dataset's payload has nothing to measure with.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import traceback
from pathlib import Path

from guest.mailbox import OutboxFull, read_inbox, write_outbox
from guest.system import (
    PAYLOAD,
    be_snapshotted,
    mount_system,
    now_ns,
    out_of_memory,
    power_off,
    say,
    seed_random,
    tune_kernel,
)

OUT = Path("/run/out")


def main(verb: str) -> None:
    """Run to the end of the machine; whatever goes wrong becomes the outcome's reason.

    Init calls with the verb "boot", the runner itself with "go-on" when its code was renewed.
    """
    reason = None
    try:
        if verb == "boot":
            OUT.mkdir()
            mount_system()
            tune_kernel()
            seed_random()
        job = _job()
        while job["task"] in ("boot", "prepare"):
            if job["task"] == "prepare":
                from guest import prepare

                prepare.run(job, OUT)
            say("ready")
            job = _be_kept()
        if job["task"] == "load":
            from guest import load

            load.run(job)
        else:
            from guest import measure

            measure.run_phases(job, OUT)
    except Exception as error:
        traceback.print_exc()
        reason = str(error) or type(error).__name__
        if out_of_memory():
            reason = f"the engine ran out of memory (raise engine_memory_mib): {reason}"
    finish(reason)


def _be_kept() -> dict:
    """Let the machine be saved; returns the job that it goes on with, from the inbox."""
    before = _loaded()
    be_snapshotted()
    read_inbox(PAYLOAD)
    os.chdir(PAYLOAD)
    importlib.invalidate_caches()  # what comes may have been written in the same tick of the clock
    now = _loaded()
    if any(now[path] != before.get(path) for path in now):  # newer code, for a new interpreter
        os.execv(sys.executable, [sys.executable, "-u", "-m", "guest", "go-on"])
    return _job()


def _job() -> dict:
    return json.loads((PAYLOAD / "job.json").read_text())


def _loaded() -> dict[Path, bytes]:
    """Code that this interpreter has loaded, as far as the payload has it.

    What is not loaded, such as the guest's part of another kind of workload, is read when it is
    imported.
    """
    named = (getattr(module, "__file__", None) for module in tuple(sys.modules.values()))
    paths = (Path(name) for name in named if name)
    ours = (path for path in paths if path.is_relative_to(PAYLOAD) and path.is_file())
    return {path: path.read_bytes() for path in ours}


def finish(reason: str | None) -> None:
    """Fill the outbox and power off."""
    header: dict[str, object] = {
        "status": "failed" if reason else "done",
        "reason": reason,
        "virtual_ns": now_ns(),
    }
    try:
        write_outbox(header, OUT if OUT.exists() else None)
    except OutboxFull as error:
        write_outbox(header | {"status": "failed", "reason": reason or str(error)}, None)
    say(f"failed: {reason}" if reason else "done")
    power_off()


if __name__ == "__main__":
    main(sys.argv[1])
