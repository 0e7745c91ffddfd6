"""Run by init in place of the lab's runner: one check after the other, then power off.

What a check returns goes back to the host. It fails by an exception, or when the kernel's log
gained a complaint while it ran.
"""

from __future__ import annotations

import importlib
import json
import os
import traceback
from pathlib import Path
from typing import Any

from guest import emulator, kernel_log
from guest.mailbox import write_outbox
from guest.system import mount, mount_system, now_ns, power_off, run, say

PAYLOAD = Path("/run/payload")
OUT = Path("/run/out")


def main() -> None:
    """Run the checks that the job names."""
    mount_system()
    mount("debugfs", "debugfs", Path("/sys/kernel/debug"))
    # A kernel of ours has all that it needs built in.
    if Path("/lib/modules", os.uname().release).exists():
        for name in ("nvme", "ext4", "xfs"):
            run("modprobe", name)
    job = json.loads((PAYLOAD / "job.json").read_text())
    OUT.mkdir()
    outcomes: dict[str, dict[str, object]] = {}
    for name in job["checks"]:
        outcomes[name] = _outcome(name, job["options"])
        failure = str(outcomes[name]["failure"])
        say(f"{name}: {outcomes[name]['virtual_s']} s{': ' + failure if failure else ''}")
        # After each, so that a guest that dies has reported what came before.
        (OUT / "outcomes.json").write_text(json.dumps(outcomes))
        write_outbox({"status": "done", "reason": None, "virtual_ns": now_ns()}, OUT)
    power_off()


def _outcome(name: str, options: dict[str, Any]) -> dict[str, object]:
    file, _, function = name.partition(".")
    begin_ns = now_ns()
    log = kernel_log.Log()
    returned, failure = None, ""
    try:
        emulator.OPTIONS = options
        check = getattr(importlib.import_module(f"guest.checks.{file}"), function)
        returned = check()
    except Exception:
        failure = traceback.format_exc()
    try:
        emulator.unload()
    except Exception:
        failure += traceback.format_exc()
    # In real time others complain of what is slow; what matters is read from the console.
    complaints = [] if "real_time" in options else log.complaints()
    if complaints:
        failure += "the kernel complained:\n" + "\n".join(complaints)
    virtual_s = round((now_ns() - begin_ns) / 1e9, 3)
    return {"failure": failure, "returned": returned, "virtual_s": virtual_s}


if __name__ == "__main__":
    main()
