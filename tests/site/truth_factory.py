"""Rows of the same runs in virtual and in real time, reads of one engine a tenth apart."""

from __future__ import annotations

from cells_factory import READ_AHEADS_KB, SEEDS, MadeDatabase, is_postgresql

from scripts.parse import rows

WORKLOAD = "sysbench/oltp_read_write"
LABS = {
    "virtual": {"factors": {"device.pipes": "separate"}},
    "host": {"factors": {"device.kind": "loop"}, "lab": "host"},
}


def add_truth(made: MadeDatabase, engine: str) -> None:
    """Each read-ahead in each lab; one of the runs in real time was disturbed."""
    for lab, about in LABS.items():
        for read_ahead in READ_AHEADS_KB:
            for seed in SEEDS:
                own = {**about, "factors": {"device.read_ahead_kb": read_ahead, **about["factors"]}}
                cell_id = made.cell(
                    "oltp-truth", engine, WORKLOAD, seed, bandwidth=16, read_ahead=read_ahead, **own
                )
                pages = 100 + read_ahead / 20 if is_postgresql(engine) else 150
                if lab == "host" and is_postgresql(engine):
                    pages *= 1.1
                transactions = round(16 * 256 * 10 / pages) + seed
                read = transactions * pages * 4096
                made.phase(cell_id, 0, "run", WORKLOAD, 10, read, transactions * 8192)
                made.sysbench(cell_id, "run", transactions, transactions / 10)
                if lab == "host":
                    _add_looks(made, cell_id, is_disturbed=(read_ahead, seed) == (0, 1))


def _add_looks(made: MadeDatabase, cell_id: str, *, is_disturbed: bool) -> None:
    problem = "the host was disturbed: made so by the test" if is_disturbed else None
    made.add(
        cell_id,
        rows.Quietness(1, "before", 0.1, 0.01, None, 0.0, 5.0, 300.0, 280.0, None, None),
        rows.Quietness(
            1, "during", 1.0, None, 0.3 if is_disturbed else 0.01, 0.0, *[None] * 3, 0.1, problem
        ),
        rows.Quietness(1, "after", 1.0, 0.01, None, 0.0, 5.0, 300.0, 280.0, None, None),
    )
