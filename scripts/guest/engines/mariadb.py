"""MariaDB: InnoDB as MariaDB carried it on, with one redo log file and Aria for system tables."""

from __future__ import annotations

from guest.engines.adapter import Adapter
from guest.engines.innodb import CONFIGURATION, KIB, MIB, USER, InnoDB
from guest.engines.layer import Layer
from guest.system import say


def adapter(layer: Layer, job: dict) -> Adapter:
    """This job's MariaDB."""
    return MariaDB(layer, job)


class MariaDB(InnoDB):
    """MariaDB 10.6 and later."""

    name = "mariadb"
    server_command = "mariadbd"
    client_command = ("mariadb", "--no-defaults", "--skip-ssl")
    explain_with = "ANALYZE FORMAT=JSON "
    # From /proc/PID/smaps of 11.8 after some hundred transactions of 8 clients: itself, its two log
    # buffers included, and the arena of each connection. 10.11 takes no more.
    server_bytes = 46 * MIB
    connection_bytes = 1400 * KIB
    open_files = 32768  # of Debian's mariadb.service

    def own_settings(self) -> dict[str, str]:
        """The redo log in MariaDB's terms, Aria's cache as small as MyISAM's, no TLS."""
        log_bytes = max(self.pool_bytes // 4, 4 * MIB)
        return {
            "innodb_log_file_size": str(log_bytes - log_bytes % (4 * KIB)),
            "innodb_sort_buffer_size": str(self.sort_bytes),
            "aria_pagecache_buffer_size": str(1 * MIB),
            # One core. Purge and the completion of I/O share a pool in which no more than two
            # threads a core may work (tpool_generic.cc). Two that purge wait for pages whose
            # writing then nobody completes, and every client with them, until the pool's timer
            # looks after it: half a second without a transaction, again and again.
            "innodb_purge_threads": "1",
            "skip_ssl": "ON",  # or each start makes a key, which takes ten billion instructions
        }

    def initialize(self) -> None:
        """Run mariadb-install-db."""
        say("mariadb-install-db")
        self.layer.call(
            ["mariadb-install-db", f"--defaults-file={CONFIGURATION}", "--skip-test-db",
             "--auth-root-authentication-method=normal", "--skip-name-resolve", "--force"],
            USER,
        )  # fmt: skip

    def limited(self, statement: str, limit_s: float) -> str:
        """By the session's max_statement_time."""
        return f"SET max_statement_time = {limit_s}; {statement}"
