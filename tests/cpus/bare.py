"""A bare guest with several CPUs: kernel, busybox, and a script that has its CPUs contend.

It prints hashes of what the kernel counted in nanoseconds, so that two consoles are the same only
if every task ran at the same time on the same CPU in both machines.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from scripts.jobs import CPU_GIPS
from scripts.lab.boot import Newc
from scripts.lab.virtual.machine import CPU_MODEL, KERNEL_ARGUMENTS
from scripts.lab.virtual.qmp import Qmp
from scripts.lab.virtual.watch import Watch
from scripts.layers.enter import toolchain_binary
from scripts.layers.source import PROGRAMS

QUANTUM = 1000
MIPS = round(CPU_GIPS * 1000)
LIMIT_S = 900
SAVE_S = 60
MEMORY_MIB = 256

BEGIN = r"""#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t devtmpfs devtmpfs /dev
mkdir -p /tmp
last=$(($(nproc) - 1))
state() {
    cat /proc/[0-9]*/stat /proc/[0-9]*/schedstat /proc/stat /proc/schedstat /proc/timer_list \
        /proc/interrupts | md5sum
    dmesg | md5sum
    echo "$1 at $(cat /proc/uptime)"
}
"""
# Each CPU counts how often it can read the clock, between the same two times, once booting is over.
SHARES = r"""
uptime() { read -r now _ </proc/uptime; now=${now%.*}${now#*.}; }
count() {
    i=0; uptime; while [ "$now" -lt $from ]; do uptime; done
    while [ "$now" -lt $to ]; do uptime; i=$((i + 1)); done; echo "share $i"
}
sleep 2
uptime; from=$((now + 50)); to=$((from + 60))
for cpu in $(seq 0 $last); do count & taskset -p -c $cpu $! >/dev/null; done
wait
"""
# Pipes from CPU to CPU, and a lock that all want.
CONTENTION = r"""
for cpu in $(seq 0 $last); do
    (dd if=/dev/zero bs=512 count=1500 2>/dev/null |
        taskset -c $(((cpu + 1) % (last + 1))) md5sum) &
    (for i in $(seq 30); do
        while ! mkdir /tmp/lock 2>/dev/null; do :; done
        rmdir /tmp/lock
    done; echo "locks $cpu") &
done
"""
# Saved while all CPUs are busy, by the same port as the lab's guests.
SNAPSHOT = r"""
printf '\001' | dd of=/dev/port bs=1 seek=1285 conv=notrunc 2>/dev/null
echo "goes on at $(cat /proc/uptime)"
"""
END = r"""
wait
state end
poweroff -f
"""


@dataclass(frozen=True)
class Machine:
    """What bare guests run on: folders of the layers, and of what guests boot from."""

    layers: Path
    boot: Path

    def command(self, *, clock: str | None, cpus: str, program: str | None = None) -> list[str]:
        """QEMU's arguments but those of one run; without a clock it counts no instructions.

        ``program`` is another QEMU than the layer's.
        """
        qemu = Path(program).parent if program else self.layers / "qemu"
        return [
            *toolchain_binary(self.layers / "toolchain/tree", PROGRAMS["qemu"], qemu),
            *("-machine", "pc,memory-backend=ram", "-cpu", CPU_MODEL, "-smp", cpus),
            *("-accel", "tcg,thread=single,tb-size=256"),
            *(("-icount", clock) if clock else ()),
            *("-rtc", "base=2020-01-01,clock=vm", "-seed", "1"),
            *("-m", str(MEMORY_MIB), "-nodefaults", "-no-user-config", "-no-reboot"),
            *("-display", "none", "-device", "pvpanic", "-action", "panic=pause"),
        ]

    def initramfs(self, script: str) -> bytes:
        """What a guest that runs the script as its init starts from."""
        archive = Newc()
        for name in ("bin", "dev", "proc"):
            archive.add(name, b"", 0o040755)
        archive.add("init", script.encode(), 0o100755)
        busybox = self.layers / "base/boot/busybox"
        archive.add("bin/busybox", busybox.read_bytes(), 0o100755)
        return archive.finish()


class Guest:
    """One run of a bare guest, in a folder of its own."""

    def __init__(
        self,
        machine: Machine,
        folder: Path,
        script: str,
        cpus: int,
        quantum: int | None = QUANTUM,
        saved: Path | None = None,
        program: str | None = None,
        mips: int = MIPS,
    ) -> None:
        """Start it, or go on with what another one saved in the folder ``saved``.

        ``quantum`` and ``program`` are as for ``Machine.command``: None counts nothing.
        """
        self.folder = folder
        folder.mkdir()
        (folder / "initramfs").write_bytes(machine.initramfs(script))
        (folder / "vmlinuz").symlink_to((machine.boot / "vmlinuz").resolve())
        ram = f"memory-backend-file,id=ram,size={MEMORY_MIB}M,mem-path=ram,share=on"
        clock = clock_of(quantum, mips) if quantum else None
        command = machine.command(clock=clock, cpus=str(cpus), program=program)
        command += ["-object", ram, "-kernel", "vmlinuz", "-initrd", "initramfs"]
        command += ["-append", KERNEL_ARGUMENTS, "-serial", "file:console"]
        command += ["-qmp", "unix:qmp,server=on,wait=off"]
        if saved:
            (folder / "ram").write_bytes((saved / "ram").read_bytes())
            (folder / "state").write_bytes((saved / "state").read_bytes())
            command += ["-incoming", "defer"]
        else:
            with (folder / "ram").open("wb") as file:
                file.truncate(MEMORY_MIB << 20)
        with (folder / "stderr").open("wb") as stderr:
            self.process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr
            )

    def control(self) -> Qmp:
        """A connection to the machine, which can then be saved and loaded."""
        qmp = Qmp(self.folder / "qmp", Watch(self.process.pid))
        capability = {"capability": "x-ignore-shared", "state": True}
        qmp.command("migrate-set-capabilities", capabilities=[capability])
        return qmp

    def load(self) -> None:
        """Go on with the saved state."""
        with contextlib.closing(self.control()) as qmp:
            qmp.command("migrate-incoming", uri="file:state")
            _wait_for(lambda: qmp.command("query-status")["status"] != "inmigrate")
            qmp.command("cont")

    def save(self, into: Path, limit_s: float = LIMIT_S) -> None:
        """Wait until the guest asks to be saved, save it into a folder, and let it go on."""
        into.mkdir()
        with contextlib.closing(self.control()) as qmp:
            # Not the event of it: that may have come before there was a connection.
            _wait_for(lambda: qmp.command("query-status")["status"] == "guest-panicked", limit_s)
            qmp.command("migrate", uri=f"file:{into.resolve()}/state")
            _wait_for(lambda: qmp.command("query-migrate")["status"] == "completed")
            (into / "ram").write_bytes((self.folder / "ram").read_bytes())
            qmp.command("cont")

    def console(self) -> str:
        """What it printed, when it has ended by itself."""
        code = self.process.wait(LIMIT_S)
        text = (self.folder / "console").read_text()
        assert code == 0, (self.folder / "stderr").read_text()
        assert "end at" in text, text[-2000:]
        return text

    def pids(self) -> list[int]:
        """Its QEMU's process, while it runs."""
        return [self.process.pid] if self.process.poll() is None else []

    def end(self) -> None:
        """End it, however far it has come."""
        self.process.kill()
        self.process.wait()


def clock_of(quantum: int, mips: int = MIPS) -> str:
    """The clock of the lab's machines with several CPUs."""
    return f"shift=0,sleep=off,align=off,quantum={quantum},mips={mips}"


@contextlib.contextmanager
def disturbed(qemus: Callable[[], list[int]], seed: int, burners: int = 4) -> Iterator[None]:
    """Disturb machines from outside: other load, and stops of some ms to some tenths of a second.

    ``qemus`` are the ids of their processes, asked for each time.
    """
    choose = random.Random(seed)

    def stop_and_go(over: Event) -> None:
        while not over.wait(choose.uniform(0.01, 0.5)):
            found = qemus()
            with contextlib.suppress(ProcessLookupError):
                for pid in found and [choose.choice(found)]:
                    os.kill(pid, signal.SIGSTOP)
                    time.sleep(choose.uniform(0.001, 0.3))
                    os.kill(pid, signal.SIGCONT)

    load = [subprocess.Popen(["nice", "sh", "-c", "while :; do :; done"]) for _ in range(burners)]
    try:
        with beside(stop_and_go):
            yield
    finally:
        for process in load:
            process.kill()
            process.wait()


@contextlib.contextmanager
def beside(work: Callable[[Event], None]) -> Iterator[None]:
    """Do some work in a thread until the block is over, which the event tells it."""
    over = Event()
    thread = Thread(target=work, args=(over,))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _wait_for(condition, limit_s: float = SAVE_S) -> None:
    until_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < until_s, "it did not come to pass"
        time.sleep(0.02)
