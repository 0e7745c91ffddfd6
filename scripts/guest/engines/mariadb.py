"""MariaDB with InnoDB: clustered tables, a thread a connection, a buffer pool, no page cache."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from guest.engines.adapter import ROOT, SOCKETS, Adapter, Layer
from guest.system import now_ns, run, say

KIB, MIB = 1 << 10, 1 << 20
FOLDER = Path("/data/mariadb")
SOCKET = SOCKETS / "mariadb.sock"
CONFIGURATION = Path("/etc/bandwise.cnf")
USER = "nobody"  # the package with nothing but the server makes no account of its own
DATABASE = "sbtest"
MAX_CONNECTIONS = 32
# Stands before each of several results: the record separator of ASCII.
MARK = "\x1e"
# What the server holds besides the buffer pool, from /proc/PID/smaps of 11.8 after some hundred
# transactions of 8 clients: itself, its log buffers included, and the arena of each connection.
SERVER_BYTES = 46 * MIB
CONNECTION_BYTES = 1400 * KIB
POOL_STEP_BYTES = 1 * MIB
_ESCAPED = {"n": "\n", "t": "\t", "0": "\0"}

RELATIONS = """
SELECT REPLACE(t.NAME, 'sbtest/', '') AS tab, i.NAME AS idx, i.TYPE AS type,
       s.stat_value AS pages, n.N_ROWS AS n_rows
FROM information_schema.INNODB_SYS_TABLES t
JOIN information_schema.INNODB_SYS_INDEXES i ON i.TABLE_ID = t.TABLE_ID
JOIN mysql.innodb_index_stats s ON s.database_name = 'sbtest' AND s.index_name = i.NAME
     AND s.table_name = REPLACE(t.NAME, 'sbtest/', '') AND s.stat_name = 'size'
LEFT JOIN mysql.innodb_table_stats n ON n.database_name = 'sbtest' AND n.table_name = s.table_name
WHERE t.NAME LIKE 'sbtest/%' ORDER BY 1, 2
"""


def adapter(layer: Layer, job: dict) -> Adapter:
    """This job's MariaDB."""
    return MariaDB(layer, job)


class MariaDB(Adapter):
    """MariaDB 10.6 and later."""

    explain_with = "ANALYZE FORMAT=JSON "

    def settings(self) -> dict[str, str]:
        """MySQLTuner's rules (github.com/major/MySQLTuner-perl), and equal durability.

        It wants all that the server can ever take, its buffers for every connection included, to
        stay below 85 % of the memory, and the buffer pool as large as that allows; the redo log a
        quarter of the pool; what unused storage engines would cache, small. There are two log
        buffers, each 16 MiB by default; they are as small as they can be, like PGTune's
        wal_buffers. Sorting for indexes may take what PGTune gives PostgreSQL for it.
        """
        room_bytes = self.memory_bytes * 85 // 100 - SERVER_BYTES
        pool_bytes = max(room_bytes - 8 * CONNECTION_BYTES, 16 * MIB)
        pool_bytes -= pool_bytes % POOL_STEP_BYTES
        rules = {
            "innodb_buffer_pool_size": str(pool_bytes),
            "innodb_log_file_size": str(max(pool_bytes // 4, 4 * MIB) // (4 * KIB) * (4 * KIB)),
            "innodb_log_buffer_size": str(2 * MIB),
            "innodb_sort_buffer_size": str(min(max(self.memory_bytes // 16, MIB), 64 * MIB)),
            "innodb_flush_method": "O_DIRECT",
            "innodb_flush_log_at_trx_commit": "1",
            "max_connections": str(MAX_CONNECTIONS),
            "key_buffer_size": str(1 * MIB),
            "aria_pagecache_buffer_size": str(1 * MIB),
            "performance_schema": "OFF",
            "skip_name_resolve": "ON",
            "table_open_cache": "64",
            # What the lab needs, without effect on speed.
            "skip_networking": "ON",
            "skip_ssl": "ON",  # or each start makes a key, which takes ten billion instructions
            "innodb_use_native_aio": "ON",
            "innodb_buffer_pool_load_at_startup": "OFF",
            "innodb_buffer_pool_dump_at_shutdown": "OFF",
            "default_time_zone": "+00:00",
        }
        return rules | self.tuning

    def install(self) -> None:
        """Run mariadb-install-db on /data."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        os.chown(FOLDER, *self.layer.account(USER))
        self._write_configuration()
        say("mariadb-install-db")
        self.layer.call(
            ["mariadb-install-db", f"--defaults-file={CONFIGURATION}", "--skip-test-db",
             "--auth-root-authentication-method=normal", "--skip-name-resolve", "--force"],
            USER,
        )  # fmt: skip

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._write_configuration()
        self.server = self.layer.start(
            ["mariadbd", f"--defaults-file={CONFIGURATION}"], USER, self.log
        )
        self.wait_until_it_answers(300.0)

    def stop(self) -> None:
        """A clean shutdown: the redo log is applied, the change history stays as it is."""
        assert self.server is not None
        if self.server.stop(signal.SIGTERM) != 0:
            raise self.fail("MariaDB did not stop cleanly")

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
            columns = ", ".join(f"{c} {kind} NOT NULL" for c, kind in table["columns"].items())
            self.sql(
                f"""CREATE TABLE {name} ({columns}, PRIMARY KEY ({", ".join(table["primary_key"])}))
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

    def limited(self, statement: str, limit_s: float) -> str:
        """By the session's max_statement_time."""
        return f"SET max_statement_time = {limit_s}; {statement}"

    def sql(
        self, statements: str, timeout_s: float = 600.0, database: str = DATABASE
    ) -> list[dict[str, str | None]]:
        """Run SQL, of which one statement at most returns rows."""
        return _rows(self._run_client(statements, timeout_s, database))

    def _results(self, *queries: str) -> list[list[dict[str, str | None]]]:
        """The rows of several queries, asked by one client."""
        script = "".join(f"SELECT '{MARK}' AS mark; {query}; " for query in queries)
        return [_rows(text) for text in self._run_client(script).split(f"mark\n{MARK}\n")[1:]]

    def _run_client(
        self, statements: str, timeout_s: float = 600.0, database: str = DATABASE
    ) -> str:
        return self.layer.call(
            ["mariadb", "--no-defaults", "--skip-ssl", f"--socket={SOCKET}", "--user=root",
             "--batch", "--default-character-set=latin1", *([database] if database else [])],
            USER, input_text=statements, timeout_s=timeout_s,
        )  # fmt: skip

    def sysbench_options(self) -> list[str]:
        """Over the UNIX socket."""
        return [
            "--db-driver=mysql", f"--mysql-socket={SOCKET}", "--mysql-user=root",
            f"--mysql-db={DATABASE}", "--mysql-ignore-errors=1213,1020,1205",
        ]  # fmt: skip

    def counters(self) -> dict[str, list[dict[str, str | None]]]:
        """SHOW GLOBAL STATUS and InnoDB's metrics; the undo log's size is its files'."""
        undo_bytes = sum(path.stat().st_size for path in FOLDER.glob("undo*"))
        undo_bytes += (FOLDER / "ibdata1").stat().st_size
        # One client for both: starting one costs more than the query.
        status, metrics = self._results(
            "SHOW GLOBAL STATUS",
            "SELECT NAME, COUNT FROM information_schema.INNODB_METRICS ORDER BY NAME",
        )
        return {
            "global_status": status,
            "innodb_metrics": metrics,
            "undo": [{"undo_bytes": str(undo_bytes)}],
        }

    def relations(self) -> list[dict[str, object]]:
        """The clustered index is the table; sizes are InnoDB's own page counts."""
        page_bytes = 16 * KIB
        return [
            {
                "relation": row["tab"] if row["idx"] == "PRIMARY" else row["idx"],
                "kind": "table" if row["idx"] == "PRIMARY" else "secondary",
                "bytes": int(row["pages"] or 0) * page_bytes,
                "rows": int(row["n_rows"] or 0) if row["idx"] == "PRIMARY" else None,
                "depth": None,
            }
            for row in self.sql(RELATIONS)
        ]

    def verb(self, name: str) -> None:
        """checkpoint (write every dirty page), statistics. InnoDB's purge needs no asking."""
        if name == "checkpoint":
            self.sql(
                "SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0, innodb_max_dirty_pages_pct = 0"
            )
            run("sync")
        elif name == "statistics":
            tables = [row["Tables_in_sbtest"] for row in self.sql("SHOW TABLES")]
            self.sql("; ".join(f"ANALYZE TABLE {table}" for table in tables))

    def version(self) -> str:
        """For example "11.8.3-MariaDB-0+deb13u1 from Debian"."""
        return (
            self.sql("SELECT VERSION() AS version", database="", timeout_s=20)[0]["version"] or ""
        )

    def _write_configuration(self) -> None:
        lines = ["[mariadbd]", f"datadir={FOLDER}", f"socket={SOCKET}", "pid_file=/tmp/mariadb.pid"]
        lines += [f"{name}={value}" for name, value in self.settings().items()]
        (ROOT / str(CONFIGURATION).lstrip("/")).write_text("\n".join(lines) + "\n")


def _rows(text: str) -> list[dict[str, str | None]]:
    """The rows of the client's tab-separated output by column name; NULL comes back as None."""
    names, *lines = [line.split("\t") for line in text.splitlines()] or [[]]
    return [dict(zip(names, map(_value, line), strict=True)) for line in lines]


def _value(text: str) -> str | None:
    """A value as the client in its batch mode writes it: breaks, tabs and backslashes escaped."""
    if text == "NULL":
        return None
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text)
