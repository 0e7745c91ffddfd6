"""Claims on where engines level off and what they transfer: which machine and bandwidth decide."""

from __future__ import annotations

from pathlib import Path

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


def test_most_cpus_say_where_engines_level_off(tmp_path):
    """One CPU contradicted a claim on 36, and four did not count."""
    curves = {1: (LEVELS_OFF, LEVELS_OFF), 4: (LEVELS_OFF, GROWS)}
    found = shipped(database(cores(tmp_path, curves), "S0.5", name="cores"))["S0.5"]
    assert (found.verdict, found.value) == ("not comparable", 4)
    assert ". Measured: 4 CPUs and up to 512 MiB/s: MariaDB has 95 % of its best" in found.reason
    assert "Not decisive, as the claim is about many cores: 1 CPU and up to 512" in found.reason


FULL: Curve = {16: (30.0, 1.0), 32: (50.0, 0.99)}


def test_pages_are_compared_where_an_engine_leaves_the_device_idle(tmp_path):
    """At 32 MiB/s pages are equal, as both keep the device busy: that decided the claim."""
    mariadb, postgresql = FULL | {128: (120.0, 0.4)}, FULL | {128: (90.0, 0.6)}
    study = cores(tmp_path / "idle", {1: (mariadb, postgresql)}, name="oltp")
    found = shipped(database(study, "S0.4"))["S0.4"]
    assert found.verdict == "not comparable"
    assert ". Measured: At 128 MiB/s PostgreSQL transfers 1.50 times" in found.reason
    study = cores(tmp_path / "full", {1: (FULL, FULL)}, name="oltp")
    found = shipped(database(study, "S0.4"))["S0.4"]
    assert (found.verdict, found.value) == ("open", None)
    assert found.reason == "this study's cells don't hold what the claim compares"
