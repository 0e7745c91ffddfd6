"""What is known of a run, put into lines for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .run import Failure, Job, Run

# The steps that are counted for people, in the order in which the line names them.
COUNTED = {
    "cell": "cells",
    "verify_cell": "cells measured again",
    "layer": "layers",
    "dataset": "data sets",
    "machine": "machines",
    "snapshot": "snapshots",
}
CELLS = ("cell", "verify_cell")
SINGULAR = {"verify_cell": "cell, once more,", "dataset": "data set", "render": "site"}
# Alike failures are named once, with this many examples.
EXAMPLES = 3


def what(rule: str, name: str) -> str:
    """``cell oltp-...``, ``layer base``, ``database``."""
    return f"{SINGULAR.get(rule, rule.replace('_', ' '))} {name}".strip()


def duration(seconds: float) -> str:
    """``40 s``, ``12 min``, ``2 h 5 min``, as exact as an estimate can be."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def time_left(seconds: float, measured: bool) -> str:
    """``about 9 min left``; before anything was measured here, what is typical."""
    rounded = seconds if seconds < 20 else 5 * round(seconds / 5)
    return f"about {duration(rounded)} left" if measured else f"typically {duration(rounded)}"


def status_line(run: Run, left: str, now_s: float) -> str:
    """``12 of 59 cells; about 9 min left; 8 of 30 snapshots; now: snapshot ... 42 s``.

    A narrow terminal cuts off its end, so what matters most comes first.
    """
    at_work = {job.rule for job in run.running.values()}
    cells = [_count(run, rule) for rule in CELLS if run.planned[rule]]
    others = [
        _count(run, rule)
        for rule in COUNTED
        if rule not in CELLS and run.left(rule) and (run.finished[rule] or rule in at_work)
    ]
    failed = sum(run.failed.values())
    parts = [*cells, *([f"{failed} failed"] if failed else []), left, *others]
    if run.running:
        jobs = sorted(run.running.values(), key=lambda job: job.started_s)
        now = [f"{what(job.rule, job.name)} {duration(now_s - job.started_s)}" for job in jobs]
        parts.append(f"now: {', '.join(now)}")
    return "; ".join(parts)


def _count(run: Run, rule: str) -> str:
    return f"{run.finished[rule]} of {run.planned[rule]} {COUNTED[rule]}"


def finished_line(run: Run, job: Job, seconds: float, left: str) -> str:
    """``cell 12 of 59 done in 14 s: oltp-...; about 9 min left``."""
    count = f"{run.finished[job.rule]} of {run.planned[job.rule]}"
    line = f"{what(job.rule, '')} {count} done in {duration(seconds)}: {job.name}"
    return f"{line}; {left}" if any(run.left(rule) for rule in run.planned) else line


def failure_line(failure: Failure) -> str:
    """``cell oltp-... failed: the kernel panicked (results/cells/.../console.log)``."""
    place = f" (see {failure.file})" if failure.file else ""
    return f"{failure.what} {failure.reason}{place}".strip()


def failure_lines(failures: Iterable[Failure]) -> list[str]:
    """One line for each failure; those that many share are one line, with some examples."""
    alike: dict[str, list[Failure]] = defaultdict(list)
    for failure in failures:
        alike[failure.reason].append(failure)
    lines = []
    for group in alike.values():
        shown = group if len(group) <= EXAMPLES else group[:1]
        lines += [failure_line(failure) for failure in shown]
        if more := len(group) - len(shown):
            names = ", ".join(failure.what for failure in group[1:EXAMPLES])
            lines.append(f"  and {more} more in the same way: {names}{', …' * (more > 2)}")
    return lines


def kept_line(run: Run) -> str:
    """``Finished and kept: 41 of 59 cells, 5 of 6 layers.``"""
    counts = [_count(run, rule) for rule in COUNTED if run.planned[rule]]
    if not counts:
        done, of = sum(run.finished.values()), sum(run.planned.values())
        counts = [f"{done} of {of} steps"]
    return f"Finished and kept: {', '.join(counts)}."
