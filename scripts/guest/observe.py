"""What is read of a cell: once, before and after each phase, and while a phase runs."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from guest import device, traces
from guest.engines.adapter import Adapter, Rows
from guest.system import CLIENT_CGROUP, ENGINE_CGROUP, afterwards, now_ns

CGROUP_FILES = ("cpu.stat", "memory.stat", "memory.current", "memory.events", "io.stat")


class Readings:
    """What is read around phases: device_, system_, engine_before and _after, histograms, traces.

    Before a phase the device is read last and after it first, so that reading the engine's views
    stays out of the device's figures; so with the slices of the traces. What an engine answers at a
    phase's end it would answer again at the next one's start: it is asked once.
    """

    def __init__(self, engine: Adapter | None) -> None:
        self._engine = engine
        self._counters: dict[str, Rows] | None = None

    def before(self, folder: Path) -> None:
        """Write the readings ahead of a phase into its folder."""
        if self._engine:
            self._counters = self._counters or self._engine.counters()
            (folder / "engine_before.json").write_text(json.dumps(self._counters))
        (folder / "system_before.json").write_text(json.dumps(_system()))
        traces.end_slice()
        (folder / "histograms_before.txt").write_text(device.histograms())
        (folder / "device_before.txt").write_text(device.counters())

    def after(self, folder: Path) -> None:
        """Write the readings behind a phase into its folder."""
        (folder / "device_after.txt").write_text(device.counters())
        (folder / "histograms_after.txt").write_text(device.histograms())
        traces.end_slice()
        (folder / "system_after.json").write_text(json.dumps(_system()))
        if self._engine:
            self._counters = self._engine.counters()
            (folder / "engine_after.json").write_text(json.dumps(self._counters))


def _system() -> dict[str, object]:
    return {
        "cgroup_engine": _cgroup(ENGINE_CGROUP),
        "cgroup_client": _cgroup(CLIENT_CGROUP),
        "proc_stat": Path("/proc/stat").read_text(),
        "vmstat": Path("/proc/vmstat").read_text(),
        "diskstats": Path("/proc/diskstats").read_text(),
    }


def _cgroup(group: Path) -> dict[str, str]:
    return {name: (group / name).read_text() for name in CGROUP_FILES}


def layout(out: Path, when: str, engine: Adapter) -> None:
    """Add the sizes of tables and indexes to ``out``/layout.json as those of this moment."""
    path = out / "layout.json"
    moments = json.loads(path.read_text()) if path.exists() else {}
    moments[when] = engine.relations()
    path.write_text(json.dumps(moments, indent=1))


def describe(out: Path, name: str, engine: Adapter) -> None:
    """Keep the configuration and the versions of an engine of this name with the results."""
    folder = out / "config"
    folder.mkdir()
    settings = [f"{key} = {value}\n" for key, value in engine.settings().items()]
    (folder / f"{name}.conf").write_text("".join(settings))
    versions = {"engine": engine.version(), "kernel": os.uname().release}
    (out / "versions.json").write_text(json.dumps(versions))


class Sampler:
    """The device's counters at regular moments of a phase, as sampled.csv."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = ["time_ns,counter,value\n"]

    def sample(self) -> None:
        """Read the counters now."""
        time_ns = now_ns()
        for line in device.counters().splitlines():
            name, value = line.split()
            self._rows.append(f"{time_ns},{name},{value}\n")

    def write(self) -> None:
        """Write what was sampled."""
        self._path.write_text("".join(self._rows))


@contextlib.contextmanager
def sampled(path: Path, shortest_s: float) -> Iterator[None]:
    """Sample the device while the block runs, for what takes an unknown time.

    The next sample comes after a hundredth of the time that has passed, ``shortest_s`` at least.
    """
    sampler = Sampler(path)
    over = threading.Event()
    begin_ns = now_ns()

    def watch() -> None:
        while not over.wait(max(shortest_s, (now_ns() - begin_ns) / 1e11)):
            sampler.sample()

    sampler.sample()
    watcher = threading.Thread(target=watch)
    watcher.start()
    with afterwards(over.set, watcher.join, sampler.sample, sampler.write):
        yield
