"""PostgreSQL: heap tables, a process a connection, the kernel's page cache under its own."""

from __future__ import annotations

import csv
import io
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path

from engines.postgresql.guest import views
from guest.engines.adapter import DATABASE, Adapter, Rows
from guest.engines.layer import ROOT, SOCKETS, Layer
from guest.engines.session import Session
from guest.system import GuestError, now_ns, say

KIB, MIB = 1 << 10, 1 << 20
FOLDER = Path("/data/postgresql")
USER = "postgres"


def adapter(layer: Layer, job: dict) -> Adapter:
    """This job's PostgreSQL."""
    return PostgreSQL(layer, job)


class PostgreSQL(Adapter):
    """Any major version from 15, at that version's defaults where no rule says otherwise.

    So from 18 on pages have checksums and reads are done by worker processes (io_method).
    """

    @property
    def major(self) -> int:
        """The version, by the only one that the layer has."""
        (folder,) = (ROOT / "usr/lib/postgresql").iterdir()
        return int(folder.name)

    explain_with = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "
    begin_snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ"
    # A fast shutdown: connections are cut, a checkpoint is written.
    stop_signal = signal.SIGINT

    @property
    def binaries(self) -> Path:
        """The folder of the server's programs, as the layer sees it."""
        return Path(f"/usr/lib/postgresql/{self.major}/bin")

    def settings(self) -> dict[str, str]:
        """PGTune's rules for an OLTP server with SSD storage (github.com/le0pard/pgtune).

        From the memory limit M: shared_buffers M/4, effective_cache_size 3M/4,
        maintenance_work_mem M/16, wal_buffers 3 % of shared_buffers,
        work_mem (M - shared_buffers) / (3 max_connections). PGTune's max_wal_size for OLTP, 8 GB,
        is more than the emulated device holds, so it is a quarter of the device here.
        """
        shared_buffers = self.memory_bytes // 4
        work_mem = max((self.memory_bytes - shared_buffers) // (3 * self.connections), 64 * KIB)
        rules = {
            "max_connections": str(self.connections),
            "shared_buffers": f"{shared_buffers // KIB}kB",
            "effective_cache_size": f"{self.memory_bytes * 3 // 4 // KIB}kB",
            "maintenance_work_mem": f"{max(self.memory_bytes // 16 // KIB, 1024)}kB",
            "checkpoint_completion_target": "0.9",
            "wal_buffers": f"{max(shared_buffers * 3 // 100 // KIB, 32)}kB",
            "default_statistics_target": "100",
            "random_page_cost": "1.1",
            "effective_io_concurrency": "200",
            "work_mem": f"{work_mem // KIB}kB",
            "huge_pages": "off",
            # Two segments of 16 MB are the least that it takes.
            "min_wal_size": f"{max(self.device_bytes // 16 // MIB, 32)}MB",
            "max_wal_size": f"{max(self.device_bytes // 4 // MIB, 32)}MB",
            "max_parallel_workers_per_gather": "0",
            # What the lab needs, without effect on speed.
            "listen_addresses": "''",
            "unix_socket_directories": f"'{SOCKETS}'",
            "dynamic_shared_memory_type": "mmap",
            "track_io_timing": "off",
            "jit": "off",
            "log_timezone": "'UTC'",
            "timezone": "'UTC'",
        }
        return rules | self.tuning

    def install(self) -> None:
        """Run initdb on /data and put our configuration beside its defaults."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        FOLDER.chmod(0o700)
        os.chown(FOLDER, *self.layer.account(USER))
        say("initdb")
        self._program(
            "initdb", "-D", str(FOLDER), "--auth=trust", "--locale=C.UTF-8", "--no-sync",
            "--wal-segsize=16",
        )  # fmt: skip
        with (FOLDER / "postgresql.conf").open("a") as file:
            file.write("include = 'bandwise.conf'\n")

    def start(self) -> None:
        """Start the postmaster and wait until it answers."""
        lines = [f"{name} = {value}\n" for name, value in self.settings().items()]
        (FOLDER / "bandwise.conf").write_text("".join(lines))
        self.server = self.layer.start(
            [str(self.binaries / "postgres"), "-D", str(FOLDER)], USER, self.log
        )
        self.wait_until_it_answers(300.0)

    def load_sysbench(self, tables: int, rows_folder: Path) -> None:
        """COPY with FREEZE into tables made in the same transaction, which needs no WAL."""
        self._create_database()
        for number in range(1, tables + 1):
            table = f"sbtest{number}"
            began_ns = now_ns()
            self._psql(
                DATABASE,
                f"""BEGIN;
                CREATE TABLE {table} (id SERIAL, k INTEGER DEFAULT 0 NOT NULL,
                    c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
                COPY {table} (id, k, c, pad) FROM '{rows_folder}/{table}.tsv' WITH (FREEZE);
                COMMIT;""",
            )
            copied_ns = now_ns()
            self._psql(
                DATABASE,
                f"""ALTER TABLE {table} ADD PRIMARY KEY (id);
                CREATE INDEX k_{number} ON {table} (k);
                SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}));""",
            )
            rows_s = (copied_ns - began_ns) / 1e9
            say(f"{table}: rows {rows_s:.1f} s, indexes {(now_ns() - copied_ns) / 1e9:.1f} s")
        self._psql(DATABASE, "VACUUM ANALYZE")

    def load_tables(self, tables: dict[str, dict], rows_folder: Path) -> None:
        """As sysbench's: COPY with FREEZE, then the indexes."""
        self._create_database()
        for name, table in tables.items():
            began_ns = now_ns()
            self.sql(
                f"""BEGIN;
                CREATE TABLE {name} ({", ".join(self.column_definitions(table))});
                COPY {name} FROM '{rows_folder}/{name}.csv'
                WITH (FORMAT csv, HEADER, FREEZE, NULL 'NULL');
                COMMIT;"""
            )
            copied_ns = now_ns()
            indexes = []
            if key := table.get("primary_key"):
                indexes.append(f"ALTER TABLE {name} ADD PRIMARY KEY ({', '.join(key)})")
            indexes += [
                f"CREATE INDEX {index} ON {name} ({', '.join(keys)})"
                for index, keys in table.get("indexes", {}).items()
            ]
            self.sql("; ".join(indexes))
            rows_s = (copied_ns - began_ns) / 1e9
            say(f"{name}: rows {rows_s:.1f} s, indexes {(now_ns() - copied_ns) / 1e9:.1f} s")
        self.sql("VACUUM ANALYZE")

    def _create_database(self) -> None:
        self._psql("postgres", f"CREATE DATABASE {DATABASE}")
        self.sql("CREATE EXTENSION pageinspect; CREATE EXTENSION pgstattuple")

    def limited(self, statement: str, limit_s: float) -> str:
        """By the session's statement_timeout."""
        return f"SET statement_timeout = {round(limit_s * 1000)}; {statement}"

    def sql(self, statements: str, timeout_s: float = 600.0) -> Rows:
        """Run SQL in the benchmark's database; NULL comes back as None."""
        return self._psql(DATABASE, statements, timeout_s)

    def session(self) -> Session:
        """A psql that reads from a pipe."""
        return self.layer.session([str(self.binaries / "psql"), *_client(DATABASE)], USER)

    def sql_as_held(self, statement: str, timeout_s: float) -> Rows:
        """In a transaction of its own with the held one's snapshot.

        A backend reports its statistics when a transaction is over, and the held one's is not.
        """
        if not self.held:
            raise GuestError("no snapshot is held: engine/hold_snapshot has to come first")
        (row,) = self.rows(self.held[0].run("SELECT pg_export_snapshot() AS snapshot"))
        return self.sql(
            "BEGIN ISOLATION LEVEL REPEATABLE READ; "
            f"SET TRANSACTION SNAPSHOT '{row['snapshot']}'; {statement}; COMMIT",
            timeout_s,
        )

    def sysbench_options(self) -> list[str]:
        """Over the UNIX socket."""
        return [
            "--db-driver=pgsql", f"--pgsql-host={SOCKETS}", f"--pgsql-user={USER}",
            f"--pgsql-db={DATABASE}",
        ]  # fmt: skip

    def pgbench(self) -> list[str]:
        """It comes with the server."""
        program = str(self.binaries / "pgbench").lstrip("/")
        if not (ROOT / program).exists():
            raise GuestError(f"the engine's layer has no /{program}")
        words = [f"--userspec={USER}", str(ROOT), f"/{program}"]
        return ["chroot", *words, f"--host={SOCKETS}", f"--username={USER}"]

    def counters(self) -> dict[str, Rows]:
        """The statistics views that this version has."""
        known = {
            name: query
            for name, query in views.COUNTERS.items()
            if self.major >= views.SINCE.get(name, 0)
        }
        self._wait_until_clients_are_gone()
        return self.observe(known)

    def inspect(self) -> dict[str, Rows]:
        """pgstattuple of tables and indexes, and by pageinspect how the heap's rows are linked."""
        return self._observe_and_tell(views.INSPECTIONS)

    def _observe_and_tell(self, queries: Mapping[str, str]) -> dict[str, Rows]:
        """What reads tables is counted at once, and not some seconds later in another phase."""
        answers = self.observe({**queries, "told": "SELECT pg_stat_force_next_flush()"})
        del answers["told"]
        return answers

    def _wait_until_clients_are_gone(self, timeout_s: float = 10.0) -> None:
        """A backend reports what it did when it ends, which is after its client has gone."""
        staying = 1 + len(self.held)
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while now_ns() < give_up_ns:
            (row,) = self.observe({"backends": views.BACKENDS})["backends"]
            if int(row["backends"] or 0) <= staying:
                return
            time.sleep(0.005)
        raise GuestError(f"clients' backends had not ended after {timeout_s:.0f} s")

    def rows(self, answer: str) -> Rows:
        """Of psql's CSV."""
        rows = csv.DictReader(io.StringIO(answer))
        return [
            {key: None if value == "\\N" else value for key, value in row.items()} for row in rows
        ]

    def relations(self) -> list[dict[str, object]]:
        """Heap and every B-tree apart; depth counts levels, the leaf's included."""
        return [
            {
                "relation": row["relation"],
                "kind": row["kind"],
                "bytes": int(row["bytes"] or 0),
                "rows": int(row["rows"]) if row["rows"] else None,
                "depth": int(row["depth"]) if row["depth"] else None,
            }
            for row in self._observe_and_tell({"relations": views.RELATIONS})["relations"]
        ]

    def verb(self, name: str) -> None:
        """vacuum, checkpoint, statistics."""
        self.sql({"vacuum": "VACUUM", "checkpoint": "CHECKPOINT", "statistics": "ANALYZE"}[name])

    def version(self) -> str:
        """For example "17.6 (Debian 17.6-0+deb13u1)"."""
        return self._psql("postgres", "SHOW server_version")[0]["server_version"] or ""

    def _program(
        self, name: str, *arguments: str, input_text: str = "", timeout_s: float = 600.0
    ) -> str:
        command = [str(self.binaries / name), *arguments]
        return self.layer.call(command, USER, input_text=input_text, timeout_s=timeout_s)

    def _psql(self, database: str, statements: str, timeout_s: float = 600.0) -> Rows:
        return self.rows(self._run_psql(database, statements, timeout_s))

    def _run_psql(self, database: str, statements: str, timeout_s: float = 600.0) -> str:
        return self._program("psql", *_client(database), input_text=statements, timeout_s=timeout_s)


def _client(database: str) -> list[str]:
    """How psql is called: rows as CSV, an end at the first error."""
    return [
        "-h", str(SOCKETS), "-d", database, "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1",
        "-P", "null=\\N",
    ]  # fmt: skip
