"""Rows of a fraction of four factors: read-ahead decides, the others do nothing to the ratio."""

from __future__ import annotations

from itertools import product

from cells_factory import MadeDatabase, is_postgresql

WORKLOAD = "sysbench/oltp_read_write"
EXPERIMENT = "sensitivity"
FACTORS = {
    "device.bandwidth_mib_s": [16, 64],
    "device.read_ahead_kb": [0, 128],
    "page-copies": [{"label": "copies-on"}, {"label": "copies-off"}],
    "device.pipes": ["shared", "separate"],
}


def add_effects(made: MadeDatabase, engine: str) -> None:
    """Half of the combinations of FACTORS, each with one run."""
    made.factors[EXPERIMENT] = {"engine": ["all"], **FACTORS, "seed": [1]}
    for number, places in enumerate(product((0, 1), repeat=3)):
        places_of_all = (*places, sum(places) % 2)
        bandwidth, read_ahead, copies, pipes = (
            values[place] for values, place in zip(FACTORS.values(), places_of_all, strict=True)
        )
        own = {"device.read_ahead_kb": read_ahead, "page-copies": copies["label"]}
        cell_id = made.cell(
            EXPERIMENT,
            engine,
            WORKLOAD,
            bandwidth=bandwidth,
            read_ahead=read_ahead,
            factors={**own, "device.pipes": pipes},
        )
        # Small differences without a cause, as between runs.
        pages = (150 if read_ahead else 100) if is_postgresql(engine) else 125 + number / 10
        transactions = round(bandwidth * 256 * 10 / pages)
        read = transactions * pages * 4096
        made.phase(cell_id, 0, "run", WORKLOAD, 10, read, transactions * 8192)
        made.sysbench(cell_id, "run", transactions, transactions / 10)


def add_lead_map(made: MadeDatabase, engine: str) -> None:
    """PostgreSQL leads without read-ahead, MariaDB with it, whatever the pipes."""
    for pipes, bandwidth, read_ahead in product(("shared", "separate"), (16, 64), (0, 128)):
        cell_id = made.cell(
            "oltp-map",
            engine,
            WORKLOAD,
            bandwidth=bandwidth,
            read_ahead=read_ahead,
            factors={"device.read_ahead_kb": read_ahead, "device.pipes": pipes},
        )
        pages = 150 if read_ahead else 100
        transactions = round(bandwidth * 2560 / (pages if is_postgresql(engine) else 125))
        made.phase(cell_id, 0, "run", WORKLOAD, 10, transactions * pages * 4096, 8192)
        made.sysbench(cell_id, "run", transactions, transactions / 10)


def add_sizes(made: MadeDatabase, engine: str) -> None:
    """PostgreSQL always leads without read-ahead, and with it only in small studies."""
    for cache, bandwidth, read_ahead in product((64, 256, 512), (16, 64), (0, 128)):
        cell_id = made.cell(
            "scale",
            engine,
            WORKLOAD,
            bandwidth=bandwidth,
            read_ahead=read_ahead,
            factors={"size": f"cache-{cache}", "device.read_ahead_kb": read_ahead},
        )
        pages = (100 + cache / 5 if read_ahead else 100) if is_postgresql(engine) else 125
        transactions = round(bandwidth * 2560 / pages)
        made.phase(cell_id, 0, "run", WORKLOAD, 10, transactions * pages * 4096, 8192)
        made.sysbench(cell_id, "run", transactions, transactions / 10)
