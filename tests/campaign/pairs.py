"""Pairs of runs of one cell, on 1 to 8 CPUs and on a busy host, whose outputs must be the same.

``python tests/campaign/pairs.py --count 100 --state FILE`` measures cells of pairs.yaml, each twice
at once from the same snapshot. Meanwhile eight processes compute, the machines are stopped and go
on at random (``SIGSTOP``, ``SIGCONT``), and a process takes nearly all of the memory that is free
and gives it back. Every fifth pair is bare guests: one saves itself while all of its CPUs are busy
and goes on, and another one is loaded from what was saved. Each of these is a fault, is printed,
and makes the exit code 1:

- a file that a cell leaves, or what a guest prints, is not the same in both runs;
- a run fails.

What a cell leaves holds the time of each request in ns. Stop other work on the host first: what it
needs of the memory could be taken.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import yaml
from figures import REPOSITORY, arguments, begun, keep

sys.path[:0] = [str(REPOSITORY)]

from scripts.plan import load_study, plan  # noqa: E402
from scripts.plan.jobs import Cell  # noqa: E402
from scripts.plan.write import job_text  # noqa: E402
from tests.cpus.bare import (  # noqa: E402
    BEGIN,
    CONTENTION,
    END,
    SNAPSHOT,
    Guest,
    Machine,
    disturbed,
)
from tests.cpus.cell_run import differing, left_by, qemus_of, start  # noqa: E402

STUDY = "tests/campaign/pairs.yaml"
SHARED = REPOSITORY / "results"
CPUS = (1, 2, 4, 8)
BUSY_PROCESSES = 8
LIMIT_S = 3600
BARE_EACH = 5
# Left free of the host's memory, and how long the rest is held.
SPARED_MIB = 1536
HELD_S = 2.0


def main() -> int:
    """Run pairs; return 1 if there was a fault."""
    options = arguments(__doc__, count=8)
    state = begun(options, pairs=0, faults=[])
    os.chdir(REPOSITORY)
    studies = {cpus: _study(cpus) for cpus in CPUS}
    for study in studies.values():
        _prepare(study)
    cells = {cpus: plan(load_study(study)).cells for cpus, study in studies.items()}
    before, began = state["pairs"], time.monotonic()
    while state["pairs"] - before < options.count:
        if options.seconds and time.monotonic() - began > options.seconds:
            break
        number = state["pairs"]
        cpus = CPUS[number % len(CPUS)]
        seed = state["seed"] * 1_000_000 + number
        if number % BARE_EACH == BARE_EACH - 1:
            what, found = f"bare guest, {cpus} CPUs", _bare_pair(cpus, seed)
        else:
            cell = cells[cpus][number // len(CPUS) % len(cells[cpus])]
            what, found = f"{cell.job['engine']}, {cpus} CPUs", _pair(cell, seed)
        state["faults"] += [f"pair {number}, {what}: {fault}" for fault in found]
        state["figures"][what] = state["figures"].get(what, 0) + 1
        state["pairs"] += 1
        print(f"{state['pairs']}: {what}: {'; '.join(found) or 'the same'}", flush=True)
        keep(options, state)
    for what, count in sorted(state["figures"].items()):
        print(f"{count:6}  {what}")
    print(f"{len(state['faults'])} faults in {state['pairs']} pairs")
    return 1 if state["faults"] else 0


def _study(cpus: int) -> Path:
    """The study with so many CPUs."""
    content = yaml.safe_load(Path(STUDY).read_text(encoding="utf-8"))
    content["lab"]["cpus"] = cpus
    path = SHARED / f"pairs/cpus-{cpus}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


def _prepare(study: Path) -> None:
    """Make what the cells begin with; what is there stays."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        ["snakemake", "--cores", "2", "--configfile", study, "--until", "snapshot"],
        env=os.environ | {"PATH": path},
        check=True,
    )


def _pair(cell: Cell, seed: int) -> list[str]:
    """Measure a cell twice at once; what is not the same."""
    folders = [SHARED / "pairs/runs" / name for name in ("one", "two")]
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "job.json").write_text(job_text(cell.job))
    processes = [start("cell", SHARED, folder) for folder in folders]
    with disturbed(lambda: qemus_of(processes), seed, BUSY_PROCESSES), _little_memory():
        codes = [process.wait(LIMIT_S) for process in processes]
    if codes != [0, 0]:
        return [f"the runs ended with {codes}"]
    first, second = (left_by(folder) for folder in folders)
    if '"status": "done"' not in first["outcome.json"].read_text():
        return [f"the cell failed: {folders[0]}/outcome.json"]
    return [f"{name} is not the same" for name in differing(first, second)]


def _bare_pair(cpus: int, seed: int) -> list[str]:
    """Compare a guest that goes on after it was saved with one that is loaded from that."""
    script = BEGIN + CONTENTION + SNAPSHOT + END
    machine = Machine(SHARED / "layers", SHARED / "boot")
    guests: list[Guest] = []
    with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as last:
        folder = Path(made)

        def pids() -> list[int]:
            return [pid for guest in guests for pid in guest.pids()]

        with disturbed(pids, seed, BUSY_PROCESSES), _little_memory():
            guests.append(Guest(machine, folder / "live", script, cpus))
            last.callback(guests[0].end)
            guests[0].save(folder / "saved")
            guests.append(Guest(machine, folder / "loaded", script, cpus, saved=folder / "saved"))
            last.callback(guests[1].end)
            guests[1].load()
            live, loaded = (guest.console() for guest in guests)
    # The loaded one prints what comes after the snapshot.
    return [] if loaded and live.endswith(loaded) else ["it goes on in another way when loaded"]


@contextlib.contextmanager
def _little_memory() -> Iterator[None]:
    """Have a process take nearly all free memory and give it back, again and again."""
    process = get_context("spawn").Process(target=_take_and_give, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _take_and_give() -> None:
    while True:
        fields = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
        spare_mib = (int(fields["MemAvailable"].split()[0]) >> 10) - SPARED_MIB
        taken = [b"\1" * (64 << 20) for _ in range(max(spare_mib, 0) // 64)]
        time.sleep(HELD_S)
        del taken
        time.sleep(HELD_S)


if __name__ == "__main__":
    sys.exit(main())
