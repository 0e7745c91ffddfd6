"""Production: the shop in ``examples/webshop`` on a real server, in the lab in real time."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from scripts.advise.readings import Reading, read_reading
from scripts.advise.rules import ROOT, AdviseError
from scripts.advise.workload.statistics import Statistics, read_statistics, since

SHOP = ROOT / "examples/webshop"
STUDY, EXPERIMENT, GENERATE = "production.yaml", "experiment.yaml", "generate.py"
BANDWIDTHS = "device.bandwidth_mib_s"
# What is taken of production, and the phase that takes it.
_TAKEN = {
    "before.txt": "before",
    "after.txt": "after",
    "shop-before.txt": "statistics-before",
    "shop.txt": "statistics-after",
}


@dataclass(frozen=True)
class Taken:
    """What production's administrator has of it: two readings, its statistics, its schema."""

    before: Reading
    after: Reading
    statistics: Statistics
    schema: Path
    disk: str


def read(name: str) -> dict[str, Any]:
    """A YAML file of the shop's."""
    return dict(yaml.safe_load((SHOP / name).read_text(encoding="utf-8")))


def bandwidths_mib_s() -> tuple[int, int]:
    """Of the volume that production has, and of the faster one."""
    slow, fast = read(EXPERIMENT)["factors"][BANDWIDTHS]
    return slow, fast


def measure(folder: Path, repeats: int, cores: str) -> Path:
    """Make the shop's rows and measure it on both volumes; the database of its results."""
    shop = folder / "shop"
    _make_shop(shop)
    study = read(STUDY) | {
        "datasets": {"shop": {"kind": "own", "folder": str(shop)}},
        "experiment_overrides": {"own-shop": {"seed": list(range(1, repeats + 1))}},
        "results_dir": str(folder / "production"),
    }
    return run_study(folder / STUDY, study, cores)


def _make_shop(shop: Path) -> None:
    """The folder as it is in the repository, with its rows."""
    generate, begun = shop / GENERATE, shop / "begun"
    is_made = generate.is_file() and generate.read_bytes() == (SHOP / GENERATE).read_bytes()
    is_made = is_made and not begun.exists()
    shutil.copytree(SHOP, shop, dirs_exist_ok=True)
    if not is_made:
        begun.touch()
        subprocess.run([sys.executable, str(generate), str(shop)], check=True)
        begun.unlink()


def run_study(file: Path, study: dict[str, Any], cores: str) -> Path:
    """Measure a study, of which only what is stale runs; its database. Raises AdviseError."""
    file.write_text(yaml.safe_dump(study, sort_keys=False), encoding="utf-8")
    database = Path(study["results_dir"]) / "results.duckdb"
    command = [sys.executable, "-m", "snakemake", "--cores", cores, str(database)]
    if subprocess.run([*command, "--configfile", str(file)], cwd=ROOT, check=False).returncode:
        raise AdviseError(f"{file}: the study failed: mend what Snakemake names, and run again")
    return database


def taken(folder: Path, cell: str) -> Taken:
    """What a cell of production left, as an administrator's files. Raises AdviseError."""
    phases = folder / "production/cells" / cell / "outbox/phases"
    for name, phase in _TAKEN.items():
        (found,) = phases.glob(f"[0-9][0-9]-{phase}")
        shutil.copyfile(found / "stdout.txt", folder / name)
    before, after = read_reading(folder / "before.txt"), read_reading(folder / "after.txt")
    (disk,) = after.disks
    earlier, later = (read_statistics(folder / name) for name in ("shop-before.txt", "shop.txt"))
    return Taken(before, after, since(earlier, later), folder / "shop/schema.sql", disk)


def latencies_us(found: Taken) -> dict[str, float]:
    """Of a read, a write and a flush, as the kernel timed them between the readings."""
    first, last = found.before.disks[found.disk], found.after.disks[found.disk]
    grown = {name: last[name] - first[name] for name in last}
    counts = {"read": "read_requests", "write": "write_requests", "flush": "flushes"}
    return {
        name: round(1e3 * grown[f"{name}_ms"] / max(grown[count], 1), 1)
        for name, count in counts.items()
    }
