"""The time left: the work over the cores, or the longest chain of steps, whichever is more."""

from __future__ import annotations

from statistics import fmean

from .durations import Durations
from .pace import MACHINES
from .run import Run

# Each of these waits for one before it.
STAGES = (
    ("plan", "shared_job"),
    ("layer", "hammerdb"),
    ("module", "boot", "tpch_tables"),
    ("dataset", "machine", "host_module", "tpch_reference"),
    ("snapshot",),
    ("cell", "taken_cell", "verify_cell"),
    ("rows",),
    ("database", "published_comparison"),
    ("verify", "verify_published"),
    ("render",),
    ("complete", "publish"),
)
# A job that takes longer than expected is not about to end this very moment.
LEAST_SHARE = 0.1


def seconds_left(
    run: Run, durations: Durations, now_s: float, cores: int = 1, machines: int | None = None
) -> float:
    """Seconds until the last job ends; ``machines`` is how many virtual machines run at once."""
    stage_of = {rule: number for number, rules in enumerate(STAGES) for rule in rules}
    work = machine_work = 0.0
    longest: dict[int, float] = {}

    def count(rule: str, seconds: float, jobs: int) -> None:
        nonlocal work, machine_work
        work += seconds * jobs
        machine_work += seconds * jobs * (rule in MACHINES)
        stage = stage_of.get(rule, len(STAGES))
        longest[stage] = max(longest.get(stage, 0.0), seconds)

    durations.see((job.rule, job.name, now_s - job.started_s) for job in run.running.values())
    for job in run.running.values():
        expected = durations.expected(job.rule, job.name)
        count(job.rule, max(expected - (now_s - job.started_s), expected * LEAST_SHARE), 1)
    for rule in run.planned:
        if jobs := run.waiting(rule):
            count(rule, _mean_expected(run, durations, rule), jobs)
    cores = max(1, cores)
    machines = max(1, min(cores, machines or cores))
    return max(work / cores, machine_work / machines, sum(longest.values()))


def _mean_expected(run: Run, durations: Durations, rule: str) -> float:
    """Of a rule's waiting jobs, by their names as far as these are known."""
    names = run.names.get(rule) or {""}
    return fmean(durations.expected(rule, name) for name in names)
