"""The guest's own plumbing: mounts, control groups, the way out."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

# Where init and the runner unpack what the host sends.
PAYLOAD = Path("/run/payload")
CGROUPS = Path("/sys/fs/cgroup")
ENGINE_CGROUP = CGROUPS / "engine"
CLIENT_CGROUP = CGROUPS / "client"
# linux/random.h: bits that the bytes are worth, how many bytes, and the bytes.
RNDADDENTROPY = 0x40085203
SEED_BYTES = 32
PVPANIC_PORT = 0x505
PVPANIC_PANICKED = 1
# How long a process may take to end that was killed: as long as its last I/O.
KILLED_S = 60.0


class GuestError(Exception):
    """The cell can't go on; the message is the reason that the site shows."""


# The host adds it, so that the number has as many digits whatever the limit is.
LIMIT_BASE_NS = 10**17
# A long wait is made of these, so that no timer of the kernel depends on how long it may be.
WAIT_S = 10.0


def limit_s(job: dict) -> float:
    """Virtual seconds after which the job gives a step up.

    A limit that was not reached must leave no trace, as it is in no id: reading it takes the same
    instructions whatever it is, and waits are cut into pieces of ``WAIT_S``.
    """
    return (job["limits"]["virtual_ns_and_base"] - LIMIT_BASE_NS) / 1e9


def now_ns() -> int:
    """Virtual time: nanoseconds since the machine was switched on."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def say(text: str) -> None:
    """Print a line to the console with the virtual time."""
    print(f"[{now_ns() / 1e9:11.6f}] runner: {text}", flush=True)


def run(*command: str | Path, input_text: str | None = None, timeout_s: float = 120.0) -> str:
    """Run a short command to its end and return what it printed.

    Raises GuestError with its last words when it fails or takes longer.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            input=input_text,
            stdin=None if input_text is not None else subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
        )
    except subprocess.TimeoutExpired:
        raise GuestError(f"{words[0]} took longer than {timeout_s:.0f} s") from None
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
        raise GuestError(f"{' '.join(words[:4])} failed ({done.returncode}): {' / '.join(last)}")
    return done.stdout


def mount(kind: str, source: str | Path, target: Path, options: str = "") -> None:
    """Mount ``source`` on ``target``, which is made when it is missing."""
    target.mkdir(parents=True, exist_ok=True)
    run("mount", "-t", kind, *(("-o", options) if options else ()), source, target)


def mount_system() -> None:
    """The file systems that every program expects, beyond those of ``init.sh``."""
    mount("tmpfs", "tmpfs", Path("/tmp"))
    mount("tmpfs", "tmpfs", Path("/dev/shm"))
    mount("devpts", "devpts", Path("/dev/pts"))
    Path("/dev/fd").symlink_to("/proc/self/fd")
    mount("cgroup2", "cgroup2", CGROUPS)
    mount("tracefs", "tracefs", Path("/sys/kernel/tracing"))


def tune_kernel() -> None:
    """Let writers go on, and write back at once.

    As in the profile throughput-performance of tuned (tuned-project.org) 40 % may be dirty: the
    kernel's own 20 % counts from the engine's small share of memory, and writers were stopped for
    whole seconds while the device stood idle. But not its 10 % before writing back begins: that
    counts from the whole memory, more than PostgreSQL dirties in a run of seconds, which would
    then be free, as it never is in hours.
    """
    for name, value in (("dirty_ratio", 40), ("dirty_background_bytes", 1 << 20)):
        Path(f"/proc/sys/vm/{name}").write_text(str(value))


def seed_random() -> None:
    """Credit entropy, so that the kernel's random number generator counts as initialised.

    Nothing in this machine is random, so the kernel would never believe it, and whoever asks first
    would work most of a second for it: with MariaDB that is a cell's first client.
    """
    seed = struct.pack("ii", SEED_BYTES * 8, SEED_BYTES) + bytes(SEED_BYTES)
    with Path("/dev/urandom").open("wb") as device:
        fcntl.ioctl(device, RNDADDENTROPY, seed)


def make_cgroups(engine_memory_bytes: int) -> None:
    """One group for the engine, under the limit that all engines share, one for its clients."""
    (CGROUPS / "cgroup.subtree_control").write_text("+cpu +memory +io")
    for group in (ENGINE_CGROUP, CLIENT_CGROUP):
        group.mkdir(exist_ok=True)
    (ENGINE_CGROUP / "memory.max").write_text(str(engine_memory_bytes))


def out_of_memory() -> bool:
    """Whether the kernel killed a process of the engine's because of its memory limit."""
    path = ENGINE_CGROUP / "memory.events"
    if not path.exists():
        return False
    events = path.read_text().split()
    return int(events[events.index("oom_kill") + 1]) > 0


def join(group: Path) -> None:
    """Put the calling process, and what it starts, into a control group."""
    (group / "cgroup.procs").write_text(str(os.getpid()))


def write_back() -> None:
    """Write back what is dirty, and wait for it."""
    os.sync()


def drop_caches() -> None:
    """Write back what is dirty and forget what is clean."""
    write_back()
    Path("/proc/sys/vm/drop_caches").write_text("3")


@contextmanager
def afterwards(*actions: Callable[[], object]) -> Iterator[None]:
    """Take every action after the block, whether it failed or not; raise the first failure.

    Later ones are notes of the first: an engine that is gone fails whatever is asked of it.
    """
    first: Exception | None = None
    try:
        yield
    except Exception as error:
        first = error
    for action in actions:
        try:
            action()
        except Exception as error:
            if first is None:
                first = error
            else:
                first.add_note(f"afterwards: {str(error) or type(error).__name__}")
    if first is not None:
        raise first


def reap(pid: int, timeout_s: float) -> bool:
    """Wait for a child to end, and kill it when that takes longer; whether it ended by itself."""
    descriptor = os.pidfd_open(pid)
    watch = select.poll()
    watch.register(descriptor, select.POLLIN)
    in_time = bool(watch.poll(timeout_s * 1000))
    if not in_time:
        os.kill(pid, signal.SIGKILL)
        watch.poll(KILLED_S * 1000)
    os.waitpid(pid, os.WNOHANG)
    os.close(descriptor)
    return in_time


def be_snapshotted() -> None:
    """Stop here. The machine is written to a file and goes on, perhaps many times, after this."""
    port = os.open("/dev/port", os.O_WRONLY)
    os.pwrite(port, bytes([PVPANIC_PANICKED]), PVPANIC_PORT)
    os.close(port)


def power_off() -> None:
    """End the machine at once; what matters is in the outbox."""
    run("busybox", "poweroff", "-f")
    time.sleep(60)


def wait_for(condition: Sequence[Path] | Path, timeout_s: float, what: str) -> None:
    """Wait until the path is there. Raises GuestError after ``timeout_s`` of virtual time."""
    paths = [condition] if isinstance(condition, Path) else list(condition)
    give_up_ns = now_ns() + int(timeout_s * 1e9)
    while not all(path.exists() for path in paths):
        if now_ns() > give_up_ns:
            raise GuestError(f"{what} did not appear within {timeout_s:.0f} s")
        time.sleep(0.005)
