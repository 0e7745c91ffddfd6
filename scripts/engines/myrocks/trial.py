"""MariaDB with its tables in RocksDB, in its layer for a moment."""

from __future__ import annotations

from pathlib import Path

from scripts.engines.mariadb.trial import CLIENT, INSTALL, KEYWORDS
from scripts.engines.mysql_protocol import trial
from scripts.engines.trial import Server


def server(_tree: Path) -> Server:
    """The server in a layer, which serves as root, too."""
    start = ("mariadbd", "--skip-ssl", "--plugin-load-add=ha_rocksdb")
    return trial.server(INSTALL, start, CLIENT, KEYWORDS, "rocksdb")
