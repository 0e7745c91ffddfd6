"""What servers with InnoDB have in common: clustered tables, undo logs, a thread a connection.

MariaDB and MySQL grew from one source. Settings, statements and statistics that still mean the
same in both are here, what differs is in the two adapters.
"""

from __future__ import annotations

import abc
import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from guest.device import DATA
from guest.engines import innodb_views
from guest.engines.adapter import Adapter, Rows
from guest.engines.layer import ROOT, SOCKETS
from guest.engines.session import Session
from guest.system import GuestError, now_ns, run, say

KIB, MIB = 1 << 10, 1 << 20
CONFIGURATION = Path("/etc/bandwise.cnf")
USER = "nobody"  # packages with nothing but the server make no account of their own
DATABASE = "sbtest"
POOL_STEP_BYTES = 1 * MIB
POOL_BYTES_MIN = 16 * MIB


class InnoDB(Adapter):
    """A server with InnoDB. Subclasses name its programs, its memory and its own settings."""

    name: str  # of its folder and socket
    server_command: str
    client_command: Sequence[str]
    begin_snapshot = "START TRANSACTION WITH CONSISTENT SNAPSHOT"
    held_sessions = 5
    # The redo log is applied, the change history stays as it is.
    stop_signal = signal.SIGTERM
    variables: Mapping[str, str] = {}  # of the server's environment
    open_files: int  # LimitNOFILE of its systemd unit
    server_bytes: int  # what the server holds besides the buffer pool,
    connection_bytes: int  # and for each connection; both measured

    @property
    def folder(self) -> Path:
        """Where the data are."""
        return DATA / self.name

    @property
    def temporary_folder(self) -> Path:
        """Where sorts and temporary tables go that are too large for memory."""
        return DATA / f"{self.name}-temporary"

    @property
    def socket(self) -> Path:
        """Where the server listens."""
        return SOCKETS / f"{self.name}.sock"

    @property
    def pool_bytes(self) -> int:
        """The buffer pool as large as MySQLTuner's 85 % of the memory leave room for.

        Raises GuestError where they leave next to none.
        """
        taken_bytes = self.server_bytes + self.clients * self.connection_bytes
        pool_bytes = self.memory_bytes * 85 // 100 - taken_bytes
        if pool_bytes < POOL_BYTES_MIN:
            least_mib = -(-(taken_bytes + POOL_BYTES_MIN) * 100 // 85 // MIB)
            raise GuestError(
                f"engine_memory_mib: {self.name} holds {taken_bytes // MIB} MiB besides its buffer "
                f"pool, so it needs at least {least_mib} (got {self.memory_bytes // MIB})"
            )
        return pool_bytes - pool_bytes % POOL_STEP_BYTES

    @property
    def sort_bytes(self) -> int:
        """For building indexes, what PGTune gives PostgreSQL for it."""
        return min(max(self.memory_bytes // 16, MIB), 64 * MIB)

    def settings(self) -> dict[str, str]:
        """MySQLTuner's rules (github.com/major/MySQLTuner-perl), and equal durability.

        It wants all that the server can ever take, the buffers of the job's clients included, to
        stay below 85 % of the memory, and the buffer pool as large as that allows; the redo log a
        quarter of the pool; what unused storage engines would cache, small. The log buffer is as
        small as MariaDB lets it be, like PGTune's wal_buffers. Every commit is flushed, pages are
        written twice against torn writes (both engines' default), nothing but InnoDB's own log is
        written beside the data.
        """
        rules = {
            "innodb_buffer_pool_size": str(self.pool_bytes),
            "innodb_log_buffer_size": str(2 * MIB),
            "innodb_flush_method": "O_DIRECT",
            "innodb_flush_log_at_trx_commit": "1",
            "max_connections": str(self.connections),
            "key_buffer_size": str(1 * MIB),
            "performance_schema": "OFF",
            "skip_name_resolve": "ON",
            "table_open_cache": "64",
            # On the device, as PostgreSQL's: the layer's own /tmp is memory, the engine's.
            "tmpdir": str(self.temporary_folder),
            # Statistics that are off by default: pages by their kind, and the work of the purge.
            "innodb_monitor_enable": "module_buffer_page,module_purge",
            # What the lab needs, without effect on speed.
            "skip_networking": "ON",
            "innodb_use_native_aio": "ON",
            "innodb_buffer_pool_load_at_startup": "OFF",
            "innodb_buffer_pool_dump_at_shutdown": "OFF",
            "default_time_zone": "+00:00",
        }
        return rules | self.own_settings() | self.tuning

    @abc.abstractmethod
    def own_settings(self) -> dict[str, str]:
        """The settings that only this server has, or must be told."""

    def install(self) -> None:
        """Make the system's tables on /data."""
        for folder in (self.folder, self.temporary_folder):
            folder.mkdir(parents=True, exist_ok=True)
            os.chown(folder, *self.layer.account(USER))
        self._write_configuration()
        self.initialize()

    @abc.abstractmethod
    def initialize(self) -> None:
        """Run the program that makes the system's tables."""

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._write_configuration()
        self.server = self.layer.start(
            [self.server_command, f"--defaults-file={CONFIGURATION}"],
            USER,
            self.log,
            self.variables,
            self.open_files,
        )
        self.wait_until_it_answers(300.0)

    def load_sysbench(self, tables: int, rows_folder: Path) -> None:
        """LOAD DATA into empty tables with checks off: InnoDB sorts and builds whole pages."""
        self.sql(f"CREATE DATABASE {DATABASE}", database="")
        for number in range(1, tables + 1):
            table = f"sbtest{number}"
            began_ns = now_ns()
            self.sql(
                f"""CREATE TABLE {table} (id INTEGER NOT NULL AUTO_INCREMENT,
                    k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,
                    pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id)) ENGINE = innodb
                    CHARACTER SET latin1;
                SET unique_checks = 0, foreign_key_checks = 0;
                LOAD DATA INFILE '{rows_folder}/{table}.tsv' INTO TABLE {table}
                CHARACTER SET latin1 (id, k, c, pad);"""
            )
            loaded_ns = now_ns()
            self.sql(f"ALTER TABLE {table} ADD INDEX k_{number} (k)")
            rows_s = (loaded_ns - began_ns) / 1e9
            say(f"{table}: rows {rows_s:.1f} s, index {(now_ns() - loaded_ns) / 1e9:.1f} s")
        self.sql("; ".join(f"ANALYZE TABLE sbtest{n + 1}" for n in range(tables)))

    def load_tables(self, tables: dict[str, dict], rows_folder: Path) -> None:
        """As sysbench's, with texts that compare by their bytes, as PostgreSQL's do here."""
        self.sql(f"CREATE DATABASE {DATABASE}", database="")
        for name, table in tables.items():
            began_ns = now_ns()
            parts = self.column_definitions(table)
            if key := table.get("primary_key"):
                parts.append(f"PRIMARY KEY ({', '.join(key)})")
            self.sql(
                f"""CREATE TABLE {name} ({", ".join(parts)})
                    ENGINE = innodb CHARACTER SET latin1 COLLATE latin1_bin;
                SET unique_checks = 0, foreign_key_checks = 0;
                LOAD DATA INFILE '{rows_folder}/{name}.csv' INTO TABLE {name} CHARACTER SET latin1
                FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' ESCAPED BY '' IGNORE 1 LINES;"""
            )
            loaded_ns = now_ns()
            indexes = [
                f"ADD INDEX {index} ({', '.join(keys)})"
                for index, keys in table.get("indexes", {}).items()
            ]
            if indexes:
                self.sql(f"ALTER TABLE {name} {', '.join(indexes)}")
            rows_s = (loaded_ns - began_ns) / 1e9
            say(f"{name}: rows {rows_s:.1f} s, indexes {(now_ns() - loaded_ns) / 1e9:.1f} s")
        self.sql("; ".join(f"ANALYZE TABLE {name}" for name in tables))

    def sql(self, statements: str, timeout_s: float = 600.0, database: str = DATABASE) -> Rows:
        """Run SQL, of which one statement at most returns rows."""
        return self.rows(self._run_client(statements, timeout_s, database))

    def _run_client(
        self, statements: str, timeout_s: float = 600.0, database: str = DATABASE
    ) -> str:
        return self.layer.call(
            self._client(database), USER, input_text=statements, timeout_s=timeout_s
        )

    def _client(self, database: str) -> list[str]:
        return [
            *self.client_command, f"--socket={self.socket}", "--user=root", "--batch",
            "--default-character-set=latin1", *([database] if database else []),
        ]  # fmt: skip

    def sysbench_options(self) -> list[str]:
        """Over the UNIX socket."""
        return [
            "--db-driver=mysql", f"--mysql-socket={self.socket}", "--mysql-user=root",
            f"--mysql-db={DATABASE}", "--mysql-ignore-errors=1213,1020,1205",
        ]  # fmt: skip

    def session(self) -> Session:
        """The client in its batch mode, which writes each answer at once."""
        return self.layer.session([*self._client(DATABASE), "--unbuffered"], USER)

    def sql_as_held(self, statement: str, timeout_s: float) -> Rows:
        """In one of the sessions that hold the snapshot, which ends with it.

        MariaDB counts the pages that a transaction touched when it is over. The last session stays,
        or nothing would keep the old versions.
        """
        if len(self.held) < 2:
            raise GuestError(
                "engine/hold_snapshot has to come first, and is good for "
                f"{self.held_sessions - 1} queries"
            )
        session = self.held.pop()
        rows = self.rows(session.run(statement, timeout_s))
        session.run("ROLLBACK")
        session.close()
        return rows

    def counters(self) -> dict[str, Rows]:
        """SHOW GLOBAL STATUS and InnoDB's metrics; the undo log's and tables' sizes are files'."""
        return self.observe(innodb_views.COUNTERS) | innodb_views.file_sizes(self.folder, DATABASE)

    def inspect(self) -> dict[str, Rows]:
        """What the buffer pool holds, by kind of page: undo log, index, and others."""
        return self.observe(innodb_views.INSPECTIONS)

    def relations(self) -> list[dict[str, object]]:
        """The clustered index is the table; sizes are InnoDB's own page counts."""
        sizes = self.observe({"sizes": innodb_views.sizes(DATABASE)})["sizes"]
        return innodb_views.relations(sizes)

    def rows(self, answer: str) -> Rows:
        """Of the client's tab-separated output."""
        return innodb_views.rows_of(answer)

    def verb(self, name: str) -> None:
        """checkpoint (write every dirty page), vacuum (wait for the purge), statistics."""
        if name == "checkpoint":
            self._write_dirty_pages()
        elif name == "vacuum":
            self._wait_for_purge()
        elif name == "statistics":
            tables = [row[f"Tables_in_{DATABASE}"] for row in self.sql("SHOW TABLES")]
            self.sql("; ".join(f"ANALYZE TABLE {table}" for table in tables))

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
            length = int(self.sql(innodb_views.HISTORY_LENGTH)[0]["COUNT"] or 0)
            if least is None or length < least:
                least, fell_ns = length, now_ns()
            time.sleep(0.2)

    def _dirty_pages(self) -> int:
        rows = self.sql("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'")
        return int(rows[0]["Value"] or 0)

    def version(self) -> str:
        """For example "11.8.3-MariaDB-0+deb13u1 from Debian"."""
        return (
            self.sql("SELECT VERSION() AS version", database="", timeout_s=20)[0]["version"] or ""
        )

    def _write_configuration(self) -> None:
        # Both servers read the section of this name.
        lines = ["[mysqld]", f"datadir={self.folder}", f"socket={self.socket}"]
        lines += [f"pid_file=/tmp/{self.name}.pid"]
        lines += [f"{name}={value}" for name, value in self.settings().items()]
        (ROOT / str(CONFIGURATION).lstrip("/")).write_text("\n".join(lines) + "\n")
