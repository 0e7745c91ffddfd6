"""A results database of rows made up here, in the store's real schema, to draw pages from.

Nothing in it was measured. Throughput follows a formula, so that what the pages must say (who
leads where, which cell failed) is known beforehand.
"""

from __future__ import annotations

from pathlib import Path

from anatomy_factory import add_anatomy
from cells_factory import CHANGED, ENGINES, MadeDatabase
from cores_factory import add_cores
from device_factory import add_calibration, add_staircase
from effects_factory import add_effects, add_lead_map, add_sizes
from engines_factory import (
    add_concurrency,
    add_durability,
    add_layout,
    add_oltp,
    add_oltp_read_ahead,
    add_payments,
    add_readahead,
    add_tpcc,
    add_versions,
    add_writes,
)
from olap_factory import add_olap
from scaling_factory import add_scaling
from scans_factory import add_freight_scans, add_strategies
from tables_factory import add_held_snapshot, add_key_types, add_updates
from tools_factory import add_hammerdb, add_tools
from truth_factory import add_truth

from scripts.parse.rows import AdjustedSetting


def make_database(path: Path, engines: tuple[str, ...] = ENGINES) -> None:
    """Make the whole test database at `path`."""
    made = MadeDatabase()
    for engine in engines:
        add_oltp(made, engine)
        add_oltp_read_ahead(made, engine)
        add_truth(made, engine)
        add_effects(made, engine)
        add_lead_map(made, engine)
        add_sizes(made, engine)
        add_versions(made, engine)
        add_layout(made, engine)
        add_writes(made, engine)
        add_durability(made, engine)
        add_concurrency(made, engine)
        add_scaling(made, engine)
        add_cores(made, engine)
        add_readahead(made, engine)
        add_tpcc(made, engine)
        add_payments(made, engine)
        add_olap(made, engine)
        add_updates(made, engine)
        add_held_snapshot(made, engine)
        add_anatomy(made, engine)
        add_key_types(made, engine)
        add_freight_scans(made, engine)
        add_hammerdb(made, engine)
    add_strategies(made)
    add_calibration(made)
    add_staircase(made)
    add_tools(made)
    words = "option 'innodb-flush-log-at-trx-commit': unsigned value 5 adjusted to 3"
    made.add(CHANGED, AdjustedSetting("innodb_flush_log_at_trx_commit", "5", "3", words))
    made.cell("real-time", None, "fio/randread", lab="host")
    made.write(path)
