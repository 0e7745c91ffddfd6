"""The engine's own Debian tree, and the programs that run inside it: its server and its clients."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from guest.device import DATA
from guest.engines.session import Session
from guest.system import ENGINE_CGROUP, WAIT_S, GuestError, join, mount, now_ns, run

SOCKETS = Path("/run/sockets")
ROOT = Path("/run/engine/root")
PID_FILE = Path("/run/engine/server.pid")
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin", "LANG": "C.UTF-8", "HOME": "/tmp"}


class Server:
    """The engine's first process, known by its number, as the runner itself is replaced once."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.exit_code: int | None = None

    @classmethod
    def running(cls) -> Server | None:
        """The server that this runner or the one before it started last, if any."""
        return cls(int(PID_FILE.read_text())) if PID_FILE.exists() else None

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
        open_files: int = 1024,
    ) -> Server:
        """Start a server in the layer, under the engine's memory limit.

        ``variables`` are added to its environment. ``open_files`` is how many it may have open: as
        PostgreSQL's, a unit that names no LimitNOFILE has systemd's default.
        """
        uid, gid = self.account(user)

        def enter() -> None:
            join(ENGINE_CGROUP)
            resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))
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
        client = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=self._entering(user),
            env=ENVIRONMENT,
        )
        output, errors = _answer(client, input_text, timeout_s)
        if client.returncode != 0:
            words = " / ".join((errors.strip() or output.strip()).splitlines()[-8:])
            raise GuestError(f"{Path(command[0]).name} failed ({client.returncode}): {words}")
        return output

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
        return Session.of(client)

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


def _answer(client: subprocess.Popen[str], input_text: str, timeout_s: float) -> tuple[str, str]:
    """What a client writes to its output and of its errors; GuestError if it takes longer."""
    give_up_ns = now_ns() + int(timeout_s * 1e9)
    text: str | None = input_text
    while True:
        try:
            return client.communicate(text, timeout=min(WAIT_S, timeout_s))
        except subprocess.TimeoutExpired:
            text = None  # it has been handed over
        if now_ns() >= give_up_ns:
            client.kill()
            client.communicate()
            raise GuestError(f"{client.args[0]} took longer than {timeout_s:.0f} s")
