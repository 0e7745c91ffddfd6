"""Rows of cores and bandwidth: the device is the limit up to a bandwidth, the CPUs beyond it."""

from __future__ import annotations

from cells_factory import BANDWIDTHS_MIB_S, SEEDS, MadeDatabase
from engines_factory import SPEEDS

MACHINES = {"1-cpu": 1, "4-cpus": 4, "1-cpu-slow-device": 1}
PEAK_TPS_PER_CPU = 120


def add_cores(made: MadeDatabase, engine: str) -> None:
    """OLTP by machine and bandwidth."""
    for machine, cpus in MACHINES.items():
        for bandwidth in BANDWIDTHS_MIB_S:
            for seed in SEEDS:
                tps = min(bandwidth, PEAK_TPS_PER_CPU * cpus) * SPEEDS.get(engine, 1.0) + seed
                about = {"bandwidth": bandwidth, "cpus": cpus, "factors": {"machine": machine}}
                _cell(made, "cores", engine, "sysbench/oltp_read_write", seed, tps, about)


def _cell(
    made: MadeDatabase,
    experiment: str,
    engine: str,
    workload: str,
    seed: int,
    tps: float,
    about: dict,
) -> None:
    cell_id = made.cell(experiment, engine, workload, seed, **about)
    made.phase(cell_id, 0, "run", workload, 10, tps * 40_000, tps * 20_000)
    made.sysbench(cell_id, "run", int(tps * 10), tps)
    made.engine_cpu(cell_id, "run", tps * 10 * 7000)
