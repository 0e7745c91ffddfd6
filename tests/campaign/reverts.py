"""Takes each patch to QEMU back alone, and looks whether pairs of machines notice.

``python tests/campaign/reverts.py --count 4 --state FILE`` compiles QEMU with all patches and
without each one that can be taken back (some twenty minutes of two cores, once), and then runs
pairs of bare guests with four CPUs on each of these programs, both at once, while other processes
compute, the machines are stopped and go on at random, and somebody asks QEMU for its status all the
time, which wakes its other threads. Every second pair is saved halfway. What they print, or what
was saved, must be the same.

With all patches a difference is a fault, and makes the exit code 1. Without one of them a
difference is what the patch is for; where none is found, the table says so.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

from figures import REPOSITORY, arguments, begun, keep

sys.path[:0] = [str(REPOSITORY)]

from scripts.lab.errors import LabError  # noqa: E402
from scripts.lab.virtual.qmp import Qmp  # noqa: E402
from scripts.layers.fetch import fetch_packages  # noqa: E402
from scripts.layers.image import run  # noqa: E402
from scripts.layers.lock import required_lock  # noqa: E402
from scripts.layers.model import ENVS, load_layer  # noqa: E402
from scripts.layers.source import (  # noqa: E402
    builder_of,
    recipe_command,
    recipe_of,
    unpack,
)
from tests.cpus.bare import (  # noqa: E402
    BEGIN,
    CONTENTION,
    END,
    SNAPSHOT,
    Guest,
    Machine,
    beside,
    disturbed,
)

RESULTS = REPOSITORY / "results"
PROGRAMS = RESULTS / "reverts"
PROGRAM = "qemu-system-x86_64"
WHOLE = "whole"
CPUS = 4
# A bare guest takes half a minute on a busy host, and one that never boots as long as it is given.
LIMIT_S = 240


def main() -> int:
    """Run pairs on each program; return 1 if there was a fault with all patches."""
    options = arguments(__doc__, count=4)
    state = begun(options, pairs=0, faults=[])
    os.chdir(REPOSITORY)
    programs = sorted(path.parent for path in _compiled().glob(f"*/{PROGRAM}"))
    began = time.monotonic()
    for pair in range(options.count):
        for program in programs:
            if options.seconds and time.monotonic() - began > options.seconds:
                break
            found = _pair(program / PROGRAM, state["seed"] * 1000 + pair, is_saved=pair % 2 == 1)
            print(f"pair {pair}, {program.name}: {found}", flush=True)
            counts = state["figures"].setdefault(program.name, {})
            counts[found] = counts.get(found, 0) + 1
            state["pairs"] += 1
            if program.name == WHOLE and found != "the same":
                state["faults"].append(f"pair {pair}: {found}")
            keep(options, state)
    for name, counts in sorted(state["figures"].items()):
        print(f"{name}: {', '.join(f'{count} {what}' for what, count in counts.items())}")
    return 1 if state["faults"] else 0


def _compiled() -> Path:
    """The folder with a folder for each program, made if it is not there."""
    if PROGRAMS.exists():
        return PROGRAMS
    qemu = ENVS / "qemu.yaml"
    files = fetch_packages(
        lock := required_lock(qemu, load_layer(qemu)), RESULTS / "packages", print
    )
    with tempfile.TemporaryDirectory(dir=RESULTS) as made:
        layers = RESULTS / "layers"
        places = unpack(lock, files, Path(made), layers / "toolchain", layers / builder_of("qemu"))
        script = ["/campaign/without_one.sh", str(os.cpu_count())]
        campaign = [(Path(__file__).parent, "/campaign")]
        print("compiling QEMU with all patches, and without each", flush=True)
        run(recipe_command(places, recipe_of(qemu), script, campaign))
        shutil.move(places.work / "out", PROGRAMS)
    return PROGRAMS


def _pair(program: Path, seed: int, *, is_saved: bool) -> str:
    """What became of two machines at once: "the same", or in which way not."""
    machine = Machine(RESULTS / "layers", RESULTS / "boot")
    script = BEGIN + CONTENTION + (SNAPSHOT if is_saved else "") + END
    guests: list[Guest] = []
    with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as last:
        folder = Path(made)
        for name in ("one", "two"):
            guests.append(Guest(machine, folder / name, script, CPUS, program=str(program)))
            last.callback(guests[-1].end)
        pids = [guest.process.pid for guest in guests]
        last.enter_context(disturbed(lambda: pids, seed))
        try:
            if is_saved:
                return _saved(guests, folder)
            with _asked(guests, seed):
                ends = [guest.process.wait(LIMIT_S) for guest in guests]
        except (subprocess.TimeoutExpired, TimeoutError, AssertionError):
            return "no end"
        except (OSError, LabError):
            return "QEMU failed"
        if any(ends):
            return "QEMU failed"
        first, second = ((guest.folder / "console").read_bytes() for guest in guests)
        return "the same" if first == second else "other consoles"


def _saved(guests: list[Guest], folder: Path) -> str:
    for guest in guests:
        guest.save(folder / f"saved {guest.folder.name}", limit_s=LIMIT_S)
        guest.end()
    for name in ("ram", "state"):
        first, second = ((folder / f"saved {n}" / name).read_bytes() for n in ("one", "two"))
        if first != second:
            return f"another saved {name}"
    return "the same"


@contextlib.contextmanager
def _asked(guests: list[Guest], seed: int) -> Iterator[None]:
    """Ask the machines for their status, each 50 to 350 us."""
    choose = random.Random(seed)

    def ask(over: Event) -> None:
        with contextlib.ExitStack() as last, contextlib.suppress(LabError, OSError):
            asked = [last.enter_context(contextlib.closing(Qmp(g.folder / "qmp"))) for g in guests]
            while not over.wait(choose.uniform(50e-6, 350e-6)):
                for qmp in asked:
                    qmp.command("query-status")

    with beside(ask):
        yield


if __name__ == "__main__":
    sys.exit(main())
