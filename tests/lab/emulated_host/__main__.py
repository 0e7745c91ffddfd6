"""Run by init in place of the lab's runner: this guest plays the host of the lab `host`.

It has what a host would have: the repository, layers, a data set, reserved memory. Each of the
job's runs is a command line of the lab; before and after, all that a cell could leave behind is
written down.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
import signal
import subprocess
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from guest.mailbox import write_outbox
from guest.system import CGROUPS, mount_system, now_ns, power_off, run, say

PAYLOAD = Path("/run/payload")
REPOSITORY = PAYLOAD / "repository"
OUT = Path("/run/out")
JOURNAL = Path("/run/bandwise-undo.json")
LOCK = "bandwise-cell.lock"
PATIENCE_S = 120.0
RESULTS = Path("/results")
# What stands for files of the host's: the images that the machine has as memory.
QUEUE = ("scheduler", "read_ahead_kb")
IMAGES = {"base": "/dev/pmem0", "engine": "/dev/pmem3", "device": "/dev/pmem4"}


def main() -> None:
    """Do what the job lists, and report how each run ended and what it left."""
    OUT.mkdir()
    reported: dict[str, dict] = {}
    try:
        mount_system()
        job = json.loads((PAYLOAD / "job.json").read_text())
        _make_results(job)
        for name, command in job["prepare"]:
            say(name)
            run(*command)
        for name, wanted in job["runs"].items():
            say(name)
            before = _state()
            reported[name] = _run(name, wanted) | {"before": before, "after": _state()}
            say(f"{name}: {reported[name]['exit_code']} {reported[name]['stderr'][-2000:]}")
    except Exception:
        reported["failure"] = {"words": traceback.format_exc()}
        traceback.print_exc()
    (OUT / "reported.json").write_text(json.dumps(reported))
    write_outbox({"status": "done", "reason": None, "virtual_ns": now_ns()}, OUT)
    power_off()


def _make_results(job: dict) -> None:
    """Folders as the workflow leaves them."""
    RESULTS.mkdir()
    for layer, manifest in job["layers"].items():
        folder = RESULTS / "layers" / layer
        folder.mkdir(parents=True)
        (folder / "layer.json").write_text(json.dumps(manifest))
        (folder / "image.erofs").symlink_to(IMAGES.get(layer, IMAGES["engine"]))
    emulator = RESULTS / "emulator"
    emulator.mkdir()
    # Packed, as its debug information alone nearly fills the inbox.
    (PAYLOAD / "vnvme.ko").write_bytes(gzip.decompress((PAYLOAD / "vnvme.ko.gz").read_bytes()))
    (emulator / "vnvme.ko").symlink_to(PAYLOAD / "vnvme.ko")
    manifest = {"kernel_release": os.uname().release}
    (emulator / "emulator.json").write_text(json.dumps(manifest))
    if job["dataset"]:
        folder = RESULTS / "datasets" / job["dataset"]
        folder.mkdir(parents=True)
        (folder / "dataset.json").write_text(json.dumps({"status": "done"}))
        run("cp", "--sparse=always", IMAGES["device"], folder / "device.img", timeout_s=600)
    _lab("host-module", "--shared", str(RESULTS), "--source", str(PAYLOAD)).check_returncode()


def _lab(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["python3", "-m", "scripts.lab", *arguments],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
    )


def _run(name: str, wanted: dict) -> dict:
    """Run a cell, and kill it on the way if so wanted; its outputs go home."""
    job, out = RESULTS / f"{name}.json", RESULTS / "cells" / name
    job.write_text(json.dumps(wanted["job"]))
    command = ["python3", "-m", "scripts.lab", "cell", "--job", str(job), "--shared", str(RESULTS)]
    process = subprocess.Popen(
        [*command, "--out", str(out)],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        stderr=subprocess.PIPE,
        text=True,
    )
    if wanted.get("kill_with"):
        # In the midst of a phase, when everything is there that has to go again. A cell that ends
        # before says why.
        _wait_until(lambda: process.poll() is not None or _clients_run())
        if process.returncode is None:
            workers = _children(process.pid) if wanted.get("kill_all") else []
            for pid in [process.pid, *workers]:
                os.kill(pid, getattr(signal, wanted["kill_with"]))
    _, stderr = process.communicate()
    if wanted.get("kill_with") and not wanted.get("kill_all"):
        # Who is left cleans up: the end of the journal is the end of that.
        _wait_until(lambda: not JOURNAL.exists())
    if out.exists():
        shutil.copytree(out, OUT / "cells" / name)
    return {"exit_code": process.returncode, "stderr": stderr}


def _clients_run() -> bool:
    return any(path.read_text() for path in CGROUPS.glob("bandwise/**/client/cgroup.procs"))


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _wait_until(holds: Callable[[], object]) -> None:
    give_up_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < give_up_s, "waited in vain"
        time.sleep(0.05)


def _state() -> dict[str, list[str]]:
    """All that a cell could leave behind on a host."""
    processes = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            processes.append(path.read_bytes().replace(b"\0", b" ").decode())
    write_back = Path("/proc/sys/vm").glob("dirty_*")
    disks = sorted(path.name for path in Path("/sys/block").iterdir())
    queues = [Path(f"/sys/block/{disk}/queue/{name}") for disk in disks for name in QUEUE]
    return {
        "mounts": _lines("/proc/self/mounts"),
        "modules": sorted(line.split()[0] for line in _lines("/proc/modules")),
        "memory": [line for line in _lines("/proc/iomem") if "vnvme" in line],
        "disks": disks,
        "queues": [path.read_text() for path in queues if path.exists()],
        "groups": sorted(str(path) for path in CGROUPS.rglob("*") if path.is_dir()),
        "settings": sorted(f"{path.name} {path.read_text()}" for path in write_back),
        "processes": sorted(words for words in processes if words),
        # But the lock, as whoever deletes one may delete one that somebody has just opened.
        "run": sorted({path.name for path in Path("/run").iterdir()} - {LOCK}),
        "shared_memory": _lines("/proc/sysvipc/shm"),
    }


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines()


if __name__ == "__main__":
    main()
