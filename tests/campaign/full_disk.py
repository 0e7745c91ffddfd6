"""A disk that is full at each stage: one clear line, and with more room a rerun completes.

``python tests/campaign/full_disk.py --count 20 --state FILE``, as root, runs study.yaml
with the folder of one stage on a file system in memory that is smaller than the stage needs, by a
random share. The run must fail, in words that name the lack of room, without a traceback. Then the
file system gets room, and the same command must complete with the rows of a run that nobody
disturbed. Anything else is a fault, is printed, and makes the exit code 1.

The mounts are in a namespace of this program's own and end with it.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from broken_runs import (
    RESULTS,
    SHARED,
    Run,
    difference,
    is_complete,
    own_folders,
    said,
    undisturbed,
    wipe,
)
from figures import arguments, begun, keep

# The folder of each stage; what a study measures, stores and shows lies in its own.
STAGES = {
    "datasets": SHARED / "datasets",
    "machines": SHARED / "machines",
    "snapshots": SHARED / "snapshots",
    "plan, cells, rows, database, site": RESULTS,
}
ROOM = re.compile(r"No space left on device|no room left on the disk|disk is full|Disk full", re.I)
INSIDE = "BANDWISE_OWN_MOUNTS"


def main() -> int:
    """Fill disks; return 1 if there was a fault."""
    options = arguments(__doc__, count=8)
    if os.geteuid() != 0:
        sys.exit("error: only root can mount a small file system")
    if INSIDE not in os.environ:
        command = ["unshare", "--mount", sys.executable, *sys.argv]
        os.execvpe("unshare", command, os.environ | {INSIDE: "1"})
    state = begun(options, next=0, faults=[])
    began = time.monotonic()
    _, right = undisturbed()
    needed_kib = {
        stage: sum(map(_used_kib, [folder] if folder == RESULTS else own_folders(stage)))
        for stage, folder in STAGES.items()
    }
    print("; ".join(f"{stage}: {kib / 1024:.0f} MiB" for stage, kib in needed_kib.items()))
    figures, faults = Counter(state["figures"]), 0
    for number in range(state["next"], state["next"] + options.count):
        if options.seconds and time.monotonic() - began > options.seconds:
            break
        draw = random.Random(f"{state['seed']} {number}")
        stage = list(STAGES)[number % len(STAGES)]
        size_kib = int(draw.uniform(0.01, 0.9) * needed_kib[stage]) + 16
        ending, fault = _fill(STAGES[stage], size_kib, right)
        figures[f"{stage}: {ending}"] += 1
        print(f"{number}: {stage}, {size_kib} KiB: {fault or ending}", flush=True)
        faults += bool(fault)
        state |= {"next": number + 1, "figures": dict(sorted(figures.items()))}
        state["faults"] += [f"{number}: {stage}, {size_kib} KiB: {fault}"] if fault else []
        keep(options, state)
    wipe()
    print(f"{state['next']} full disks in all, {len(state['faults'])} faults")
    return 1 if faults else 0


def _fill(folder: Path, size_kib: int, right: dict[str, str]) -> tuple[str, str]:
    """A run on a disk that is too small, then one with room: its ending, and its fault if any."""
    wipe()
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={size_kib}k", "tmpfs", str(folder))
    try:
        if Run.start().wait() == 0:
            return "enough after all", ""
        words = said()
        if "Traceback (most recent call last)" in words:
            return "fault", f"a traceback:\n{words[-2000:]}"
        if not ROOM.search(words):
            return "fault", f"not said to be for want of room:\n{words[-2000:]}"
        _mount("-o", "remount,size=8g", str(folder))
        if Run.start().wait() != 0 or not is_complete():
            return "fault", f"the rerun failed:\n{said()[-2000:]}"
        if wrong := difference(right):
            return "fault", wrong
        return "one clear line, and the rerun completed", ""
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def _used_kib(folder: Path) -> int:
    """What the study's files in a folder take on the disk."""
    return sum(path.lstat().st_blocks // 2 for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    sys.exit(main())
