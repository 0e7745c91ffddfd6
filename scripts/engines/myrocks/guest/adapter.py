"""MyRocks: MariaDB with its tables in RocksDB, a log-structured merge tree."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engines.mariadb.guest.programs import MariaDBPrograms
from engines.myrocks.guest import views
from engines.mysql_protocol.guest.server import KIB, MIB
from guest.engines.adapter import DATABASE, Adapter, Rows
from guest.engines.layer import Layer
from guest.system import GuestError, now_ns, run

# Of a sorted file: index and filter of one, which the block cache takes whole, are small beside it.
FILE_BYTES = 4 * MIB


def adapter(layer: Layer, job: dict) -> Adapter:
    """This job's MyRocks."""
    return MyRocks(layer, job)


class MyRocks(MariaDBPrograms):
    """MariaDB with RocksDB in place of InnoDB, which is off."""

    name = "myrocks"
    storage_engine = "rocksdb"
    # Sorted files are written straight to the lowest level, and are there when the load has ended.
    bulk_load = (
        "SET unique_checks = 0, foreign_key_checks = 0, rocksdb_bulk_load_allow_unsorted = 1; "
        "SET rocksdb_bulk_load = 1"
    )
    bulk_load_end = "SET rocksdb_bulk_load = 0"
    cache_bytes_min = 16 * MIB
    # Of 11.8 after some hundred transactions of 8 clients, by the control group's memory.stat less
    # what RocksDB says that its caches hold.
    server_bytes = 52 * MIB
    connection_bytes = 1400 * KIB

    @property
    def memtables_bytes(self) -> int:
        """A quarter of the room for what was written last, as InnoDB's log is of its pool."""
        return self.room_bytes // 4 // MIB * MIB

    @property
    def block_cache_bytes(self) -> int:
        """What is left of the room: blocks of the files, their indexes and their filters."""
        return (self.room_bytes - self.memtables_bytes) // MIB * MIB

    def storage_settings(self) -> dict[str, str]:
        """RocksDB's tuning guide (github.com/facebook/rocksdb/wiki), and equal durability.

        Memory is bounded as its page on memory usage says: memtables of all column families by
        db_write_buffer_size, indexes and filters inside of the block cache. A third of it is a
        memtable, since transactions keep up to two more, to find conflicts in. The levels are as
        its tuning guide sizes them: the first as large as the files whose number starts its
        compaction, ten times as much in each later one, counted from the last (as MyRocks's own
        my.cnf has it). Files are read and written around the page cache, as InnoDB's with O_DIRECT.
        Every commit is flushed; a file once written does not change, so no page can be torn. Blocks
        are compressed as they are by default, which gains little with random texts.
        """
        memtable_bytes = self.memtables_bytes // 3
        level_bytes = 4 * memtable_bytes
        options = {
            "write_buffer_size": memtable_bytes,
            "max_bytes_for_level_base": level_bytes,
            "target_file_size_base": FILE_BYTES,
            "level_compaction_dynamic_level_bytes": "true",
            "compaction_pri": "kMinOverlappingRatio",
            "block_based_table_factory": "{cache_index_and_filter_blocks=1;"
            "pin_l0_filter_and_index_blocks_in_cache=1;filter_policy=bloomfilter:10:false}",
        }
        return {
            "plugin_load_add": "ha_rocksdb",
            "default_storage_engine": "rocksdb",
            "innodb": "OFF",
            "rocksdb_block_cache_size": str(self.block_cache_bytes),
            "rocksdb_db_write_buffer_size": str(self.memtables_bytes),
            "rocksdb_default_cf_options": ";".join(f"{k}={v}" for k, v in options.items()),
            "rocksdb_override_cf_options": "__system__={write_buffer_size=262144}",
            "rocksdb_flush_log_at_trx_commit": "1",
            "rocksdb_use_direct_reads": "ON",
            "rocksdb_use_direct_io_for_flush_and_compaction": "ON",
            # For building indexes, what PGTune gives PostgreSQL for it.
            "rocksdb_merge_buf_size": str(self.sort_bytes),
            "rocksdb_merge_combine_read_size": str(self.sort_bytes),
        }

    def after_load(self, tables: Sequence[str]) -> None:
        """Rewrite what was loaded in files of the size that compaction makes, then as elsewhere.

        A bulk load makes one file of an index, whatever its size.
        """
        self.verb("vacuum")
        super().after_load(tables)

    def counters(self) -> dict[str, Rows]:
        """SHOW GLOBAL STATUS, and what RocksDB says of its caches and levels."""
        return self.observe(views.COUNTERS)

    def inspect(self) -> dict[str, Rows]:
        """The files of each level."""
        return self.observe(views.INSPECTIONS)

    def relations(self) -> list[dict[str, object]]:
        """The primary key holds the rows, so it is the table; sizes are those of sorted files."""
        return views.relations(self.observe({"sizes": views.sizes(DATABASE)})["sizes"])

    def verb(self, name: str) -> None:
        """checkpoint (write all memtables, and compact what is due), vacuum (compact all)."""
        if name == "checkpoint":
            self.sql(views.FLUSH)
            self._wait_for_compaction()
            run("sync")
        elif name == "vacuum":
            self.sql(views.FLUSH)
            self.sql(views.COMPACT)
            self._wait_for_compaction()
        else:
            super().verb(name)

    def _wait_for_compaction(self, timeout_s: float = 600.0) -> None:
        """Until no level is larger than it should be."""
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while any(int(row["due"] or 0) for row in self.sql(views.DUE)):
            if now_ns() > give_up_ns:
                raise GuestError(f"compaction was not over after {timeout_s:.0f} s")
            time.sleep(0.2)
