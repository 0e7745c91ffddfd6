"""What every engine's adapter can do."""

from __future__ import annotations

import abc
import signal
import time
from collections.abc import Mapping
from pathlib import Path

from guest.engines.layer import Layer, Server
from guest.engines.session import Session
from guest.system import GuestError, now_ns

# Of the benchmarks, in every engine.
DATABASE = "sbtest"
OBSERVER_FILE = Path("/run/engine/observer.json")
Rows = list[dict[str, str | None]]


class Adapter(abc.ABC):
    """An engine: install, start, load, statistics, stop.

    ``settings`` is the engine's whole configuration, derived from the memory limit by named rules
    and printed with the results.
    """

    # Ahead of a statement: it runs, and answers with its plan and what really happened, as JSON.
    explain_with: str
    # Begins a transaction that sees the rows as they are then, to its end.
    begin_snapshot: str
    held_sessions = 1
    stop_signal: signal.Signals  # asks the server for a clean shutdown

    def __init__(self, layer: Layer, job: dict) -> None:
        self.layer = layer
        self.memory_bytes: int = job["engine_memory_mib"] << 20
        self.device_bytes: int = job["device"]["device_mib"] << 20
        self.clients: int = job["clients"]
        self.connections: int = job["connections"]
        self.tuning: dict[str, str] = {key: str(value) for key, value in job["tuning"].items()}
        self.server = Server.running()
        self.log = Path("/run/out/engine.log")
        self.held: list[Session] = []
        self._observer = Session.kept(OBSERVER_FILE)

    @abc.abstractmethod
    def settings(self) -> dict[str, str]:
        """The configuration, the cell's own tuning included."""

    @abc.abstractmethod
    def install(self) -> None:
        """Make an empty database on /data."""

    @abc.abstractmethod
    def start(self) -> None:
        """Start the server and wait until it answers. Raises GuestError with its log's end."""

    def stop(self) -> None:
        """Shut the server down cleanly."""
        assert self.server is not None
        if self._observer:
            self._observer.close()
            self._observer = None
            OBSERVER_FILE.unlink(missing_ok=True)
        if self.server.stop(self.stop_signal) != 0:
            raise self.fail("the engine did not stop cleanly")

    @abc.abstractmethod
    def load_sysbench(self, tables: int, rows_folder: Path) -> None:
        """Create sysbench's tables from rows_folder/sbtestN.tsv by the engine's bulk path."""

    @abc.abstractmethod
    def load_tables(self, tables: dict[str, dict], rows_folder: Path) -> None:
        """Create tables from rows_folder/<table>.csv by the engine's bulk path.

        Each of ``tables`` has columns (types by name) and may have nullable (their names, or true
        for all), primary_key and indexes (columns by name); a file's first line is a heading, and
        a null is the word NULL.
        """

    @staticmethod
    def column_definitions(table: dict) -> list[str]:
        """A table's columns as CREATE TABLE has them."""
        nullable = table.get("nullable", ())
        if nullable is True:
            nullable = table["columns"]
        return [
            f"{name} {kind} {'NULL' if name in nullable else 'NOT NULL'}"
            for name, kind in table["columns"].items()
        ]

    @abc.abstractmethod
    def limited(self, statement: str, limit_s: float) -> str:
        """The statement, which the server is to give up after ``limit_s``."""

    @abc.abstractmethod
    def sql(self, statements: str, timeout_s: float = 600.0) -> Rows:
        """Run SQL and return the last statement's rows by column name."""

    @abc.abstractmethod
    def session(self) -> Session:
        """Connect a client that stays, to the benchmark's database."""

    @abc.abstractmethod
    def rows(self, answer: str) -> Rows:
        """The rows of a client's answer by column name; NULL comes back as None."""

    def observe(self, queries: Mapping[str, str]) -> dict[str, Rows]:
        """The rows of each query by name, asked by one client that stays connected.

        To connect costs more instructions than to answer. The client is connected before the
        snapshot, and outlives the runner that was there by then.
        """
        if not self._observer:
            self._observer = self.session()
            self._observer.keep(OBSERVER_FILE)
        return {name: self.rows(self._observer.run(query)) for name, query in queries.items()}

    def hold_snapshot(self) -> None:
        """Have ``held_sessions`` sessions keep seeing the rows as they are now."""
        self.release_snapshot()
        self.held = [self.session() for _ in range(self.held_sessions)]
        for session in self.held:
            session.run(self.begin_snapshot)

    @abc.abstractmethod
    def sql_as_held(self, statement: str, timeout_s: float) -> Rows:
        """Run a query that sees what the held snapshot does. Raises GuestError if none is held."""

    def release_snapshot(self) -> None:
        """End what is left of the sessions that ``hold_snapshot`` began."""
        for session in self.held:
            session.close()
        self.held = []

    @abc.abstractmethod
    def sysbench_options(self) -> list[str]:
        """How sysbench reaches this server."""

    def pgbench(self) -> list[str]:
        """The command of pgbench up to its options. Raises GuestError where it can't drive this."""
        raise GuestError("pgbench can't drive this engine")

    @abc.abstractmethod
    def counters(self) -> dict[str, Rows]:
        """The engine's statistics: rows of each view, by the view's name."""

    @abc.abstractmethod
    def relations(self) -> list[dict[str, object]]:
        """Each table and index: relation, kind (table, primary, secondary), bytes, rows, depth."""

    @abc.abstractmethod
    def inspect(self) -> dict[str, Rows]:
        """Views that read whole tables or caches to answer, of tables that phases made."""

    @abc.abstractmethod
    def verb(self, name: str) -> None:
        """Do what a phase ``engine/<name>`` asks: vacuum, checkpoint, statistics."""

    @abc.abstractmethod
    def version(self) -> str:
        """What the server says it is."""

    def fail(self, what: str) -> GuestError:
        """An error that ends with the last lines of the engine's log."""
        tail = self.log.read_text(errors="replace").splitlines()[-5:] if self.log.exists() else []
        return GuestError(f"{what}: {' / '.join(tail) or 'its log is empty'}")

    def wait_until_it_answers(self, timeout_s: float) -> None:
        """Ask the server for its version until it gives it."""
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while True:
            assert self.server is not None
            if self.server.poll() is not None:
                raise self.fail(f"the engine ended with {self.server.exit_code} on starting")
            try:
                self.version()
                return
            except GuestError:
                if now_ns() > give_up_ns:
                    raise self.fail(f"the engine gave no answer in {timeout_s:.0f} s") from None
            time.sleep(0.1)
