"""Calling mmdebstrap: the argument list, its log, and errors that say what to do."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from scripts.layers import hooks, supervisor
from scripts.layers.errors import LayerError
from scripts.layers.lock import relock_advice
from scripts.layers.model import Layer
from scripts.layers.repository import scratch, source_line
from scripts.programs import LIMITS_S, TooLongError, run_program

# Every file's date is cut back to this one (14 November 2023), older than any package in use.
SOURCE_DATE_EPOCH_S = 1_700_000_000

LOOK_S = 0.1

EXCLUDED_ON_EXTRACTION = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*")

# What in mmdebstrap's log means what to the user; the first that is found counts.
KNOWN_FAILURES = (
    (
        ("No space left on device",),
        "the disk is full: free some 4 GiB here and in {scratch} (or point TMPDIR elsewhere)",
    ),
    (
        ("Unable to locate package", "has no installation candidate", "unmet dependencies"),
        "the packages of the lock do not suffice: {advice}",
    ),
    (
        ("uid_map", "newuidmap", "subuid", "unshare failed", "unshare syscall", "unable to pick"),
        "mmdebstrap needs root here, or user namespaces: install uidmap, see that /etc/subuid "
        "has a line for this user, and on Ubuntu run `sudo sysctl "
        "kernel.apparmor_restrict_unprivileged_userns=0`",
    ),
)


def bootstrap(
    layer: Layer, repository: Path, tar: Path, log: Path, guard: int, report: Callable[[str], None]
) -> None:
    """Install the layer's packages into a new tree and write it to ``tar``.

    They come from the folder ``repository`` alone. ``guard`` is a locked file's descriptor, which
    mmdebstrap inherits: it stays locked as long as something may write to ``tar``. mmdebstrap's
    whole output goes to ``log``; its steps are also given to ``report``.
    Raises LayerError when mmdebstrap is missing or fails.
    """
    if shutil.which("mmdebstrap", path=_search_path()) is None:
        raise LayerError("mmdebstrap is not installed: run `make setup`")
    environment = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "PATH": _search_path(),
        "SOURCE_DATE_EPOCH": str(SOURCE_DATE_EPOCH_S),
        "TMPDIR": str(scratch()),
    }
    begin_s, limit_s = time.monotonic(), LIMITS_S["mmdebstrap"]
    argv = [*_own_mounts(), *command(layer, repository, tar)]
    # A file and not a pipe: without a reader, mmdebstrap would never get done with cleaning up.
    with log.open("w", encoding="utf-8") as log_file:
        process = subprocess.Popen(
            [sys.executable, supervisor.__file__, str(os.getpid()), *argv],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log_file,
            stderr=subprocess.STDOUT,
            pass_fds=[guard],
            # Killing this program's group must leave alive what cleans up after it.
            start_new_session=True,
        )
    try:
        for line in _lines(log, process, begin_s + limit_s):
            if line.startswith("I: ") and line.endswith("..."):
                report(f"{line[3:-3]} ({time.monotonic() - begin_s:.0f} s)")
        code = process.poll()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    if code is None:
        said = log.read_text(encoding="utf-8", errors="replace")
        raise LayerError(str(TooLongError("mmdebstrap", limit_s, said)))
    if 0 < (number := code - supervisor.SIGNAL_OFFSET) < signal.NSIG:
        raise LayerError(
            f"mmdebstrap was killed by signal {number} (out of memory?): "
            f"build again; it may have left a folder {scratch()}/mmdebstrap.* (see that nothing is "
            "mounted in it, then rm --recursive --one-file-system)"
        )
    if code != 0:
        raise LayerError(
            f"mmdebstrap failed: {explain(log.read_text(encoding='utf-8'), layer.name)}"
        )


def _lines(log: Path, process: subprocess.Popen, until_s: float) -> Iterator[str]:
    """The lines that a process writes to its log, until it ends or its time is over."""
    with log.open(encoding="utf-8", errors="replace") as stream:
        begun = ""
        ended = False
        while not ended:
            ended = process.poll() is not None or time.monotonic() > until_s
            *lines, begun = (begun + stream.read()).split("\n")
            yield from lines
            if not ended:
                time.sleep(LOOK_S)


def command(layer: Layer, repository: Path, tar: Path) -> list[str]:
    """The mmdebstrap call for a layer."""
    argv = [
        "mmdebstrap",
        "--mode=auto",
        "--variant=apt",
        "--format=tar",
        "--architectures=amd64",
        # The hooks clean up themselves, further than this would.
        "--skip=cleanup/apt",
        '--aptopt=Acquire::Languages "none"',
    ]
    argv += [f"--dpkgopt=path-exclude={pattern}" for pattern in EXCLUDED_ON_EXTRACTION]
    argv.append("--include=" + ",".join(layer.packages))
    argv += [f"--essential-hook={hook}" for hook in hooks.before_configuring(layer)]
    argv += [f"--customize-hook={hook}" for hook in hooks.after_installing(layer, repository)]
    return [*argv, layer.suite, str(tar), source_line(repository)]


def explain(log: str, name: str) -> str:
    """One line on why mmdebstrap failed to make a layer, from its log."""
    for signs, advice in KNOWN_FAILURES:
        if any(sign in log for sign in signs):
            return advice.format(scratch=scratch(), advice=relock_advice(name))
    complaints = [line[3:] for line in log.splitlines() if line.startswith("E: ")]
    return complaints[0] if complaints else "it gave no reason"


def _own_mounts() -> list[str]:
    """For root: a mount namespace of mmdebstrap's own, which ends with its last process.

    As root, mmdebstrap mounts /proc, /sys and the host's /dev/shm into its tree. Without this, a
    build that is killed would leave them there for whoever deletes the tree to walk into.
    """
    argv = ["unshare", "--mount", "--propagation", "private", "--"]
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return []
    return argv if run_program([*argv, "true"], "unshare").returncode == 0 else []


def _search_path() -> str:
    """PATH with the system's tools, which Debian leaves out of a normal user's."""
    return os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"
