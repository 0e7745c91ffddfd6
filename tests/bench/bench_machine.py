"""Print what counting instructions costs a machine: ``python tests/bench/bench_machine.py``.

A bare guest does fixed work, in turns on a machine of the lab and on one of plain TCG, which counts
nothing. So what is printed is the host's CPU time per piece of work and the ratio, with the
medians of a few rounds, as the host's speed drifts. ``--program`` names one more QEMU to compare
with, such as that of an earlier build. Needs what a study has built in ``results/``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from scripts.lab.virtual.machine import LONE_TURN_INSTRUCTIONS  # noqa: E402
from tests.cpus.bare import BEGIN, END, Guest, Machine  # noqa: E402

# Loops in one process, many short processes, and bytes that go through pipes between two.
WORK = {
    "boot only": "",
    "loops": "i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done",
    "processes": "for i in $(seq 400); do (true); cat /dev/null; done",
    "pipes": "dd if=/dev/zero bs=512 count=20000 2>/dev/null | dd bs=512 2>/dev/null | md5sum",
}


def main() -> int:
    """Print a row per piece of work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=REPOSITORY / "results")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", help="another QEMU, on the same libraries")
    options = parser.parse_args()
    machine = Machine(options.shared / "layers", options.shared / "boot")
    kinds: dict[str, tuple[int | None, str | None]] = {
        "plain TCG": (None, None),
        "lab": (LONE_TURN_INSTRUCTIONS, None),
    }
    if options.program:
        kinds["the other"] = (LONE_TURN_INSTRUCTIONS, options.program)
    print("| work | " + " | ".join(f"{kind}, CPU s" for kind in kinds) + " |")
    print("|---|" + "---|" * len(kinds))
    for name, script in WORK.items():
        times: dict[str, list[float]] = {kind: [] for kind in kinds}
        for _ in range(options.rounds):
            for kind, (quantum, program) in kinds.items():
                times[kind].append(measure(machine, script, quantum, program))
        medians = [statistics.median(times[kind]) for kind in kinds]
        print(f"| {name} | " + " | ".join(f"{median:.2f}" for median in medians) + " |", flush=True)
    return 0


def measure(machine: Machine, script: str, quantum: int | None, program: str | None) -> float:
    """The host's CPU time, in s, of a guest that boots, does this and ends."""
    text = f"{BEGIN}{script}\n{END}"
    with tempfile.TemporaryDirectory(prefix="bandwise-") as folder:
        before = os.times()
        Guest(machine, Path(folder) / "run", text, 1, quantum, program=program).console()
        after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


if __name__ == "__main__":
    sys.exit(main())
