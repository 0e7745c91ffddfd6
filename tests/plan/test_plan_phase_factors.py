"""Factors that vary a phase, and the phase that sets the kernel's write-back."""

from __future__ import annotations

import pytest
from invalid_configs import OLTP
from scratch_study import Repository

PHASES = "  phases:\n"
KERNEL = "  phases:\n    - {name: kernel, workload: kernel/write_back, options: %s}\n"
SEEDS = "  seed: [1, 2]\n"
KNOWN = "known: dirty_background_bytes, dirty_background_ratio, dirty_bytes, dirty_ratio"
SET = "cell.phases[0].options"

MISTAKES = {
    "phase that there is not": (
        SEEDS,
        "  seed: [1, 2]\n  phases.runs.events: [10, 20]\n",
        f'{OLTP}:8: factors.phases.runs.events: unknown phase "runs" (did you mean "run"? '
        "known: run)",
    ),
    "key that no phase has": (
        SEEDS,
        "  seed: [1, 2]\n  phases.run.event: [10, 20]\n",
        f'{OLTP}:8: factors.phases.run.event: unknown key "event" (did you mean "events"? known: '
        "device_schedule, duration_s, engines, events, name, options, threads, workload)",
    ),
    "workload that there is not": (
        SEEDS,
        "  seed: [1, 2]\n  phases.run.workload: [sysbench/oltp_read_write, sql/scans]\n",
        f'{OLTP}:8: factors.phases.run.workload[1]: unknown workload "sql/scans" (did you mean '
        '"sql/scan"? known: sql/freight, sql/scan)',
    ),
    "unknown setting of the kernel": (
        PHASES,
        KERNEL % "{dirty_share: 1}",
        f'{OLTP}:14: {SET}.dirty_share: unknown option "dirty_share" (did you mean "dirty_ratio"? '
        f"{KNOWN})",
    ),
    "more than all": (
        PHASES,
        KERNEL % "{dirty_ratio: 101}",
        f"{OLTP}:14: {SET}.dirty_ratio: must be a whole number of percent from 1 to 100 (got 101)",
    ),
    "nothing to set": (
        PHASES,
        KERNEL % "{}",
        f"{OLTP}:14: {SET}: sets nothing: name one or more of dirty_background_bytes, "
        "dirty_background_ratio, dirty_bytes, dirty_ratio",
    ),
    "both of which the kernel has one": (
        PHASES,
        KERNEL % "{dirty_bytes: 4096, dirty_ratio: 10}",
        f"{OLTP}:14: {SET}.dirty_bytes: the kernel has either this or dirty_ratio: leave one out",
    ),
}


def test_a_phase_is_varied_alone(repository: Repository) -> None:
    repository.replace(
        SEEDS,
        "  seed: [1]\n  write-back:\n"
        "    - {label: soon, phases.kernel.options: {dirty_ratio: 5}}\n"
        "    - {label: late, phases.kernel.options: {dirty_ratio: 50}, phases.run.events: 7}\n",
    )
    repository.replace(PHASES, KERNEL % "{dirty_ratio: 20}")
    cells = [cell.job for cell in repository.plan().cells if cell.job["engine"] == "mariadb-11.8"]
    kernel, run = zip(*(job["phases"] for job in cells), strict=True)
    assert [phase["options"]["dirty_ratio"] for phase in kernel] == [5, 50, 5, 50]
    assert [phase["events"] for phase in run] == [0, 7, 0, 7]
    assert [job["factors"]["write-back"] for job in cells] == ["soon", "late"] * 2


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_one_line_that_names_the_key(name: str, repository: Repository) -> None:
    old, new, expected = MISTAKES[name]
    repository.replace(old, new)
    assert repository.complaint() == expected
