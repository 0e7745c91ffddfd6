"""InnoDB, as every server that has it is set up and asked: clustered tables, undo logs.

MariaDB's and MySQL's InnoDB grew from one source. Settings and statistics that still mean the same
in both are here, what differs is in the two adapters.
"""

from __future__ import annotations

import time

from engines.innodb.guest import views
from engines.mysql_protocol.guest.server import MIB, MySQLServer
from guest.engines.adapter import DATABASE, Rows
from guest.system import GuestError, now_ns, run

POOL_STEP_BYTES = 1 * MIB
POOL_BYTES_MIN = 16 * MIB


class InnoDB(MySQLServer):
    """A server that stores its tables in InnoDB."""

    storage_engine = "innodb"
    cache_bytes_min = POOL_BYTES_MIN

    @property
    def pool_bytes(self) -> int:
        """The buffer pool, as large as there is room. Raises GuestError where that is too small."""
        return self.room_bytes - self.room_bytes % POOL_STEP_BYTES

    def storage_settings(self) -> dict[str, str]:
        """MySQLTuner's buffer pool, and equal durability.

        The redo log is to be a quarter of the pool, which each server says in its own terms. The
        log buffer is as small as MariaDB lets it be, like PGTune's wal_buffers. Every commit is
        flushed, pages are written twice against torn writes (the default).
        """
        return {
            "innodb_buffer_pool_size": str(self.pool_bytes),
            "innodb_log_buffer_size": str(2 * MIB),
            "innodb_flush_method": "O_DIRECT",
            "innodb_flush_log_at_trx_commit": "1",
            # Statistics that are off by default: pages by their kind, and the work of the purge.
            "innodb_monitor_enable": "module_buffer_page,module_purge",
            # What the lab needs, without effect on speed.
            "innodb_use_native_aio": "ON",
            "innodb_buffer_pool_load_at_startup": "OFF",
            "innodb_buffer_pool_dump_at_shutdown": "OFF",
        }

    def counters(self) -> dict[str, Rows]:
        """SHOW GLOBAL STATUS and InnoDB's metrics; the undo log's and tables' sizes are files'."""
        return self.observe(views.COUNTERS) | views.file_sizes(self.folder, DATABASE)

    def inspect(self) -> dict[str, Rows]:
        """What the buffer pool holds, by kind of page: undo log, index, and others."""
        return self.observe(views.INSPECTIONS)

    def relations(self) -> list[dict[str, object]]:
        """The clustered index is the table; sizes are InnoDB's own page counts."""
        sizes = self.observe({"sizes": views.sizes(DATABASE)})["sizes"]
        return views.relations(sizes)

    def verb(self, name: str) -> None:
        """checkpoint (write every dirty page), vacuum (wait for the purge), statistics."""
        if name == "checkpoint":
            self._write_dirty_pages()
        elif name == "vacuum":
            self._wait_for_purge()
        else:
            super().verb(name)

    def _write_dirty_pages(self, timeout_s: float = 600.0) -> None:
        """Allow no dirty page until there is none, then as many as before."""
        low, high = "innodb_max_dirty_pages_pct_lwm", "innodb_max_dirty_pages_pct"
        (before,) = self.sql(f"SELECT @@{low} AS low, @@{high} AS high")
        self.sql(f"SET GLOBAL {low} = 0, {high} = 0")
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while self._dirty_pages() > 0:
            if now_ns() > give_up_ns:
                raise GuestError(f"pages were still dirty after {timeout_s:.0f} s")
            time.sleep(0.5)
        self.sql(f"SET GLOBAL {high} = {before['high']}, {low} = {before['low']}")
        run("sync")

    def _wait_for_purge(self, rest_s: float = 2.0) -> None:
        """Until the history of changes is empty, or grows no shorter for so long.

        Nothing makes InnoDB collect faster, and MySQL leaves some of it for later.
        """
        least: int | None = None
        fell_ns = now_ns()
        while least != 0 and now_ns() < fell_ns + int(rest_s * 1e9):
            length = int(self.sql(views.HISTORY_LENGTH)[0]["COUNT"] or 0)
            if least is None or length < least:
                least, fell_ns = length, now_ns()
            time.sleep(0.2)

    def _dirty_pages(self) -> int:
        rows = self.sql("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'")
        return int(rows[0]["Value"] or 0)
