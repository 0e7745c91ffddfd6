"""What servers that grew from MySQL have in common, whatever stores their tables.

That is their programs' options, their clients and statements, and MySQLTuner's rule for memory.
What differs is in the parts for a storage engine and in the adapters.
"""

from __future__ import annotations

import abc
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from engines.mysql_protocol.guest.answers import rows_of
from guest.device import DATA
from guest.engines.adapter import DATABASE, Adapter, Rows
from guest.engines.layer import ROOT, SOCKETS
from guest.engines.session import Session
from guest.system import GuestError, now_ns, say

KIB, MIB = 1 << 10, 1 << 20
CONFIGURATION = Path("/etc/bandwise.cnf")
USER = "nobody"  # packages with nothing but the server make no account of their own


class MySQLServer(Adapter):
    """A server of MySQL's kind. Subclasses name its programs, its memory and what stores tables."""

    name: str  # of its folder and socket
    server_command: str
    client_command: Sequence[str]
    storage_engine: str  # as CREATE TABLE names it
    # Ahead of LOAD DATA: rows that are sorted and whole need no checks. And what ends such a load.
    bulk_load = "SET unique_checks = 0, foreign_key_checks = 0"
    bulk_load_end = ""
    begin_snapshot = "START TRANSACTION WITH CONSISTENT SNAPSHOT"
    held_sessions = 5
    stop_signal = signal.SIGTERM
    variables: Mapping[str, str] = {}  # of the server's environment
    open_files: int  # LimitNOFILE of its systemd unit
    cache_bytes_min: int
    server_bytes: int  # what the server holds besides its caches,
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
    def room_bytes(self) -> int:
        """What MySQLTuner's 85 % of the memory leave for caches, beside the server and its clients.

        Raises GuestError where they leave next to none.
        """
        taken_bytes = self.server_bytes + self.clients * self.connection_bytes
        room_bytes = self.memory_bytes * 85 // 100 - taken_bytes
        if room_bytes < self.cache_bytes_min:
            least_mib = -(-(taken_bytes + self.cache_bytes_min) * 100 // 85 // MIB)
            raise GuestError(
                f"engine_memory_mib: {self.name} holds {taken_bytes // MIB} MiB besides its "
                f"caches, so it needs at least {least_mib} (got {self.memory_bytes // MIB})"
            )
        return room_bytes

    @property
    def sort_bytes(self) -> int:
        """For building indexes, what PGTune gives PostgreSQL for it."""
        return min(max(self.memory_bytes // 16, MIB), 64 * MIB)

    def settings(self) -> dict[str, str]:
        """MySQLTuner's rules (github.com/major/MySQLTuner-perl), and equal durability.

        It wants all that the server can ever take, the buffers of the job's clients included, to
        stay below 85 % of the memory, and the caches as large as that allows; what unused storage
        engines would cache, small. Every commit is flushed, and nothing but the storage engine's
        own log is written beside the data.
        """
        rules = {
            "max_connections": str(self.connections),
            "key_buffer_size": str(1 * MIB),
            "performance_schema": "OFF",
            "skip_name_resolve": "ON",
            "table_open_cache": "64",
            # On the device, as PostgreSQL's: the layer's own /tmp is memory, the engine's.
            "tmpdir": str(self.temporary_folder),
            # What the lab needs, without effect on speed.
            "skip_networking": "ON",
            "default_time_zone": "+00:00",
        }
        return rules | self.storage_settings() | self.own_settings() | self.tuning

    @abc.abstractmethod
    def storage_settings(self) -> dict[str, str]:
        """The settings of what stores the tables."""

    @abc.abstractmethod
    def own_settings(self) -> dict[str, str]:
        """The settings that only this server has, or does not find out itself."""

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
        """LOAD DATA into empty tables with checks off, in the order of the primary key."""
        self.sql(f"CREATE DATABASE {DATABASE}", database="")
        for number in range(1, tables + 1):
            table = f"sbtest{number}"
            began_ns = now_ns()
            self.sql(
                f"""CREATE TABLE {table} (id INTEGER NOT NULL AUTO_INCREMENT,
                    k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,
                    pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id))
                    ENGINE = {self.storage_engine} CHARACTER SET latin1;
                {self.bulk_load};
                LOAD DATA INFILE '{rows_folder}/{table}.tsv' INTO TABLE {table}
                CHARACTER SET latin1 (id, k, c, pad);
                {self.bulk_load_end}"""
            )
            loaded_ns = now_ns()
            self.sql(f"ALTER TABLE {table} ADD INDEX k_{number} (k)")
            rows_s = (loaded_ns - began_ns) / 1e9
            say(f"{table}: rows {rows_s:.1f} s, index {(now_ns() - loaded_ns) / 1e9:.1f} s")
        self.after_load([f"sbtest{n + 1}" for n in range(tables)])

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
                    ENGINE = {self.storage_engine} CHARACTER SET latin1 COLLATE latin1_bin;
                {self.bulk_load};
                LOAD DATA INFILE '{rows_folder}/{name}.csv' INTO TABLE {name} CHARACTER SET latin1
                FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' ESCAPED BY '' IGNORE 1 LINES;
                {self.bulk_load_end}"""
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
        self.after_load(list(tables))

    def after_load(self, tables: Sequence[str]) -> None:
        """What tables need that are loaded: here the optimizer's statistics."""
        self._analyze(tables)

    def _analyze(self, tables: Sequence[str]) -> None:
        self.sql("; ".join(f"ANALYZE TABLE {table}" for table in tables))

    def sql(self, statements: str, timeout_s: float = 600.0, database: str = DATABASE) -> Rows:
        """Run SQL, of which one statement at most returns rows."""
        answer = self.layer.call(
            self._client(database), USER, input_text=statements, timeout_s=timeout_s
        )
        return self.rows(answer)

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

    def rows(self, answer: str) -> Rows:
        """Of the client's tab-separated output."""
        return rows_of(answer)

    def verb(self, name: str) -> None:
        """Count the optimizer's statistics; the storage engine's other verbs are its own."""
        if name != "statistics":
            raise GuestError(f"{self.name} has no engine/{name}")
        self._analyze([row[f"Tables_in_{DATABASE}"] or "" for row in self.sql("SHOW TABLES")])

    def version(self) -> str:
        """For example "11.8.3-MariaDB-0+deb13u1 from Debian"."""
        return (
            self.sql("SELECT VERSION() AS version", database="", timeout_s=20)[0]["version"] or ""
        )

    def _write_configuration(self) -> None:
        # All servers of the kind read the section of this name.
        lines = ["[mysqld]", f"datadir={self.folder}", f"socket={self.socket}"]
        lines += [f"pid_file=/tmp/{self.name}.pid"]
        lines += [f"{name}={value}" for name, value in self.settings().items()]
        (ROOT / str(CONFIGURATION).lstrip("/")).write_text("\n".join(lines) + "\n")
