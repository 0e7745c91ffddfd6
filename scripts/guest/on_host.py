"""The order of events of a cell on a host, where this host's kernel is the guest's.

The host's side has made the device and the namespaces, and ends them when this ends; the rest is
the runner as every guest has it. A cell prepares and measures in one go: nothing is saved.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from guest import device, measure, prepare, workloads
from guest.client import Client
from guest.system import (
    CGROUPS,
    PAYLOAD,
    GuestError,
    afterwards,
    join,
    mount_system,
    now_ns,
    out_of_memory,
    run,
    say,
    tune_kernel,
)

OUT = Path("/run/out")
# The host's, where the results go when nothing is measured any more.
ANSWER = Path("/run/answer")
# Ends a runner that can't write to the host's disk, which is no failure of the cell; host/cell.py
# has it, too.
HOSTS_FAULT = 75
NOBODY = 65534
# Ends a client's capabilities, and all ways to new ones.
POWERLESS = ["setpriv", "--inh-caps=-all", "--no-new-privs"]
# Becomes a user of the engine's layer by itself, for which it takes these alone.
CHROOT = "chroot"
CHROOT_CAPABILITIES = "--bounding-set=-all,+sys_chroot,+setuid,+setgid"
# The device is its own to read and write, with job files of the repository alone.
ON_THE_DEVICE = "fio"


def main() -> None:
    """Run to the end of the cell; whatever goes wrong becomes the outcome's reason."""
    begin_ns = now_ns()
    reason = None
    guard_the_host()
    OUT.mkdir()
    try:
        mount_system()
        tune_kernel()
        enter_groups()
        allow_for_hard_limits()
        # What is dirty is written when the file system goes, and that is not part of the cell.
        job = json.loads((PAYLOAD / "prepare.json").read_text())
        with afterwards(partial(device.set_fastest, job["device"])):
            prepare.run(job, OUT)
            write_settings(json.loads((PAYLOAD / "settings.json").read_text()))
            measure.run_phases(json.loads((PAYLOAD / "measure.json").read_text()), OUT)
    except Exception as error:
        traceback.print_exc()
        reason = str(error) or type(error).__name__
        if out_of_memory():
            reason = f"the engine ran out of memory (raise engine_memory_mib): {reason}"
    header = {
        "status": "failed" if reason else "done",
        "reason": reason,
        "elapsed_s": (now_ns() - begin_ns) / 1e9,
    }
    try:
        shutil.copytree(OUT, ANSWER / "outbox", ignore=not_plain)
        beside = ANSWER / "header.json.part"
        beside.write_text(json.dumps(header))
        beside.replace(ANSWER / "header.json")
    except OSError as error:
        say(f"the results can't be written to the host's disk: {error}")
        sys.exit(HOSTS_FAULT)
    say(f"failed: {reason}" if reason else "done")


def guard_the_host() -> None:
    """What this has to do with the host's disk, and what it may not have to do with the host."""
    sys.stdout, sys.stderr = HostsFile(sys.stdout), HostsFile(sys.stderr)  # type: ignore[assignment]
    workloads.run_client = without_rights(workloads.run_client)


def not_plain(folder: str, names: list[str]) -> list[str]:
    """Of the names in a folder those of links, FIFOs and the like, which no result is."""
    paths = [Path(folder, name) for name in names]
    return [
        path.name for path in paths if path.is_symlink() or not (path.is_file() or path.is_dir())
    ]


class HostsFile:
    """A stream to a file of the host's: when its disk is full, this ends, whatever was going on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write as the stream does."""
        try:
            return self._stream.write(text)
        except OSError:
            os._exit(HOSTS_FAULT)

    def flush(self) -> None:
        """Nothing is held back: python3 -u."""

    def fileno(self) -> int:
        """The file's, for what is started."""
        return self._stream.fileno()


RunClient = Callable[[Client, Path, float], tuple[int, str | None]]


def without_rights(run_client: RunClient) -> RunClient:
    """How clients run here, where the kernel is the host's: what others wrote may be in them.

    A guest of one's own is root's to do with as a script likes; of this host a script that runs as
    root could make a disk's file, and write to it.
    """

    def run_powerless(client: Client, folder: Path, at_most_s: float) -> tuple[int, str | None]:
        # Its own files are in there; it can't delete those of others.
        folder.chmod(0o1777)
        command = powerless(client.command)
        return run_client(replace(client, command=command), folder, at_most_s)

    return run_powerless


def powerless(command: list[str]) -> list[str]:
    """The command as a user without rights, or with those alone that it can't do without."""
    if command[0] == ON_THE_DEVICE:
        return command
    if command[0] == CHROOT:
        return [*POWERLESS, CHROOT_CAPABILITIES, "--", *command]
    nobody = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--bounding-set=-all"]
    return [*POWERLESS, *nobody, "--", *command]


def enter_groups() -> None:
    """Take the groups that the host has made; of control groups v2, go into one of its own.

    Of v1 they have files like those of v2, as far as there are any. Of v2 a group that has groups
    under controllers below it may hold no process itself, and may come with CPUs for those.
    """
    made, cpus = PAYLOAD / "groups", PAYLOAD / "cpus.json"
    if made.exists():
        run("mount", "--bind", made, CGROUPS)
        return
    own = CGROUPS / "runner"
    own.mkdir()
    join(own)
    if cpus.exists():
        (CGROUPS / "cgroup.subtree_control").write_text("+cpuset")
        for name, those in json.loads(cpus.read_text()).items():
            (CGROUPS / name).mkdir()
            (CGROUPS / name / "cpuset.cpus").write_text(those)


def allow_for_hard_limits() -> None:
    """Engines that ask for more open files than root may give here get as many as there are.

    Raising a hard limit takes a capability that root of a container or a small VM may lack.
    """
    set_limit = resource.setrlimit

    def set_or_keep(which: int, limits: tuple[int, int]) -> None:
        try:
            set_limit(which, limits)
        except ValueError:
            _, most = resource.getrlimit(which)
            set_limit(which, (most, most))

    resource.setrlimit = set_or_keep


def write_settings(files: list[dict[str, str]]) -> None:
    """Write settings of a device that is not the emulator, and see that they were taken.

    Raises GuestError with the file that reads back something else.
    """
    for file in files:
        path = Path(file["path"])
        path.write_text(file["text"])
        reads = path.read_text().strip()
        if file["reads"] not in reads.splitlines():
            text = file["text"].strip()
            raise GuestError(f"{path}: reads {reads} after {text} was written to it")


if __name__ == "__main__":
    main()
