"""What the machines of the smoke study are given and started with, written down.

``python tests/identity/golden_payloads.py`` writes the file.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).with_name("golden_payloads.json")


def given() -> dict[str, dict[str, str]]:
    """By task and id: the payload, what of it is in the job's identity, and QEMU's arguments."""
    from scripts.identity.jobs import SENDS
    from scripts.identity.payload import hash_for
    from scripts.lab.payloads import payload_for
    from scripts.lab.registry import lab_named
    from scripts.plan import load_study, plan

    planned = plan(load_study(REPOSITORY / "config/smoke.yaml"))
    tasks = {
        "dataset": planned.datasets,
        "machine": planned.machines,
        "snapshot": planned.snapshots,
        "cell": planned.cells,
    }
    return of_initramfs() | {
        f"{task} {item.id}": {
            "payload": hashlib.sha256(payload_for(item.job, SENDS[task])).hexdigest(),
            "identity": hash_for(item.job, SENDS[task]),
            "arguments": lab_named("virtual").driven(task, item.job),
        }
        for task, items in tasks.items()
        for item in items
    }


def of_initramfs() -> dict[str, dict[str, str]]:
    """What every machine boots from, of a base layer with next to nothing in it."""
    from scripts.identity.payload import hash_of_sent
    from scripts.lab.boot import INIT, initramfs

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "modules").mkdir()
        (folder / "modules/erofs.ko").write_text("module")
        (folder / "busybox").write_text("busybox")
        payload = hashlib.sha256(initramfs(folder)).hexdigest()
    known = {"payload": payload, "identity": hash_of_sent(INIT), "arguments": ""}
    return {"initramfs": known}


def main() -> None:
    """Write the file."""
    GOLDEN.write_text(json.dumps(given(), indent=1) + "\n")


if __name__ == "__main__":
    sys.path.insert(0, str(REPOSITORY))
    main()
