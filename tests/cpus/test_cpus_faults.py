"""What goes wrong in a machine with several CPUs ends its run, and a sentence says what it was."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.virtual.machine import Boot, Region
from scripts.lab.virtual.process import run_machine
from scripts.lab.virtual.regions import blank
from scripts.lab.virtual.verdict import outcome_of
from scripts.layers.enter import toolchain_binary
from scripts.layers.source import PROGRAMS
from tests.cpus.bare import BEGIN, CONTENTION, MEMORY_MIB

pytestmark = pytest.mark.cpus

CPUS = 4
LIMIT_S = 300
# Virtual seconds, of which a bare guest takes few to boot.
FOR_A_DEADLOCK_S = 30

PANIC = "sleep 1; taskset -c 2 sh -c 'echo c >/proc/sysrq-trigger'\nwait\n"
# Every CPU waits for a lock that nobody gives back.
SPINNING = "mkdir /tmp/lock\nwhile ! mkdir /tmp/lock 2>/dev/null; do :; done\n"
# Two tasks, each of which waits for the other to read.
SLEEPING = "mkfifo /tmp/a /tmp/b\n(echo >/tmp/a; cat /tmp/b) & (echo >/tmp/b; cat /tmp/a) &\nwait\n"


@pytest.fixture
def run(machine, tmp_path):
    """Runs a script as a lab runs its guests, and returns the run's outcome."""

    def run_script(script, limit_s=LIMIT_S):
        initramfs, outbox = tmp_path / "initramfs", blank(tmp_path / "outbox", 1)
        initramfs.write_bytes(machine.initramfs(script))
        qemu = toolchain_binary(
            machine.layers / "toolchain/tree", PROGRAMS["qemu"], machine.layers / "qemu"
        )
        boot = Boot(tuple(qemu), machine.boot / "vmlinuz", initramfs, cpus=CPUS)
        regions = [
            Region("ram", None, MEMORY_MIB, "ram", shared=False),
            Region("outbox", outbox, 1, "reserved", shared=True),
        ]
        console = tmp_path / "console"
        ending = run_machine(boot, regions, console, limit_s=limit_s)
        return outcome_of(ending, outbox, console, {"virtual_s": limit_s})

    return run_script


def test_kernel_that_panics_on_one_cpu_while_the_others_work(run):
    outcome = run(BEGIN + CONTENTION + PANIC)
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert outcome.reason == "the guest's kernel panicked: sysrq triggered crash"
    assert outcome.console_tail


@pytest.mark.parametrize("deadlock", [SPINNING, SLEEPING], ids=["spinning", "sleeping"])
def test_deadlock_ends_at_the_limit_of_time(run, deadlock):
    outcome = run(BEGIN + deadlock, limit_s=FOR_A_DEADLOCK_S)
    assert outcome.status == "timed_out"
    assert outcome.reason.startswith(
        f"still running after {FOR_A_DEADLOCK_S} virtual seconds; raise lab.virtual_limit_s"
    )


def test_machine_that_is_killed_is_no_failure_of_the_guest(run):
    killer = threading.Thread(target=_kill_the_qemu)
    killer.start()
    with pytest.raises(LabError, match=r"^QEMU was killed, "):
        run(BEGIN + SPINNING)
    killer.join()


def _kill_the_qemu() -> None:
    """Kill the process that this one starts next, once it has run for some time."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while not (found := children.read_text().split()):
        time.sleep(0.1)
    time.sleep(2)
    os.kill(int(found[0]), signal.SIGKILL)
