"""The order of events of a cell on metal, where this host's kernel is the guest's.

The host's side has made the device and the namespaces, and ends them when this ends; the rest is
the runner as every guest has it. A cell prepares and measures in one go: nothing is saved.
"""

from __future__ import annotations

import json
import resource
import shutil
import traceback
from functools import partial
from pathlib import Path

from guest import device, measure, prepare
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


def main() -> None:
    """Run to the end of the cell; whatever goes wrong becomes the outcome's reason."""
    begin_ns = now_ns()
    reason = None
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
    shutil.copytree(OUT, ANSWER / "outbox")
    header = {
        "status": "failed" if reason else "done",
        "reason": reason,
        "elapsed_s": (now_ns() - begin_ns) / 1e9,
    }
    (ANSWER / "header.json").write_text(json.dumps(header))
    say(f"failed: {reason}" if reason else "done")


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
