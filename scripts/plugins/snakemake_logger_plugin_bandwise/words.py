"""What is known of a run, put into lines for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .run import Failure, Job, Run

# The steps that are counted for people, in the order in which the line names them.
COUNTED = {
    "cell": "cells",
    "taken_cell": "taken cells",
    "verify_cell": "repeated cells",
    "layer": "layers",
    "dataset": "data sets",
    "machine": "machines",
    "snapshot": "snapshots",
}
CELLS = ("cell", "verify_cell")
SINGULAR = {
    "taken_cell": "taken cell",
    "verify_cell": "repeated cell",
    "dataset": "data set",
    "render": "site",
}
# Alike failures are named once, with this many examples.
EXAMPLES = 3
# Of what runs or waits on a cluster's nodes, so many are named.
AT_WORK = 8


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


def time_left(seconds: float, measured: bool, failed: bool = False) -> str:
    """``about 9 min left``; before anything was measured here, what is typical.

    Once a step has failed, those that wait for it are not run, so it is ``at most``.
    """
    rounded = duration(seconds if seconds < 20 else 5 * round(seconds / 5))
    if not measured:
        return f"typically {rounded}"
    return f"at most {rounded} left" if failed else f"about {rounded} left"


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
    failed = len(run.failures)
    parts = [*cells, *([f"{failed} failed"] if failed else []), left, *others]
    if run.running:
        jobs = sorted(run.running.values(), key=lambda job: job.started_s)
        now = [f"{what(job.rule, job.name)} {duration(now_s - job.started_s)}" for job in jobs]
        more = [f"{len(now) - AT_WORK} more"] if len(now) > AT_WORK else []
        parts.append(f"now: {', '.join([*now[:AT_WORK], *more])}")
    return "; ".join(parts)


def _count(run: Run, rule: str) -> str:
    return f"{run.finished[rule]} of {number(run.planned[rule], rule)}"


def number(count: int, rule: str) -> str:
    """``1 cell``, ``2 cells``."""
    one = SINGULAR.get(rule, rule)
    return f"{count} {COUNTED[rule] if count != 1 else one}"


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
    alike: dict[tuple[str, str], list[Failure]] = defaultdict(list)
    for failure in failures:
        alike[failure.what.partition(" ")[0], failure.reason].append(failure)
    lines = []
    for group in alike.values():
        shown = group if len(group) <= EXAMPLES else group[:1]
        lines += [failure_line(failure) for failure in shown]
        if more := len(group) - len(shown):
            names = ", ".join(failure.what for failure in group[1:EXAMPLES])
            lines.append(f"  and {more} more in the same way: {names}{', …' * (more > 2)}")
    return lines


def kept_lines(run: Run) -> list[str]:
    """``Finished and kept: 41 of 59 cells, 5 of 6 layers.``, and what was not begun."""
    counted = [rule for rule in COUNTED if run.planned[rule]]
    kept = [
        f"{good} of {number(run.planned[rule], rule)}"
        for rule in counted
        if (good := run.finished[rule] - run.failed_in_guest[rule])
    ]
    at_work = [job.rule for job in run.running.values()]
    not_run = [
        number(waiting, rule)
        for rule in counted
        if (waiting := run.left(rule) - at_work.count(rule))
    ]
    lines = [f"Finished and kept: {', '.join(kept)}."] if kept else []
    return lines + ([f"Not begun: {', '.join(not_run)}."] if not_run else [])
