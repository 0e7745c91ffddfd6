"""The time left is right within 30 % once a tenth of the work is done, on any host.

``run_from_nothing.jsonl`` is a run of the default study from nothing, on two cores that nothing
else used: rule, name, start and seconds of each job, in the order in which they ended.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from snakemake_logger_plugin_bandwise.durations import Durations
from snakemake_logger_plugin_bandwise.left import seconds_left
from snakemake_logger_plugin_bandwise.run import Job, Run

CORES = 2
RECORDED = Path(__file__).with_name("run_from_nothing.jsonl")
LOOKS = 60


def jobs(slowness: float = 1.0) -> list[dict[str, Any]]:
    """The recorded run on a host on which all takes so many times as long."""
    recorded = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
    return [
        each | {"started_s": slowness * each["started_s"], "seconds": slowness * each["seconds"]}
        for each in recorded
    ]


def _end_s(job: dict[str, Any]) -> float:
    return job["started_s"] + job["seconds"]


def kinds(ran: list[dict[str, Any]]) -> dict[str, str]:
    """What the workflow says of jobs whose names do not say what takes their time."""
    return {each["name"]: each["kind"] for each in ran if "kind" in each}


def wrong(durations: Durations, ran: list[dict[str, Any]]) -> list[str]:
    """The looks at which the time left was 30 % off, from a tenth of the work to the last cells."""
    run = Run(planned=Counter(each["rule"] for each in ran))
    for rule in run.planned:
        run.names[rule] = {each["name"] for each in ran if each["rule"] == rule}
    events = [(each["started_s"], 1, number) for number, each in enumerate(ran)]
    events += [(_end_s(each), 0, number) for number, each in enumerate(ran)]
    events.sort(reverse=True)
    whole_s, work_s, done_s = max(map(_end_s, ran)), sum(each["seconds"] for each in ran), 0.0
    found = []
    for look in range(LOOKS):
        now_s = whole_s * look / LOOKS
        while events and events[-1][0] <= now_s:
            at_s, starts, number = events.pop()
            each = ran[number]
            if starts:
                run.start(Job(number, each["rule"], each["name"], (), (), at_s))
            else:
                run.finish(number)
                durations.add(each["rule"], each["name"], each["seconds"])
                done_s += each["seconds"]
        left_s, said_s = whole_s - now_s, seconds_left(run, durations, now_s, CORES)
        if 0.1 <= done_s / work_s <= 0.95 and abs(said_s / left_s - 1) > 0.3:
            found.append(f"after {now_s:.0f} s: {said_s:.0f} s left, and {left_s:.0f} were")
    return found


@pytest.mark.parametrize("slowness", [0.5, 1, 3, 9])
def test_of_a_first_run(slowness: float) -> None:
    """On a busy host it said 19, 34, 47, 68 and 82 minutes while next to nothing was done."""
    ran = jobs(slowness)
    assert wrong(Durations(kinds=kinds(ran)), ran) == []


@pytest.mark.parametrize("slowness", [0.5, 1, 3, 9])
def test_of_a_run_at_another_pace_than_the_last(slowness: float, tmp_path: Path) -> None:
    file = tmp_path / "durations.jsonl"
    ran = jobs()
    wrong(Durations(file, kinds(ran)), ran)
    ran = jobs(slowness)
    assert wrong(Durations(file, kinds(ran)), ran) == []


def test_a_layer_is_not_taken_for_one_whose_name_begins_with_its_own(tmp_path: Path) -> None:
    """QEMU was to take as long as the layer that it is compiled with, a fifth of the time."""
    durations = Durations()
    before_s = durations.expected("layer", "qemu")
    durations.add("layer", "qemu-build", durations.expected("layer", "qemu-build"))
    assert durations.expected("layer", "qemu") == pytest.approx(before_s)
    file = tmp_path / "durations.jsonl"
    for name, seconds in (("qemu-build", 50.0), ("qemu", 250.0)):
        Durations(file).add("layer", name, seconds)
    assert Durations(file).expected("layer", "qemu") == 250.0


def test_an_experiment_of_minutes_makes_no_other_job_late() -> None:
    """Two cells of 9 minutes were taken for 14 s: 13 minutes left became 2 hours 21 in four."""
    durations = Durations()
    others = [("snapshot", "warm-postgresql-17-sysbench"), ("render", ""), ("cell", "oltp-a")]
    before = [durations.expected(*job) for job in others]
    long_ones = [("cell", f"lengthy-{engine}-bw125", 240.0) for engine in ("a", "b")]
    durations.see(long_ones)
    assert [durations.expected(*job) for job in others] == before
    assert durations.expected("cell", "lengthy-a-bw16") > 100
    for rule, name, seconds in long_ones:
        durations.add(rule, name, seconds)
    durations.see([])
    assert [durations.expected(*job) for job in others] == before
