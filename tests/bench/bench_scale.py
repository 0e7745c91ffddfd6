"""What a study costs by its number of cells: CPU time and memory of each step without machines.

    python tests/bench/bench_scale.py [--cells 100 1000 10000] [--steps plan jobs rows database]

Nothing is measured: the plan is of a study with so many seeds, the rows are those of one cell of
the tests, time and again, and the database is of the published rows, several times over. CPU time
counts, as wall time is that of the machine's other work, too; on a busy machine both grow.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests/parse"), str(REPOSITORY / "tests/bench")]

from cell_folders import make_cell  # noqa: E402
from grown_rows import REFERENCE, grow  # noqa: E402

# By two engines.
BANDWIDTHS = [4, 8, 16, 32, 64, 96, 128, 160, 192, 256]
ENGINES = ["postgresql-17", "mariadb-11.8"]
WORKERS = 2


def study(cells: int, folder: Path) -> Path:
    """A study of so many cells, of which ten begin with each snapshot."""
    seeds = list(range(1, cells // (len(BANDWIDTHS) * len(ENGINES)) + 1))
    factors = {"device.bandwidth_mib_s": BANDWIDTHS, "seed": seeds}
    content = {
        "engines": ENGINES,
        "datasets": {"sysbench": {"kind": "sysbench", "tables": 2, "rows_per_table": 20000}},
        "experiments": ["oltp"],
        "experiment_overrides": {"oltp": factors},
        "results_dir": str(folder / "results"),
        "shared_dir": str(folder / "shared"),
    }
    file = folder / "study.yaml"
    file.write_text(json.dumps(content))
    return file


def plan(cells: int, folder: Path) -> tuple[int, list[str]]:
    """All ids."""
    command = ["-m", "scripts.plan", "list", "cells", "--config", str(study(cells, folder))]
    return cells, command


def jobs(cells: int, folder: Path) -> tuple[int, list[str]]:
    """What Snakemake would do."""
    command = ["-m", "snakemake", "--dry-run", "--cores", str(WORKERS)]
    return cells, [*command, "--configfile", str(study(cells, folder))]


def rows(cells: int, folder: Path) -> tuple[int, list[str]]:
    """Raw outputs become rows."""
    made, names = make_cell(folder / "made"), [f"cell-{number}" for number in range(cells)]
    (folder / "cells").mkdir()
    for name in names:
        (folder / "cells" / name).symlink_to(made)
    (folder / "names").write_text("".join(f"{name}\n" for name in names))
    command = [
        "-m",
        "scripts.ingest",
        "cells",
        str(folder / "cells"),
        "--out",
        str(folder / "rows"),
    ]
    return cells, [*command, "--names", str(folder / "names"), "--workers", str(WORKERS)]


def database(cells: int, folder: Path) -> tuple[int, list[str]]:
    """Rows become a database with its statistics and verdicts."""
    published = json.loads((REFERENCE / "provenance.json").read_text())["tables"]["cells"]["rows"]
    times = max(1, round(cells / published))
    grow(times, folder / "reference")
    command = ["-m", "scripts.store", "restore", "--reference", str(folder / "reference")]
    command += ["--out", str(folder / "results.duckdb"), "--claims", "config/claims.yaml"]
    return times * published, command


STEPS: dict[str, Callable[[int, Path], tuple[int, list[str]]]] = {
    "plan": plan,
    "jobs": jobs,
    "rows": rows,
    "database": database,
}


def measured(command: list[str]) -> tuple[float, float]:
    """CPU time in s and the most memory in MiB of a command, which must end well."""
    process = subprocess.Popen(
        [sys.executable, *command], cwd=REPOSITORY, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Print a row a step and a number of cells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, nargs="+", default=[100, 1000, 10_000])
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    options = parser.parse_args()
    print("| step | cells | CPU s | ms a cell | MiB |\n|---|---|---|---|---|")
    for step in options.steps:
        for cells in options.cells:
            with tempfile.TemporaryDirectory(prefix="bandwise-") as name:
                count, command = STEPS[step](cells, Path(name))
                cpu_s, mib = measured(command)
            each_ms = 1000 * cpu_s / count
            print(f"| {step} | {count} | {cpu_s:.1f} | {each_ms:.2f} | {mib:.0f} |", flush=True)


if __name__ == "__main__":
    main()
