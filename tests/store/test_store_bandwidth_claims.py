"""Claims on where engines level off and what they transfer: which machine and bandwidth decide."""

from __future__ import annotations

from pathlib import Path

import pytest
from claim_study import database, shipped
from study_rows import SECOND_NS, Study, device_rows, interval_row, phase_row, total_row

# By bandwidth in MiB/s: transactions per second, and the device's busy share.
Curve = dict[int, tuple[float, float]]
LEVELS_OFF: Curve = {32: (50.0, 1.0), 128: (100.0, 0.6), 512: (100.0, 0.2)}
GROWS: Curve = {32: (50.0, 1.0), 128: (180.0, 0.9), 512: (240.0, 0.6)}


def cores(folder: Path, machines: dict[int, tuple[Curve, Curve]], name: str = "cores") -> Study:
    """By number of CPUs: curves of MariaDB and of PostgreSQL, two seeds that are 0.2 % apart."""
    study = Study(folder)
    for cpus, curves in machines.items():
        for engine, curve in zip(("mariadb-11.8", "postgresql-17"), curves, strict=True):
            for bandwidth, (speed, busy) in curve.items():
                for seed in (1, 2):
                    about = {"engine": engine, "cpus": cpus, "device.bandwidth_mib_s": bandwidth}
                    about["seed"] = seed
                    job = study.job(name, [("run", "sysbench/oltp_read_write")], about)
                    job["cpus"] = cpus
                    tps = speed * (1 + 0.002 * seed)
                    seconds = [interval_row("run", second, tps) for second in range(1, 13)]
                    moved = int(busy * bandwidth * 12) << 20
                    used = device_rows("run", busy_ns=int(busy * 12 * SECOND_NS), read_bytes=moved)
                    total = total_row("run", tps * 12, 12)
                    study.write(job, [phase_row(job, 0, 12), total, *seconds, *used])
    return study


@pytest.mark.parametrize(
    ("one", "four", "verdict"),
    [
        # One CPU contradicted a claim on 36, and four, which left it open, did not count.
        ((LEVELS_OFF, LEVELS_OFF), (GROWS, LEVELS_OFF), "undecided"),
        ((LEVELS_OFF, LEVELS_OFF), (LEVELS_OFF, GROWS), "reproduced"),
        ((LEVELS_OFF, GROWS), ({**LEVELS_OFF, 512: (101.0, 0.2)}, LEVELS_OFF), "contradicted"),
    ],
)
def test_most_cpus_decide_where_engines_level_off(tmp_path, one, four, verdict):
    curves = {1: one, 4: four}
    found = shipped(database(cores(tmp_path, curves), "S0.5", name="cores"))["S0.5"]
    assert found.verdict == verdict
    assert found.reason.startswith("4 CPUs and up to 512 MiB/s: MariaDB has 95 % of its best from")
    assert "Not decisive, as the claim is about many cores: 1 CPU and up to 512" in found.reason


FULL: Curve = {16: (30.0, 1.0), 32: (50.0, 0.99)}


@pytest.mark.parametrize(
    ("mariadb", "postgresql", "verdict"),
    [
        # At 32 MiB/s pages are equal, as both keep the device busy: that decided the claim.
        (FULL | {128: (120.0, 0.4)}, FULL | {128: (90.0, 0.6)}, "reproduced"),
        (FULL | {128: (90.0, 0.95)}, FULL | {128: (120.0, 0.5)}, "contradicted"),
        (FULL, FULL, None),
    ],
)
def test_pages_are_compared_where_an_engine_leaves_the_device_idle(
    tmp_path, mariadb, postgresql, verdict
):
    study = cores(tmp_path, {1: (mariadb, postgresql)}, name="oltp")
    found = shipped(database(study, "S0.4"))["S0.4"]
    assert found.verdict == (verdict or "undecided")
    if verdict is None:
        assert found.reason == "this study's cells don't hold what the claim compares"
    else:
        assert found.reason.startswith("At 128 MiB/s PostgreSQL transfers")


def test_combinations_count_in_the_range_and_beyond_the_margin_of_single_runs(tmp_path):
    """Half of the combinations were at 64 MiB/s, and a lead of a tenth counted as one."""
    study = Study(tmp_path)
    about = [("oltp-read-ahead", 16, {"device.read_ahead_kb": kb}, lead, seed)
             for kb, lead in ((0, 0.5), (2048, 1.5)) for seed in (1, 2)]  # fmt: skip
    about += [("sensitivity", mib_s, {"log": log}, lead, 1)
              for mib_s, log, lead in ((16, "a", 1.5), (16, "b", 1.1), (16, "c", 0.5),
                                       (16, "d", 0.4), (64, "e", 1.5))]  # fmt: skip
    for experiment, bandwidth, factors, lead, seed in about:
        for engine, speed in (("mariadb-11.8", 30 * lead), ("postgresql-17", 30)):
            own = {"engine": engine, "device.bandwidth_mib_s": bandwidth, "seed": seed, **factors}
            job = study.job(experiment, [("run", "sysbench/oltp_read_write")], own)
            tps = speed * (1 + 0.002 * seed)
            seconds = [interval_row("run", second, tps) for second in range(1, 13)]
            total = total_row("run", tps * 12, 12)
            study.write(job, [phase_row(job, 0, 12), total, *seconds])
    found = shipped(database(study, "S0.1", name="oltp-read-ahead"))["S0.1"]
    assert (found.verdict, found.value) == ("depends on settings", 25.0)
    assert "more in 1 and fewer in 2 of 4 combinations" in found.reason
