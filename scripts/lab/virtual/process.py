"""Run one QEMU to its end: wall-clock limit, snapshots on demand, and no orphan left behind."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.parents import Parents
from scripts.lab.scratch import folder_in
from scripts.lab.tools import die_with
from scripts.lab.virtual.crash import why_host
from scripts.lab.virtual.machine import CONTROL, Boot, Region, files_of, qemu_arguments
from scripts.lab.virtual.qmp import CLOSED, Qmp

POLL_S = 0.02
# What takes a second: longer, and the disk or its network file system is not there.
START_S = 120.0
RESUME_S = 600.0
SAVE_S = 600.0
ENDS_S = 30.0
# The names, in QEMU's folder, of the state that it begins with and of the one that it leaves.
INCOMING, STATE = "incoming", "state"


@dataclass(frozen=True)
class Ending:
    """How a machine ended: ``cause`` is "off", "snapshot", "wall_limit" or "crash"."""

    cause: str
    wall_s: float
    qemu_error: str = ""


def run_machine(
    boot: Boot,
    regions: Sequence[Region],
    console: Path,
    *,
    wall_limit_s: float,
    resume_from: Path | None = None,
    snapshot_to: Path | None = None,
) -> Ending:
    """Start a machine, or resume it from a state file, and wait until it ends.

    ``snapshot_to``: where the state goes when the guest asks for its snapshot, which ends the
    machine. The memory of shared regions is not in that file; their own files are their state.
    Raises LabError when QEMU can't be started, refuses its arguments, or is ended by the host.
    """
    began = time.monotonic()
    with _folder() as folder:
        files = files_of(boot, regions, console)
        files |= {INCOMING: resume_from} if resume_from else {}
        files |= {STATE: snapshot_to} if snapshot_to else {}
        for name, path in files.items():
            (folder / name).symlink_to(path.resolve())
        command = [*boot.qemu, *qemu_arguments(boot, regions)]
        if resume_from:
            command += ["-incoming", "defer"]
        errors = folder / "stderr"
        with errors.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=stderr,
                stderr=stderr,
                cwd=folder,
                preexec_fn=die_with(os.getpid()),
            )
        try:
            limit_s = began + wall_limit_s
            cause = _attend(process, folder / CONTROL, limit_s, files)
            if cause == "off" and process.returncode != 0:
                raise LabError(CLOSED)
        except LabError as error:
            reason = _reason(process, error, regions)
            raise LabError(f"{reason}; QEMU said: {_words(errors) or 'nothing'}") from None
        finally:
            if process.poll() is None:
                process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_S)
        return Ending(cause, time.monotonic() - began, _words(errors))


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """The folder that QEMU runs in, with links to its files, its control socket, its messages."""
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(folder_in(Path(tempfile.gettempdir())))
        except OSError as error:
            raise LabError(f"no temporary folder for QEMU: {error}; set TMPDIR to one") from None
        yield folder


class _Watch:
    """Whether a wait should end: those whom it is for have gone, or it takes too long."""

    def __init__(self) -> None:
        self._parents = Parents()
        self._looked_s = time.monotonic()

    def check(self, give_up_s: float | None = None, otherwise: str = "") -> None:
        """Raise LabError if so; ``otherwise`` says what didn't happen until ``give_up_s``."""
        now_s = time.monotonic()
        if give_up_s and now_s > give_up_s:
            raise LabError(otherwise)
        if now_s - self._looked_s > 1.0:
            self._looked_s = now_s
            if not self._parents.alive():
                raise LabError("the workflow that started this run has ended")


def _attend(
    process: subprocess.Popen[bytes], control: Path, limit_s: float, files: dict[str, Path]
) -> str:
    """Wait for the machine's end and return its cause."""
    watch = _Watch()
    with contextlib.closing(_connect(process, control, watch)) as qmp:
        if INCOMING in files or STATE in files:
            capability = {"capability": "x-ignore-shared", "state": True}
            qmp.command("migrate-set-capabilities", capabilities=[capability])
        if INCOMING in files:
            _resume(qmp, files[INCOMING], watch)
        while process.poll() is None:
            if qmp.take_event("GUEST_PANICKED"):
                if STATE not in files:
                    return "crash"
                _save(qmp, files[STATE], watch)
                return "snapshot"
            if time.monotonic() > limit_s:
                return "wall_limit"
            watch.check()
            time.sleep(POLL_S)
        # Gentle signals make QEMU power the machine off, and it exits as if the guest had done so.
        shutdown = qmp.take_event("SHUTDOWN")
        if shutdown and shutdown["data"]["reason"] == "host-signal":
            raise LabError("QEMU was ended by a signal from outside; run again")
    return "off"


def _connect(process: subprocess.Popen[bytes], control: Path, watch: _Watch) -> Qmp:
    give_up_s = time.monotonic() + START_S
    while not control.exists():
        if process.poll() is not None:
            raise LabError("QEMU did not start")
        watch.check(give_up_s, f"QEMU did not start within {START_S:.0f} s")
        time.sleep(0.005)
    return Qmp(control)


def _resume(qmp: Qmp, state: Path, watch: _Watch) -> None:
    """Have QEMU take the saved machine, and go on with it."""
    give_up_s = time.monotonic() + RESUME_S
    qmp.command("migrate-incoming", uri=f"file:{INCOMING}")
    while qmp.command("query-status")["status"] == "inmigrate":
        watch.check(give_up_s, f"{state}: QEMU did not resume it within {RESUME_S:.0f} s")
        time.sleep(0.005)
    # It comes back stopped, as it was when the guest asked for its snapshot.
    qmp.command("cont")


def _save(qmp: Qmp, state: Path, watch: _Watch) -> None:
    """Write the machine's state but its shared memory, then end the machine."""
    give_up_s = time.monotonic() + SAVE_S
    qmp.command("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
    qmp.command("migrate", uri=f"file:{STATE}")
    while (migration := qmp.command("query-migrate"))["status"] != "completed":
        if migration["status"] in ("failed", "cancelled"):
            raise LabError(f"{state}: QEMU could not write it: {migration.get('error-desc', '')}")
        watch.check(give_up_s, f"{state}: QEMU did not write it within {SAVE_S:.0f} s")
        time.sleep(POLL_S)
    with contextlib.suppress(LabError):
        qmp.command("quit")


def _reason(process: subprocess.Popen[bytes], error: LabError, regions: Sequence[Region]) -> str:
    """Why a machine could not go on: where QEMU's own end was behind it, the reason of that."""
    closed = str(error) == CLOSED
    if closed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDS_S)
    code = process.poll()
    if code is not None and (code < 0 or (closed and code > 0)):
        written = [r for r in regions if r.path and r.shared and not r.readonly]
        return why_host(code, {region.path.parent for region in written})
    return str(error)


def _words(errors: Path) -> str:
    """What QEMU printed, in one line, without what it warns of on every start."""
    lines = errors.read_text(errors="replace").splitlines()
    return " / ".join(line for line in lines if line and "warning:" not in line)
