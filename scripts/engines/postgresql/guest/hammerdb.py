"""What HammerDB calls PostgreSQL and its keys, and what its tables need here."""

from __future__ import annotations

from guest.engines.adapter import DATABASE as OURS
from guest.engines.adapter import Adapter
from guest.engines.layer import SOCKETS
from guest.hammerdb import Database


def before_build(engine: Adapter) -> None:
    """HammerDB makes what it needs."""


def after_build(engine: Adapter) -> None:
    """What the adapter reads sizes with, as in the databases that it makes itself."""
    engine.sql("CREATE EXTENSION pageinspect; CREATE EXTENSION pgstattuple")
    engine.verb("vacuum")


DATABASE = Database(
    "pg",
    "pg",
    "postgres",
    {"host": str(SOCKETS), "port": "5432", "sslmode": "disable"},
    {
        "tprocc": {
            "superuser": "postgres",
            "defaultdbase": "postgres",
            "user": "tpcc",
            "dbase": OURS,
            "storedprocs": "true",
        },
        "tproch": {
            "tpch_superuser": "postgres",
            "tpch_defaultdbase": "postgres",
            "tpch_user": "tpch",
            "tpch_dbase": OURS,
        },
    },
    # The machine has one core; HammerDB's own default is 2.
    {"degree_of_parallel": 0},
    before_build,
    after_build,
)
