"""What every engine's adapter can do, and how it runs programs inside the engine's layer."""

from __future__ import annotations

import abc
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from guest.device import DATA
from guest.engines.session import Session
from guest.system import ENGINE_CGROUP, GuestError, join, mount, now_ns, run

SOCKETS = Path("/run/sockets")
ROOT = Path("/run/engine/root")
PID_FILE = Path("/run/engine/server.pid")
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin", "LANG": "C.UTF-8", "HOME": "/tmp"}


class Server:
    """The engine's first process, known by its number, as the runner itself is replaced once."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.exit_code: int | None = None

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.exit_code = os.waitstatus_to_exitcode(status)
        return self.exit_code

    def stop(self, with_signal: int, timeout_s: float = 600.0) -> int:
        """Send the signal and wait for the end; returns the exit code.

        Raises GuestError when it takes longer.
        """
        os.kill(self.pid, with_signal)
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while self.poll() is None:
            if now_ns() > give_up_ns:
                raise GuestError(f"the engine did not stop within {timeout_s:.0f} s")
            time.sleep(0.01)
        assert self.exit_code is not None
        return self.exit_code


class Layer:
    """The engine's Debian tree, writable in memory, with the device's /data inside."""

    def mount(self, image: Path) -> None:
        """Mount the read-only ``image`` under a memory overlay and share /proc and the like."""
        base = ROOT.parent
        mount("erofs", image, base / "image", "ro,dax=always")
        mount("tmpfs", "tmpfs", base / "upper")
        for name in ("files", "work"):
            (base / "upper" / name).mkdir()
        folders = f"lowerdir={base}/image,upperdir={base}/upper/files,workdir={base}/upper/work"
        mount("overlay", "overlay", ROOT, folders)
        SOCKETS.mkdir(mode=0o777, exist_ok=True)
        SOCKETS.chmod(0o777)
        for path in ("/proc", "/sys", "/dev", str(SOCKETS), str(DATA)):
            self.share(Path(path))

    def share(self, folder: Path) -> None:
        """Let the layer see a folder of the guest's at the same path."""
        folder.mkdir(exist_ok=True)
        inside = ROOT / str(folder).lstrip("/")
        inside.mkdir(parents=True, exist_ok=True)
        run("mount", "--rbind", folder, inside)

    def account(self, user: str) -> tuple[int, int]:
        """The user's and group's number in the layer's own /etc/passwd."""
        for line in (ROOT / "etc/passwd").read_text().splitlines():
            fields = line.split(":")
            if fields[0] == user:
                return int(fields[2]), int(fields[3])
        raise GuestError(f"the engine's layer has no user {user}")

    def start(
        self,
        command: Sequence[str],
        user: str,
        log: Path,
        variables: Mapping[str, str] | None = None,
    ) -> Server:
        """Start a server in the layer, under the engine's memory limit.

        ``variables`` are added to its environment.
        """
        uid, gid = self.account(user)

        def enter() -> None:
            join(ENGINE_CGROUP)
            os.chroot(ROOT)
            os.chdir("/")
            os.setgroups([])
            os.setgid(gid)
            os.setuid(uid)

        with log.open("ab") as output:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=enter,
                env={**ENVIRONMENT, **(variables or {})},
                start_new_session=True,
            )
        process.returncode = 0  # or subprocess waits for it some day, before Server does
        PID_FILE.write_text(str(process.pid))
        return Server(process.pid)

    def call(
        self, command: Sequence[str], user: str, *, input_text: str = "", timeout_s: float = 600.0
    ) -> str:
        """Run a short program of the layer as ``user`` and return its output.

        It is a client: its memory is not the engine's. Raises GuestError with its last words.
        """
        try:
            done = subprocess.run(
                list(command),
                input=input_text,
                capture_output=True,
                text=True,
                timeout=timeout_s,
                preexec_fn=self._entering(user),
                env=ENVIRONMENT,
            )
        except subprocess.TimeoutExpired:
            raise GuestError(f"{command[0]} took longer than {timeout_s:.0f} s") from None
        if done.returncode != 0:
            words = " / ".join((done.stderr.strip() or done.stdout.strip()).splitlines()[-8:])
            raise GuestError(f"{Path(command[0]).name} failed ({done.returncode}): {words}")
        return done.stdout

    def session(self, command: Sequence[str], user: str) -> Session:
        """Start a client of the layer as ``user`` that stays connected."""
        client = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=self._entering(user),
            env=ENVIRONMENT,
        )
        return Session(client)

    def _entering(self, user: str) -> Callable[[], None]:
        """What a client does first: see the layer alone, as ``user``."""
        uid, gid = self.account(user)

        def enter() -> None:
            os.chroot(ROOT)
            os.chdir("/")
            os.setgroups([])
            os.setgid(gid)
            os.setuid(uid)

        return enter


class Adapter(abc.ABC):
    """An engine: install, start, load, statistics, stop.

    ``settings`` is the engine's whole configuration, derived from the memory limit by named rules
    and printed with the results.
    """

    # Put ahead of a statement, it runs and tells its plan, with what really happened, as JSON.
    explain_with: str
    # Begins a transaction that sees the rows as they are then, to its end.
    begin_snapshot: str
    held_sessions = 1

    def __init__(self, layer: Layer, job: dict) -> None:
        self.layer = layer
        self.memory_bytes: int = job["engine_memory_mib"] << 20
        self.device_bytes: int = job["device"]["device_mib"] << 20
        self.clients: int = job["clients"]
        self.connections: int = job["connections"]
        self.tuning: dict[str, str] = {key: str(value) for key, value in job["tuning"].items()}
        self.server: Server | None = None
        if PID_FILE.exists():
            self.server = Server(int(PID_FILE.read_text()))
        self.log = Path("/run/out/engine.log")
        self.held: list[Session] = []

    @abc.abstractmethod
    def settings(self) -> dict[str, str]:
        """The configuration, the cell's own tuning included."""

    @abc.abstractmethod
    def install(self) -> None:
        """Make an empty database on /data."""

    @abc.abstractmethod
    def start(self) -> None:
        """Start the server and wait until it answers. Raises GuestError with its log's end."""

    @abc.abstractmethod
    def stop(self) -> None:
        """Shut the server down cleanly."""

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
    def sql(self, statements: str, timeout_s: float = 600.0) -> list[dict[str, str | None]]:
        """Run SQL and return the last statement's rows by column name."""

    @abc.abstractmethod
    def session(self) -> Session:
        """Connect a client that stays, to the benchmark's database."""

    def hold_snapshot(self) -> None:
        """Have ``held_sessions`` sessions keep seeing the rows as they are now."""
        self.release_snapshot()
        self.held = [self.session() for _ in range(self.held_sessions)]
        for session in self.held:
            session.run(self.begin_snapshot)

    @abc.abstractmethod
    def sql_as_held(self, statement: str, timeout_s: float) -> list[dict[str, str | None]]:
        """Run a query that sees what the held snapshot does. Raises GuestError if none is held."""

    def release_snapshot(self) -> None:
        """End what is left of the sessions that ``hold_snapshot`` began."""
        for session in self.held:
            session.close()
        self.held = []

    @abc.abstractmethod
    def sysbench_options(self) -> list[str]:
        """How sysbench reaches this server."""

    @abc.abstractmethod
    def counters(self) -> dict[str, list[dict[str, str | None]]]:
        """The engine's statistics: rows of each view, by the view's name."""

    @abc.abstractmethod
    def relations(self) -> list[dict[str, object]]:
        """Each table and index: relation, kind (table, primary, secondary), bytes, rows, depth."""

    @abc.abstractmethod
    def inspect(self) -> dict[str, list[dict[str, str | None]]]:
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
