"""Boot the lab's machine with the emulator and checks of ours in place of the lab's runner."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.device.controls import EMULATED
from scripts.jobs import CPU_GIPS, TURN_INSTRUCTIONS
from scripts.lab.payloads import build_payload
from scripts.lab.places import REPOSITORY, Places
from scripts.lab.virtual.machine import Region
from scripts.lab.virtual.outbox import read_header, unpack
from scripts.lab.virtual.process import Ending, run_machine
from scripts.lab.virtual.provenance import boot_of
from scripts.lab.virtual.regions import blank, common

GUEST = Path(__file__).parent / "guest"
CHECKS = GUEST / "checks"
# For machines with several CPUs alone: in real time (smp_guest.py), and in virtual time.
CONCURRENCY = CHECKS / "concurrency.py"
QUEUES = CHECKS / "queues.py"
# What the lab's own runner consists of and the checks use as well.
LAB_FILES = ("__init__.py", "system.py", "mailbox.py")
RAM_MIB = 1024
DEVICE_MIB = 1024
# Of a guest that runs all checks; six minutes of it are in use.
# Of virtual time.
LIMIT_S = 1800.0


@dataclass(frozen=True)
class Run:
    """What a guest left: every check's outcome by its name, and how the machine ended."""

    ending: Ending
    console: str
    outcomes: dict[str, dict[str, Any]]
    device: Path

    def verify(self, name: str) -> None:
        """Fail as the check of this name did, if it did."""
        outcome = self.outcomes.get(name)
        assert outcome, (
            f"the guest never came to it; its console ends with:\n{self.console[-3000:]}"
        )
        assert not outcome["failure"], outcome["failure"]


def names_of_all_checks() -> list[str]:
    """The checks of all files that one CPU will do for, in the order in which a guest runs them."""
    files = [file for file in sorted(CHECKS.glob("*.py")) if file not in (CONCURRENCY, QUEUES)]
    return [name for file in files for name in names_of_checks(file)]


def names_of_checks(file: Path) -> list[str]:
    """``file.check_something`` for each check in a file, without importing it."""
    tree = ast.parse(file.read_text())
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [f"{file.stem}.{name}" for name in functions if name.startswith("check_")]


def boot_guest(
    places: Places,
    checks: Sequence[str],
    work: Path,
    *,
    limit_s: float = LIMIT_S,
    device: Path | None = None,
    module: Path | None = None,
    options: dict[str, Any] | None = None,
    cpus: int = 1,
    turn_instructions: int = TURN_INSTRUCTIONS,
    cpu_gips: float = CPU_GIPS,
) -> Run:
    """Run checks one after the other in one guest.

    ``device``: an image to be the emulated device's memory, blank if it is missing; ``options``
    are handed to the checks.
    """
    device = device or work / "device.img"
    if not device.exists():
        blank(device, DEVICE_MIB)
    machine = {
        "machine_memory_mib": RAM_MIB,
        "engine": None,
        "cpus": cpus,
        "turn_instructions": turn_instructions,
        "cpu_gips": cpu_gips,
    }
    payload = make_payload(
        module or places.module, checks, {"cpu_gips": cpu_gips} | (options or {})
    )
    regions = [
        Region("ram", None, RAM_MIB, "ram", shared=False),
        Region("device", device, DEVICE_MIB, "reserved", shared=True),
        *common(machine, places, work, payload),
    ]
    console = work / "console.log"
    ending = run_machine(boot_of(places, machine), regions, console, limit_s=limit_s)
    return Run(ending, console.read_text(errors="replace"), read_outcomes(work), device)


def read_outcomes(work: Path) -> dict[str, dict[str, Any]]:
    """What came back from a guest, whose images are not needed any more."""
    outcomes = {}
    if read_header(work / "outbox.img"):
        unpack(work / "outbox.img", work / "outbox")
        outcomes = json.loads((work / "outbox/outcomes.json").read_text())
    for name in ("inbox.img", "outbox.img"):
        (work / name).unlink()
    return outcomes


def make_payload(module: Path, checks: Sequence[str], options: dict[str, Any]) -> bytes:
    """The module, the checks, and what they need of the lab's runner."""
    files = {
        f"guest/{name}": (REPOSITORY / "scripts/guest" / name).read_bytes() for name in LAB_FILES
    }
    files |= {f"guest/{path.relative_to(GUEST)}": path.read_bytes() for path in GUEST.rglob("*.py")}
    ranges = {setting.control: setting.control_range for setting in EMULATED}
    job = {"checks": list(checks), "options": {"settings": ranges} | options}
    files["job.json"] = json.dumps(job).encode()
    files["vnvme.ko"] = module.read_bytes()
    return build_payload(files)
