"""Run one QEMU to its end: a limit of virtual time, snapshots on demand, no orphan left behind."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.lab.console import says_too_much
from scripts.lab.errors import LabError
from scripts.lab.scratch import folder_in
from scripts.lab.tools import die_with
from scripts.lab.virtual.crash import why_host
from scripts.lab.virtual.machine import CONTROL, Boot, Region, files_of, qemu_arguments
from scripts.lab.virtual.qmp import CLOSED, Qmp
from scripts.lab.virtual.watch import Clock, Watch

POLL_S = 0.02
ENDS_S = 30.0
# The names, in QEMU's folder, of the state that it begins with and of the one that it leaves.
INCOMING, STATE = "incoming", "state"


@dataclass(frozen=True)
class Ending:
    """How a machine ended: ``cause`` is "off", "snapshot", "crash", "virtual_limit",
    "still" or "console".

    "virtual_limit": it was ended, as it ran for ``limit_s`` virtual seconds, which were over
    ``over_at_s`` after it was switched on; "still": its clock stood still.
    """

    cause: str
    wall_s: float
    limit_s: float
    over_at_s: float
    qemu_error: str = ""


def run_machine(
    boot: Boot,
    regions: Sequence[Region],
    console: Path,
    *,
    limit_s: float,
    resume_from: Path | None = None,
    snapshot_to: Path | None = None,
) -> Ending:
    """Start a machine, or resume it from a state file, and wait until it ends.

    ``limit_s``: the virtual seconds after which it is ended.
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
            cause, over_at_s = _attend(process, folder / CONTROL, limit_s, files)
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
        return Ending(cause, time.monotonic() - began, limit_s, over_at_s, _words(errors))


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """The folder that QEMU runs in, with links to its files, its control socket, its messages."""
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(folder_in(Path(tempfile.gettempdir())))
        except OSError as error:
            raise LabError(f"no temporary folder for QEMU: {error}; set TMPDIR to one") from None
        yield folder


def _attend(
    process: subprocess.Popen[bytes], control: Path, limit_s: float, files: dict[str, Path]
) -> tuple[str, float]:
    """Wait for the machine's end; return its cause and its virtual time when the limit is over.

    The limit counts from the exact time at which the machine goes on, not from the first look.
    """
    watch = Watch(process.pid)
    with contextlib.closing(_connect(process, control, watch)) as qmp:
        if INCOMING in files or STATE in files:
            capability = {"capability": "x-ignore-shared", "state": True}
            qmp.command("migrate-set-capabilities", capabilities=[capability])
        over_at_s = limit_s
        if INCOMING in files:
            over_at_s += _resume(qmp, files[INCOMING], watch)
        return _cause(process, qmp, Clock(qmp.guest_time_s, watch, over_at_s), files), over_at_s


def _cause(process: subprocess.Popen[bytes], qmp: Qmp, clock: Clock, files: dict[str, Path]) -> str:
    """Wait for the machine's end and return its cause."""
    while process.poll() is None:
        if qmp.take_event("GUEST_PANICKED"):
            if STATE not in files:
                return "crash"
            _save(qmp, files[STATE], clock.watch)
            return "snapshot"
        if says_too_much(files["console.log"]):
            return "console"
        try:
            if cause := clock.look():
                return cause
        except LabError as error:
            # It may end while it is asked for its time.
            if str(error) != CLOSED or _exit_code(process) is None:
                raise
            break
        time.sleep(POLL_S)
    # Gentle signals make QEMU power the machine off, and it exits as if the guest had done so.
    shutdown = qmp.take_event("SHUTDOWN")
    if shutdown and shutdown["data"]["reason"] == "host-signal":
        raise LabError("QEMU was ended by a signal from outside; run again")
    return "off"


def _connect(process: subprocess.Popen[bytes], control: Path, watch: Watch) -> Qmp:
    def listens() -> bool:
        if process.poll() is not None:
            raise LabError("QEMU did not start")
        return control.exists()

    watch.wait_until(listens, "QEMU did not start")
    return Qmp(control, watch)


def _resume(qmp: Qmp, state: Path, watch: Watch) -> int:
    """Have QEMU take the saved machine, and go on with it; returns its virtual time in seconds."""
    qmp.command("migrate-incoming", uri=f"file:{INCOMING}")

    def has_taken_it() -> bool:
        return qmp.command("query-status")["status"] != "inmigrate"

    watch.wait_until(has_taken_it, f"{state}: QEMU did not resume it")
    # It comes back stopped, as it was when the guest asked for its snapshot.
    resumed_s = qmp.guest_time_s()
    qmp.command("cont")
    return resumed_s


def _save(qmp: Qmp, state: Path, watch: Watch) -> None:
    """Write the machine's state but its shared memory, then end the machine."""
    qmp.command("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
    qmp.command("migrate", uri=f"file:{STATE}")

    def is_written() -> bool:
        migration = qmp.command("query-migrate")
        if migration["status"] in ("failed", "cancelled"):
            raise LabError(f"{state}: QEMU could not write it: {migration.get('error-desc', '')}")
        return migration["status"] == "completed"

    watch.wait_until(is_written, f"{state}: QEMU did not write it")
    with contextlib.suppress(LabError):
        qmp.command("quit")


def _reason(process: subprocess.Popen[bytes], error: LabError, regions: Sequence[Region]) -> str:
    """Why a machine could not go on: where QEMU's own end was behind it, the reason of that."""
    closed = str(error) == CLOSED
    code = _exit_code(process) if closed else process.poll()
    if code is not None and (code < 0 or (closed and code > 0)):
        written = [r.path for r in regions if r.path and r.shared and not r.readonly]
        return why_host(code, {path.parent for path in written})
    return str(error)


def _exit_code(process: subprocess.Popen[bytes]) -> int | None:
    """That of a QEMU that has closed its connection and is about to end; None if it stays."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(ENDS_S)
    return process.poll()


def _words(errors: Path) -> str:
    """What QEMU printed, in one line, without what it warns of on every start."""
    lines = errors.read_text(errors="replace").splitlines()
    return " / ".join(line for line in lines if line and "warning:" not in line)
