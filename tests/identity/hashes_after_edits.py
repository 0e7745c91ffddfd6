"""Print what decides each result of the smoke study, as it is and after each of some edits.

Run in a copy of the repository, with edits as JSON on standard input: lists of files and texts. For
each edit a process of its own reads the code anew, so an edit of code is one in earnest.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

# Loaded once for all; of the repository's own code nothing is, ahead of an edit.
import pydantic  # noqa: F401
import yaml  # noqa: F401

STUDY = Path("config/smoke.yaml")


def hashes() -> dict[str, str]:
    """By kind and id, what decides each result and all that it begins with; by name, each step."""
    from scripts.identity import jobs, payload, steps
    from scripts.lab.registry import lab_named
    from scripts.plan import load_study, plan

    planned = plan(load_study(STUDY))
    lab = lab_named("virtual")

    def own(task: str, items: tuple) -> dict[str, str]:
        return {item.id: jobs.identity_of(task, item.job, lab) for item in items}

    datasets, machines = own("dataset", planned.datasets), own("machine", planned.machines)
    snapshots, cells = own("snapshot", planned.snapshots), own("cell", planned.cells)
    for item in planned.snapshots:
        before = [machines[item.machine_id], datasets.get(item.dataset_id or "", "")]
        snapshots[item.id] = jobs.identity_of_all([*before, snapshots[item.id]])
    for item in planned.cells:
        cells[item.id] = jobs.identity_of_all([snapshots[item.snapshot_id], cells[item.id]])
    kinds = {"dataset": datasets, "machine": machines, "snapshot": snapshots, "cell": cells}
    found = {f"{kind} {name}": each for kind, ids in kinds.items() for name, each in ids.items()}
    found |= {name: steps.step(name) for name in steps.STEPS}
    found["plan"] = planned.fingerprint
    found["boot"] = payload.hash_of_sent(jobs.INIT)
    return found


def in_a_process() -> dict[str, str]:
    """The hashes, by code that is read now."""
    reads, writes = os.pipe()
    if os.fork() == 0:
        os.close(reads)
        try:
            found = hashes()
        except Exception as error:
            found = {"error": repr(error)}
        with os.fdopen(writes, "w") as file:
            json.dump(found, file)
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as file:
        found = json.load(file)
    os.wait()
    return found


def main() -> None:
    """Make one edit after the other, and take each back."""
    sys.path.insert(0, str(Path.cwd()))
    results = [in_a_process()]
    # The first has compiled everything; an edited file has another time, and is compiled again.
    sys.dont_write_bytecode = True
    for edit in json.load(sys.stdin):
        paths = [Path(name) for name in edit]
        there = [(path, path.read_bytes(), path.stat()) for path in paths if path.exists()]
        for name, text in edit.items():
            Path(name).unlink() if text is None else Path(name).write_text(text)
        results.append(in_a_process())
        for path in paths:
            path.unlink(missing_ok=True)
        for path, content, about in there:
            path.write_bytes(content)
            os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
