"""HammerDB's tables, in the guest: HammerDB makes the rows itself, so the machine has none."""

from __future__ import annotations

from guest import hammerdb
from guest.engines import Adapter, Layer


def load(job: dict, engine: Adapter, layer: Layer) -> None:
    """Build the schema of a benchmark. Raises GuestError with HammerDB's own words."""
    hammerdb.build(job, engine)
