"""MySQL: InnoDB as Oracle carried it on, with a data dictionary in InnoDB and many redo files."""

from __future__ import annotations

from typing import ClassVar

from engines.innodb.guest.server import InnoDB
from engines.mysql_protocol.guest.server import CONFIGURATION, MIB, USER
from guest.engines.adapter import Adapter
from guest.engines.layer import Layer
from guest.system import say

CHUNKS_MAX = 1000


def adapter(layer: Layer, job: dict) -> Adapter:
    """This job's MySQL."""
    return MySQL(layer, job)


class MySQL(InnoDB):
    """MySQL 8.4 and later."""

    name = "mysql"
    server_command = "mysqld"
    client_command = ("mysql", "--no-defaults", "--ssl-mode=DISABLED")
    explain_with = "EXPLAIN ANALYZE FORMAT=JSON "
    # Debian links it with tcmalloc, which keeps what is freed: after a start, 40 MiB of it.
    variables: ClassVar = {"TCMALLOC_AGGRESSIVE_DECOMMIT": "1"}
    # Of 9.7 after some hundred transactions of 8 clients, by the control group's memory.stat:
    # buffers of the redo log, latches, locks, the dictionary.
    server_bytes = 140 * MIB
    connection_bytes = 1 * MIB
    open_files = 10000  # of mysql.service

    @property
    def pool_bytes(self) -> int:
        """The buffer pool, in whole chunks."""
        size_bytes = super().pool_bytes
        return size_bytes - size_bytes % self.chunk_bytes

    @property
    def chunk_bytes(self) -> int:
        """What MySQL makes the pool a multiple of, by making it larger, and says so nowhere.

        At its default of 128 MiB a pool of 200 would have 256, which no limit of memory has room
        for. It recommends a thousand chunks at most.
        """
        return MIB * max(1, -(-super().pool_bytes // (CHUNKS_MAX * MIB)))

    def own_settings(self) -> dict[str, str]:
        """The redo log in MySQL's terms; off what MariaDB and PostgreSQL don't do by default.

        MySQL alone keeps a second log for replication unless it is switched off: equal durability
        is one log that is flushed at each commit. The performance schema is MySQL's default too,
        which the common settings turn off as MariaDB's default does.
        """
        log_bytes = max(self.pool_bytes // 4, 8 * MIB)
        return {
            "innodb_redo_log_capacity": str(log_bytes - log_bytes % MIB),
            "innodb_ddl_buffer_size": str(self.sort_bytes),
            "innodb_buffer_pool_chunk_size": str(self.chunk_bytes),
            "skip_log_bin": "ON",
            # What the lab needs, without effect on speed.
            "mysqlx": "OFF",
            "secure_file_priv": "",  # the rows to load lie in a folder of the lab's
            # Each key that a start makes takes billions of instructions.
            "auto_generate_certs": "OFF",
            "sha256_password_auto_generate_rsa_keys": "OFF",
            "caching_sha2_password_auto_generate_rsa_keys": "OFF",
        }

    def initialize(self) -> None:
        """Run the server once to make its dictionary, with a root that has no password."""
        say("mysqld --initialize-insecure")
        self.layer.call(
            ["mysqld", f"--defaults-file={CONFIGURATION}", "--initialize-insecure"], USER
        )

    def limited(self, statement: str, limit_s: float) -> str:
        """By the session's max_execution_time, which is in milliseconds."""
        return f"SET max_execution_time = {round(limit_s * 1000)}; {statement}"
