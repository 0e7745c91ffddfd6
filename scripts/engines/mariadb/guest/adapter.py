"""MariaDB: InnoDB as MariaDB carried it on, with one redo log file and Aria for system tables."""

from __future__ import annotations

from engines.innodb.guest.server import InnoDB
from engines.mariadb.guest.programs import MariaDBPrograms
from engines.mysql_protocol.guest.server import KIB, MIB
from guest.engines.adapter import Adapter
from guest.engines.layer import Layer


def adapter(layer: Layer, job: dict) -> Adapter:
    """This job's MariaDB."""
    return MariaDB(layer, job)


class MariaDB(MariaDBPrograms, InnoDB):
    """MariaDB with its tables in InnoDB."""

    name = "mariadb"
    # From /proc/PID/smaps of 11.8 after some hundred transactions of 8 clients: itself, its two log
    # buffers included, and the arena of each connection. 10.11 takes no more.
    server_bytes = 46 * MIB
    connection_bytes = 1400 * KIB

    def own_settings(self) -> dict[str, str]:
        """The redo log in MariaDB's terms."""
        log_bytes = max(self.pool_bytes // 4, 4 * MIB)
        return {
            "innodb_log_file_size": str(log_bytes - log_bytes % (4 * KIB)),
            "innodb_sort_buffer_size": str(self.sort_bytes),
            # One core. Purge and the completion of I/O share a pool in which no more than two
            # threads a core may work (tpool_generic.cc). Two that purge wait for pages whose
            # writing then no thread completes, and every client with them, until the pool's timer
            # looks after it: half a second without a transaction, again and again.
            "innodb_purge_threads": "1",
        } | super().own_settings()
