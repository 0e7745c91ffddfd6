"""What users wait for: a resumed machine, two cells at once, a workflow with nothing to do.

    python tests/bench/bench_workflow.py [CONFIG]

It wants a study that has been run: CONFIG, by default config/config.yaml. Its first cell with an
engine is run beside the study's own results. Times are wall times in seconds; on a shared machine
trust the ratios.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from scripts.plan import load_study, plan  # noqa: E402


def start(job: Path, out: Path) -> subprocess.Popen[bytes]:
    """Start a run of the cell that leaves the study's own results alone."""
    command = [sys.executable, "-m", "scripts.lab", "cell", "--job", str(job), "--out", str(out)]
    return subprocess.Popen(command, cwd=REPOSITORY)


def first_query_s(job: Path, folder: Path) -> float:
    """From the command's start until the engine has answered and the first phase begins."""
    out = folder / "resume"
    began = time.monotonic()
    run = start(job, out)
    while not any(b"runner:" in path.read_bytes() for path in out.glob("work-*/console.log")):
        if run.poll() is not None:
            raise SystemExit(f"{job} ended before its first phase: see {out}")
        time.sleep(0.005)
    answered_s = time.monotonic() - began
    run.wait()
    return answered_s


def pair_s(job: Path, folder: Path) -> tuple[float, float]:
    """Two runs one after the other, and two at once."""
    began = time.monotonic()
    for name in ("a", "b"):
        start(job, folder / name).wait()
    alone_s = time.monotonic() - began
    began = time.monotonic()
    for run in [start(job, folder / name) for name in ("c", "d")]:
        run.wait()
    return alone_s, time.monotonic() - began


def no_op_s(config: str) -> float:
    """A workflow that finds everything up to date."""
    began = time.monotonic()
    snakemake = Path(sys.executable).parent / "snakemake"
    subprocess.run(
        [snakemake, "--cores", "2", "--configfile", config],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
    )
    return time.monotonic() - began


def main() -> None:
    """Print one line a figure."""
    config = sys.argv[1] if len(sys.argv) > 1 else "config/config.yaml"
    study = load_study(REPOSITORY / config)
    results = REPOSITORY / study.config.results_dir
    cell = next(cell.id for cell in plan(study).cells if cell.job["engine"])
    job = results / "cells" / cell / "job.json"
    with tempfile.TemporaryDirectory(dir=results) as folder:
        print(f"{cell}: first query after {first_query_s(job, Path(folder)):.2f} s")
        alone_s, together_s = pair_s(job, Path(folder))
        print(
            f"two cells: one after the other {alone_s:.1f} s, at once {together_s:.1f} s, "
            f"{alone_s / together_s:.2f} x the throughput"
        )
    print(f"snakemake with nothing to do: {no_op_s(config):.1f} s")


if __name__ == "__main__":
    main()
