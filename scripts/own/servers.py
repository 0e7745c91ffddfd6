"""The server of a layer, started for a moment in a folder of its own, without root."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scripts.engines.families import family_of
from scripts.engines.trial import DATABASE, FOLDER, MARK, Answer, Server, server_of
from scripts.layers.enter import check_can_enter, toolchain_binary, toolchain_command
from scripts.layers.errors import LayerError
from scripts.layers.image import run as run_tool
from scripts.layers.model import ENVS, layer_names, load_layer
from scripts.programs import run_program
from scripts.values.messages import listed, shorten

# Each takes a second or two; a busy host has time.
MAKE_S, START_S, ANSWER_S, STOP_S = 900.0, 600.0, 120.0, 10.0
MEMORY = Path("/dev/shm")
_PREFIX = "bandwise-own-"
# Of a database system with a few rows.
DATA_BYTES = 400 << 20


class TrialError(Exception):
    """An engine can't be asked: one sentence."""


class NoAnswerError(TrialError):
    """A statement came to no end, or ended the client: one sentence."""


def built_engines(layers: Path) -> list[str]:
    """The engines whose layers are built, but for those of commits and patches."""
    return [name for name in released_engines() if is_built(name, layers)]


def released_engines() -> list[str]:
    """The engines in ``envs/`` that are packages of a distribution's."""
    found = [load_layer(ENVS / f"{name}.yaml") for name in layer_names()]
    return [each.name for each in found if each.role == "engine" and each.source is None]


def is_built(engine: str, layers: Path) -> bool:
    """Whether there is a layer of an engine, which may be one of a commit or a patch."""
    return "/" not in engine and (layers / engine / "image.erofs").is_file()


def newest_of(engines: Sequence[str]) -> list[str]:
    """The newest engine of each family."""
    in_turn = sorted(engines, key=lambda name: [int(n) for n in re.findall(r"\d+", name)])
    return sorted({family_of(name): name for name in in_turn}.values())


def check_known(engine: str, layers: Path) -> None:
    """Raises TrialError for an engine that is neither built nor in ``envs/``."""
    if is_built(engine, layers) or engine in layer_names():
        return
    built = built_engines(layers)
    others = [each for each in released_engines() if each not in built]
    known = f"built: {listed(built)}; not yet: {listed(others)}"
    raise TrialError(f'unknown engine "{shorten(engine)}" ({known})')


class Client:
    """A client of a server that is asked one statement after the other."""

    def __init__(
        self, engine: str, server: Server, process: subprocess.Popen[bytes], folder: Path
    ) -> None:
        """``folder`` is what the server sees as FOLDER."""
        self.engine, self.server, self._process = engine, server, process
        self.folder = folder

    def ask(self, statement: str, limit_s: float = ANSWER_S) -> Answer:
        """What the server answers. Raises TrialError when it says nothing at all."""
        return self.server.read(self.tell(f"{statement};", limit_s))

    def tell(self, line: str, limit_s: float = ANSWER_S) -> str:
        """What the client writes of a line of its own."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{line}\n{self.server.mark}\n".encode())
            process.stdin.flush()
        except BrokenPipeError:
            raise NoAnswerError(f"{self.engine}'s client ended at: {line}") from None
        os.set_blocking(process.stdout.fileno(), False)
        end, text, until = f"{MARK}\n".encode(), b"", time.monotonic() + limit_s
        while not text.endswith(end):
            part = process.stdout.read(65536)
            if part:
                text += part
            elif part == b"":
                raise NoAnswerError(f"{self.engine}'s client ended at: {line}")
            elif time.monotonic() > until:
                raise NoAnswerError(f"{self.engine} gave no answer in {limit_s:.0f} s to: {line}")
            else:
                time.sleep(0.0005)
        return text.removesuffix(end).decode("latin-1")

    def begin_again(self) -> None:
        """Make the database empty."""
        drop, create = (f"{verb} DATABASE {DATABASE};" for verb in ("DROP", "CREATE"))
        for line in filter(None, (self.server.left, drop, create, self.server.opened)):
            self.tell(line)

    def close(self) -> None:
        """End the client."""
        self._process.kill()
        self._process.wait()


@contextmanager
def asked(
    engine: str, layers: Path, settings: Sequence[str] = (), cache_bytes: int | None = None
) -> Iterator[Client]:
    """A client of the engine, in an empty database. Raises TrialError.

    ``settings`` are more arguments of the server; with ``cache_bytes`` it has so much cache, and
    counts its statements.
    """
    image = layers / engine / "image.erofs"
    if not is_built(engine, layers):
        check_known(engine, layers)
        command = f"python -m scripts.layers build envs/{engine}.yaml"
        raise TrialError(f"the layer of {engine} is not built: run `{command}` first")
    try:
        check_can_enter()
        room = image.stat().st_size + DATA_BYTES
        # Named after this process, so that what it leaves is known from another's.
        sweep(MEMORY)
        with tempfile.TemporaryDirectory(
            prefix=f"{_PREFIX}{os.getpid()}-", dir=_in_memory(room), ignore_cleanup_errors=True
        ) as name:
            tree, data = Path(name) / "tree", Path(name) / "data"
            data.mkdir(mode=0o777)
            unpack = toolchain_binary(layers / "toolchain" / "tree", "fsck.erofs")
            run_tool([*unpack, f"--extract={tree}", "--no-preserve", str(image)])
            for made in ("dev", "proc", "tmp"):
                (tree / made).mkdir(exist_ok=True)
                (tree / made).chmod(0o1777)
            with _served(engine, _Place(tree, data), settings, cache_bytes) as client:
                yield client
    except LayerError as error:
        raise TrialError(str(error)) from None


def sweep(folder: Path) -> None:
    """Remove what processes left here that were killed, as far as this user may."""
    for path in folder.glob(f"{_PREFIX}*-*"):
        process = path.name.removeprefix(_PREFIX).partition("-")[0]
        if process.isdigit() and not Path("/proc", process).exists() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)


def _in_memory(room: int) -> str | None:
    """A folder in memory, as what is soon gone needs no disk; None without room."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return None
    about = os.statvfs(MEMORY)
    # Others come at the same time.
    has_room = about.f_bavail * about.f_frsize > 3 * room
    return str(MEMORY) if has_room and not about.f_flag & os.ST_NOEXEC else None


@dataclass(frozen=True)
class _Place:
    """The tree of a layer, and the folder of the data that its programs have in it."""

    tree: Path
    data: Path

    def command(self, argv: Sequence[str], account: tuple[int, int] | None = None) -> list[str]:
        """Arguments that run a program of the layer."""
        return toolchain_command(self.tree, argv, [(self.data, FOLDER)], account=account)

    def account(self, wanted: str) -> tuple[int, int] | None:
        """The numbers of an account of the layer's, to whom the data then belong."""
        for line in (self.tree / "etc/passwd").read_text(encoding="utf-8").splitlines():
            name, _, user, group, *_ = line.split(":")
            if name == wanted:
                if os.geteuid() == 0:
                    os.chown(self.data, int(user), int(group))
                return int(user), int(group)
        return None


@contextmanager
def _served(
    engine: str, place: _Place, settings: Sequence[str], cache_bytes: int | None
) -> Iterator[Client]:
    server = server_of(engine, place.tree)
    counting = [] if cache_bytes is None else server.counting(cache_bytes)
    account = place.account(server.account)
    for command in server.make:
        done = run_program(place.command(command, account), command[0], limit_s=MAKE_S)
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
            raise TrialError(f"{engine}: {Path(command[0]).name} failed: {said[-1]}")
    log = place.data / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            place.command([*server.start, *counting, *settings], account),
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
        )  # fmt: skip
    try:
        client = _connected(engine, place, server, process)
        try:
            yield client
        finally:
            client.close()
    finally:
        with suppress(ProcessLookupError):
            os.kill(process.pid, server.stop_signal)
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_S)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _connected(
    engine: str, place: _Place, server: Server, process: subprocess.Popen[bytes]
) -> Client:
    """A client, once the server lets one in."""
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        if process.poll() is not None:
            said = (place.data / "server.log").read_text(errors="replace").strip().splitlines() or [
                "no message"
            ]
            raise TrialError(f"{engine} ended on starting: {said[-1]}")
        client = Client(engine, server, _client(place.command(server.client)), place.data)
        try:
            client.ask("SELECT 1", START_S)
            for line in (f"CREATE DATABASE {DATABASE};", server.opened):
                client.tell(line)
            return client
        except TrialError:
            client.close()
            time.sleep(0.1)
    raise TrialError(f"{engine} let no client in within {START_S:.0f} s")


def _client(argv: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
