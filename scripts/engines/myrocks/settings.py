"""MyRocks's settings: MariaDB's, and those of its plugin."""

from __future__ import annotations

from pathlib import Path

from scripts.engines.mariadb import settings as mariadb
from scripts.engines.mariadb.settings import found, plain_name, value_problem
from scripts.engines.settings import Run, Setting

__all__ = ["ask", "found", "plain_name", "value_problem"]


def ask(run: Run, tree: Path) -> list[Setting]:
    """The settings of the MariaDB with RocksDB in the layer ``tree``."""
    return mariadb.ask(run, tree, "--plugin-load-add=ha_rocksdb")
