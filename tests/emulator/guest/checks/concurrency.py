"""Several CPUs at once: for kernels that watch themselves, in a machine that has them.

With one CPU there is little to be found here, so these checks are not among the others.
"""

from __future__ import annotations

import os
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from guest import emulator, kernel_log
from guest.checks.fuzz import send_random_commands
from guest.checks.life import GONE
from guest.emulator import DISK, Controls
from guest.system import wait_for

RESET = Path("/sys/class/nvme/nvme0/reset_controller")
# For how long each check goes on, and how many random commands are sent.
SECONDS = 12.0
COMMANDS = 400
SETTINGS = {
    "read_bandwidth_bytes_s": (0, 50 << 20, 200 << 20, 1000 << 20),
    "write_bandwidth_bytes_s": (0, 50 << 20, 200 << 20, 1000 << 20),
    "flush_bandwidth_bytes_s": (0, 1 << 30),
    "read_latency_ns": (0, 1000, 100000, 2000000),
    "write_latency_ns": (0, 1000, 100000, 2000000),
    "turnaround_ns": (0, 5000),
    "pipes": (0, 1),
    "iops_limit": (0, 50000),
    "units": (0, 1, 7, 64),
    "stripe_bytes": (4096, 65536),
}


def _seconds() -> float:
    return float(emulator.OPTIONS.get("seconds", SECONDS))


def _started(controls: Controls, **options: object) -> subprocess.Popen[bytes]:
    """Jobs on all CPUs that go on for long, once the device has heard of them."""
    given = {
        "name": "job", "filename": DISK, "allow_file_create": 0, "direct": 1, "rw": "randrw",
        "ioengine": "libaio", "iodepth": 16, "bsrange": "512-64k", "size": "8m",
        "numjobs": os.cpu_count(), "time_based": 1, "runtime": 3600,
    } | options  # fmt: skip
    words = [f"--{name}={value}" for name, value in given.items()]
    before = controls.counters()["write_commands"]
    job = subprocess.Popen(["fio", "--eta=never", "--output=/run/fio.txt", *words])
    give_up = time.monotonic() + 60
    while controls.counters()["write_commands"] < before + 50:
        assert job.poll() is None, "fio ended at once"
        assert time.monotonic() < give_up, "fio did not begin"
        time.sleep(0.01)
    return job


@contextmanager
def _verified(controls: Controls, disk: Path = DISK) -> Iterator[None]:
    """Jobs that verify what they wrote, over and over, beside the block; they find no fault."""
    job = _started(
        controls, filename=disk, offset_increment="8m", verify="crc32c", fsync=32,
        verify_backlog=64,
    )  # fmt: skip
    try:
        yield
        assert job.poll() is None, Path("/run/fio.txt").read_text()[-800:]
    finally:
        job.terminate()
        job.wait()
    assert "verify:" not in Path("/run/fio.txt").read_text(), "fio read what it did not write"


@contextmanager
def _shell(loop: str, count: int = 1) -> Iterator[None]:
    """Commands repeated by other processes for as long as the block runs, whatever they come to."""
    script = f"while :; do {loop}; done >/dev/null 2>&1"
    processes = [subprocess.Popen(["busybox", "sh", "-c", script]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


READ_SYSFS = "cat /sys/bus/pci/devices/*/vnvme/*"
# An open ring holds the module.
READ_ALL = f"{READ_SYSFS}; cat /sys/kernel/debug/vnvme/0/trace"


@contextmanager
def _beside(action: Callable[[random.Random], None]) -> Iterator[None]:
    """A thread that does something at random for as long as the block runs."""
    over = threading.Event()
    failures: list[BaseException] = []

    def again() -> None:
        dice = random.Random(5)
        try:
            while not over.is_set():
                action(dice)
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=again)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if failures:
        raise failures[0]


def _repeat(action: Callable[[], None], pause_s: float) -> int:
    """Do something until the check's time is over; how often."""
    give_up, times = time.monotonic() + _seconds(), 0
    while time.monotonic() < give_up:
        action()
        times += 1
        time.sleep(pause_s)
    return times


def _turn(controls: Controls) -> Callable[[random.Random], None]:
    def turn(dice: random.Random) -> None:
        name = dice.choice([*SETTINGS])
        controls.turn(**{name: dice.choice(SETTINGS[name])})
        if dice.randrange(8) == 0:
            (controls.folder / "schedule").write_text("1000 units 3\n90000 read_latency_ns 5000\n")
            controls.turn(trace_entries=dice.choice((0, 64, 1024)))

    return turn


def check_random_commands_beside_verified_data() -> dict:
    kernel_log.EXPECTED.extend(("nvme nvme0: ", "nvme0n1: ", "nvme0n2: "))
    controls = emulator.load(namespaces=2, disks=[DISK, Path("/dev/nvme0n2")])
    with _verified(controls, emulator.disk_of(2)):
        statuses, refused = send_random_commands(random.Random(11), COMMANDS)
    return {"statuses": statuses, "refused_by_the_kernel": refused}


def check_settings_changed_and_files_read_under_load() -> int:
    controls = emulator.load()
    with _verified(controls), _shell(READ_ALL, 2), _beside(_turn(controls)):
        return _repeat(controls.counters, 0.01)


def check_modes_changed_under_load() -> int:
    controls = emulator.load(read_latency_ns=5000, write_latency_ns=5000)
    modes = ["spin", "event"]

    def change() -> None:
        controls.turn(mode=modes[0])
        modes.reverse()

    with _verified(controls), _shell(READ_ALL):
        return _repeat(change, 0.05)


def _reset_under_load(mode: str) -> int:
    kernel_log.EXPECTED.extend(GONE)
    controls = emulator.load(mode=mode)
    with _verified(controls), _shell(READ_ALL, 2), _beside(_turn(controls)):
        return _repeat(lambda: RESET.write_text("1"), 0.1)


def check_resets_while_files_are_read() -> int:
    return _reset_under_load("event")


def check_resets_while_files_are_read_and_a_thread_serves() -> int:
    return _reset_under_load("spin")


def check_unloading_while_busy() -> int:
    """The driver loses its disk under load, files are being read, and all of it goes."""
    kernel_log.EXPECTED.extend((*GONE, "nvme nvme0: "))
    modes = ["event", "spin"]

    def load_and_unload() -> None:
        job = _started(emulator.load(mode=modes[0]))
        modes.reverse()
        emulator.unload()
        job.wait()

    with _shell(READ_SYSFS, 2):
        return _repeat(load_and_unload, 0.0)


def check_power_cuts_under_load() -> int:
    """The cache is full, commands are in flight, and files are being read."""
    kernel_log.EXPECTED.extend((*GONE, "nvme nvme0: "))
    cuts = [("all", "event"), ("every-other-page", "spin")]

    def cut() -> None:
        losing, mode = cuts[0]
        cuts.reverse()
        controls = emulator.load(mode=mode, cache_bytes="16M")
        job = _started(controls, fsync=64)
        (controls.folder / "power_cut").write_text(losing)
        emulator.unload()
        job.wait()

    with _shell(READ_SYSFS, 2):
        return _repeat(cut, 0.0)


def check_driver_taken_and_given_back_under_load() -> int:
    """Its interrupts are freed and made again, its tags are others: with both kinds of service."""
    kernel_log.EXPECTED.extend((*GONE, "nvme nvme0: "))
    controls = emulator.load()
    function = controls.folder.parent
    modes = ["spin", "event"]

    def rebind() -> None:
        job = _started(controls)
        controls.turn(mode=modes[0])
        modes.reverse()
        Path("/sys/bus/pci/drivers/nvme/unbind").write_text(function.name)
        job.wait()
        Path("/sys/bus/pci/drivers/nvme/bind").write_text(function.name)
        wait_for(DISK, 30.0, str(DISK))

    with _shell(READ_ALL, 2):
        return _repeat(rebind, 0.1)
