"""The order of events in a guest. ``boot`` is run by init, ``measure`` by itself after resuming.

A dataset's job boots, loads, and ends. Every other job boots, starts its engine, is snapshotted
there, and measures whatever the inbox holds when the machine goes on.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path

from guest import load, measure, prepare
from guest.mailbox import OutboxFull, read_inbox, write_outbox
from guest.system import be_snapshotted, now_ns, power_off, say

KIT = Path("/run/kit")
OUT = Path("/run/out")


def main(verb: str) -> None:
    """Run a verb to the end of the machine; whatever goes wrong becomes the outcome's reason."""
    reason = None
    try:
        job = json.loads((KIT / "job.json").read_text())
        OUT.mkdir(exist_ok=True)
        if verb == "measure":
            measure.run_phases(job, OUT)
        elif job["task"] == "load":
            load.run(job)
        else:
            prepare.run(job, OUT)
            say("ready")
            prepared_by = _code()
            be_snapshotted()
            read_inbox(KIT)
            os.chdir(KIT)
            if _code() != prepared_by:  # the kit holds newer code, for a new interpreter
                os.execv(sys.executable, [sys.executable, "-u", "-m", "guest", "measure"])
            measure.run_phases(json.loads((KIT / "job.json").read_text()), OUT)
    except Exception as error:
        traceback.print_exc()
        reason = str(error) or type(error).__name__
    finish(reason)


def _code() -> dict[Path, bytes]:
    """The runner as the kit has it."""
    return {path: path.read_bytes() for path in KIT.glob("guest/**/*.py")}


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
