"""The time left is right within 30 % once a tenth of the work is done, on any host."""

from __future__ import annotations

import heapq
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from snakemake_logger_plugin_bandwise.durations import Durations
from snakemake_logger_plugin_bandwise.left import seconds_left
from snakemake_logger_plugin_bandwise.run import Job, Run

CORES = 2
ENGINES = ("postgresql-17", "mariadb-11.8")
# Cells of the default study, and how their times differ from what is typical of a cell.
EXPERIMENTS = {"calibration": 0.4, "oltp": 2.2, "oltp-read-ahead": 1.6, "readahead": 0.6,
               "garbage-collection": 0.9, "olap": 0.7}  # fmt: skip
SEEDS = (1, 2, 3)


@dataclass
class Step:
    """A job of the study: what it waits for, and its seconds on a host that does nothing else."""

    rule: str
    name: str
    seconds: float
    after: list[str] = field(default_factory=list)


def varied(seconds: float, name: str) -> float:
    """By up to a quarter more or less, in a way that the name decides."""
    return seconds * (0.75 + 0.5 * (zlib.crc32(name.encode()) % 1000) / 1000)


def study() -> dict[str, Step]:
    """Layers, data sets, machines, snapshots and cells, as `make report` has them."""
    steps = {"layer base": Step("layer", "base", 45), "layer qemu": Step("layer", "qemu", 250)}
    for engine in ENGINES:
        layer, machine = f"layer {engine}", f"machine {engine}"
        steps[layer] = Step("layer", engine, 35)
        steps[machine] = Step("machine", engine, 16, ["layer qemu", layer])
        data = f"dataset sysbench-{engine}"
        steps[data] = Step("dataset", f"sysbench-{engine}", 160, ["layer qemu", layer])
        for experiment, factor in EXPERIMENTS.items():
            for seed in SEEDS:
                name = f"{experiment}-{engine}-s{seed}"
                snapshot = f"snapshot {name}"
                steps[snapshot] = Step("snapshot", name, varied(35, name), [data, machine])
                for bandwidth in (16, 64):
                    cell = f"{experiment}-{engine}-bw{bandwidth}-s{seed}"
                    seconds = varied(20 * factor, cell)
                    steps[f"cell {cell}"] = Step("cell", cell, seconds, [snapshot])
    return steps


def estimates(durations: Durations, slowness: float) -> list[tuple[float, float, float]]:
    """A run on two cores, as (share of the work that is done, time left, what was said of it)."""
    steps = study()
    run = Run(planned=Counter(step.rule for step in steps.values()))
    for rule in run.planned:
        run.names[rule] = {step.name for step in steps.values() if step.rule == rule}
    whole = sum(step.seconds for step in steps.values())
    waiting, running, ended = list(steps), [], set()
    now_s = done = 0.0
    said = []
    while waiting or running:
        ready = [key for key in waiting if ended.issuperset(steps[key].after)]
        for key in ready[: CORES - len(running)]:
            waiting.remove(key)
            step = steps[key]
            run.start(Job(len(steps) - len(waiting), step.rule, step.name, (), (), now_s))
            number = len(steps) - len(waiting)
            heapq.heappush(running, (now_s + slowness * step.seconds, number, key))
        # In the middle of a step, when some may be late already.
        end_s, number, key = heapq.heappop(running)
        middle_s = (now_s + end_s) / 2
        said.append((done / whole, middle_s, seconds_left(run, durations, middle_s, CORES)))
        now_s, step = end_s, steps[key]
        run.finish(number)
        durations.add(step.rule, step.name, slowness * step.seconds)
        ended.add(key)
        done += step.seconds
    return [(share, now_s - at_s, left_s) for share, at_s, left_s in said]


def wrong(durations: Durations, slowness: float) -> list[tuple[float, float, float]]:
    """The estimates that are 30 % off, after a tenth of the work and but for the last few cells."""
    return [
        (share, left_s, said_s)
        for share, left_s, said_s in estimates(durations, slowness)
        if 0.1 < share < 0.95 and abs(said_s / left_s - 1) > 0.3
    ]


@pytest.mark.parametrize("slowness", [0.5, 1, 3, 9])
def test_of_a_first_run(slowness: float) -> None:
    """On a busy host it said 19, 34, 47, 68 and 82 minutes while next to nothing was done."""
    assert wrong(Durations(), slowness) == []


@pytest.mark.parametrize("slowness", [0.5, 1, 3, 9])
def test_of_a_run_at_another_pace_than_the_last(slowness: float, tmp_path: Path) -> None:
    file = tmp_path / "durations.jsonl"
    estimates(Durations(file), 1.0)
    assert wrong(Durations(file), slowness) == []
