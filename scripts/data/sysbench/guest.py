"""sysbench's tables, in the guest: the adapters make them as sysbench itself would."""

from __future__ import annotations

from guest import tables
from guest.engines import Adapter, Layer


def load(job: dict, engine: Adapter, layer: Layer) -> None:
    """Load the tables from their rows."""
    engine.load_sysbench(job["dataset"]["tables"], tables.mount_rows(layer))
