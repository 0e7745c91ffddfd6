"""Run one QEMU to its end: wall-clock limit, snapshots on demand, and no orphan left behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.machine import Boot, Region, qemu_arguments
from scripts.lab.qmp import Qmp

POLL_S = 0.02
PR_SET_PDEATHSIG = 1


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
    Raises LabError when QEMU can't be started or refuses what it is told.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bandwise-") as scratch:
        control = Path(scratch) / "qmp"
        command = [
            *boot.qemu,
            *qemu_arguments(
                regions,
                kernel=boot.kernel,
                initramfs=boot.initramfs,
                console=console,
                control=control,
            ),
        ]
        if resume_from:
            command += ["-incoming", "defer"]
        errors = Path(scratch) / "stderr"
        with errors.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=stderr,
                stderr=stderr,
                preexec_fn=_die_with_parent,
            )
        try:
            cause = _attend(process, control, began, wall_limit_s, resume_from, snapshot_to)
        except LabError as error:
            raise LabError(f"{error}; QEMU said: {_words(errors) or 'nothing'}") from None
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        return Ending(cause, time.monotonic() - began, _words(errors))


def _attend(
    process: subprocess.Popen[bytes],
    control: Path,
    began: float,
    wall_limit_s: float,
    resume_from: Path | None,
    snapshot_to: Path | None,
) -> str:
    """Wait for the machine's end and return its cause."""
    ancestors = _ancestors()
    qmp = _connect(process, control)
    if resume_from or snapshot_to:
        capability = {"capability": "x-ignore-shared", "state": True}
        qmp.command("migrate-set-capabilities", capabilities=[capability])
    if resume_from:
        qmp.command("migrate-incoming", uri=f"file:{resume_from.resolve()}")
        while qmp.command("query-status")["status"] == "inmigrate":
            time.sleep(0.005)
        # It comes back stopped, as it was when the guest asked for its snapshot.
        qmp.command("cont")
    looked_s = time.monotonic()
    while process.poll() is None:
        if qmp.take_event("GUEST_PANICKED"):
            if not snapshot_to:
                return "crash"
            _save(qmp, snapshot_to)
            return "snapshot"
        now_s = time.monotonic()
        if now_s - began > wall_limit_s:
            return "wall_limit"
        if now_s - looked_s > 1.0:
            looked_s = now_s
            if not _alive(ancestors):
                raise LabError("whoever asked for this run is gone")
        time.sleep(POLL_S)
    _blame_host(process.returncode, qmp)
    return "off" if process.returncode == 0 else "crash"


def _blame_host(returncode: int, qmp: Qmp) -> None:
    """Raise LabError when not the guest but the host ended the machine.

    Such a run says nothing about its cell: it leaves no outcome, and the next run tries it again.
    """
    if returncode == -signal.SIGBUS:
        # The machine's memory is sparse files: a page of theirs could not be given room.
        raise LabError("no room left on the disk for the machine's memory; make room and run again")
    if returncode == -signal.SIGKILL:
        raise LabError("QEMU was killed, by hand or for want of the host's memory; run again")
    # Gentler signals make QEMU power the machine off, and it exits as if the guest had done so.
    shutdown = qmp.take_event("SHUTDOWN")
    if shutdown and shutdown["data"]["reason"] == "host-signal":
        raise LabError("QEMU was told to end by a signal from outside; run again")


def _connect(process: subprocess.Popen[bytes], control: Path) -> Qmp:
    while not control.exists():
        if process.poll() is not None:
            raise LabError("QEMU did not start")
        time.sleep(0.005)
    return Qmp(control)


def _save(qmp: Qmp, state: Path) -> None:
    """Write the machine's state but its shared memory, then end the machine."""
    qmp.command("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
    qmp.command("migrate", uri=f"file:{state.resolve()}")
    while True:
        migration = qmp.command("query-migrate")
        if migration["status"] == "completed":
            break
        if migration["status"] in ("failed", "cancelled"):
            raise LabError(f"{state}: QEMU could not write it: {migration.get('error-desc', '')}")
        time.sleep(POLL_S)
    with contextlib.suppress(LabError):
        qmp.command("quit")


def _die_with_parent() -> None:
    """In the child: take SIGKILL when the parent goes, however it goes."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _ancestors() -> list[tuple[int, str]]:
    """The processes from this one's parent up to the workflow that asked for the run.

    Each comes with its start time, which tells reused numbers apart. A killed workflow leaves its
    shell behind, waiting for us, so the parent alone would not do; above the workflow there may
    be a login shell that has every right to end. Without a workflow only the parent counts.
    """
    chain = []
    pid = os.getppid()
    while pid > 1 and (started := _started(pid)):
        chain.append((pid, started))
        if b"snakemake" in Path(f"/proc/{pid}/cmdline").read_bytes():
            return chain
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return chain[:1]


def _started(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _alive(ancestors: list[tuple[int, str]]) -> bool:
    return all(_started(pid) == started for pid, started in ancestors)


def _words(errors: Path) -> str:
    """What QEMU printed, in one line, without what it warns of on every start."""
    lines = errors.read_text(errors="replace").splitlines()
    return " / ".join(line for line in lines if line and "warning:" not in line)
