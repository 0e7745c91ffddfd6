"""What the machines of the smoke study are given and started with, written down.

``python tests/identity/golden_payloads.py`` writes the file.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).with_name("golden_payloads.json")


def given() -> dict[str, dict[str, str]]:
    """By task and id: the payload, what of it is in the job's identity, and QEMU's arguments."""
    from scripts.identity.jobs import SENDS
    from scripts.identity.payload import hash_for
    from scripts.lab.payloads.payload import payload_for
    from scripts.lab.registry import lab_named
    from scripts.plan import load_study, plan

    planned = plan(load_study(REPOSITORY / "config/smoke.yaml"))
    tasks = {
        "dataset": planned.datasets,
        "machine": planned.machines,
        "snapshot": planned.snapshots,
        "cell": planned.cells,
    }
    return {
        f"{task} {item.id}": {
            "payload": hashlib.sha256(payload_for(item.job, SENDS[task])).hexdigest(),
            "identity": hash_for(item.job, SENDS[task]),
            "arguments": lab_named("virtual").driven(task, item.job),
        }
        for task, items in tasks.items()
        for item in items
    }


def main() -> None:
    """Write the file."""
    GOLDEN.write_text(json.dumps(given(), indent=1) + "\n")


if __name__ == "__main__":
    sys.path.insert(0, str(REPOSITORY))
    main()
