"""How much the device takes: at a time, in all, and of whose memory."""

from __future__ import annotations

import subprocess
import time
from collections import Counter

from guest import emulator, kernel_log
from guest.emulator import MEMORY_START
from guest.raw import Completion, Driver, Queue, command
from guest.system import GuestError, run

FLUSH, READ = 0, 2
MIB = 1 << 20
# Of the emulator: commands in one pass, and in flight for each I/O queue.
PASS_COMMANDS, QUEUE_DEPTH = 128, 1024


def _refused(**parameters: object) -> str:
    """Load the module with parameters that it should refuse; what the kernel's log says."""
    log = kernel_log.Log()
    kernel_log.EXPECTED.append("vnvme: ")
    try:
        words = [f"{name}={value}" for name, value in parameters.items()]
        run("insmod", emulator.MODULE, *words)
    except GuestError:
        return "\n".join(text for _, text in log.lines())
    raise AssertionError(f"the module took {parameters}")


def check_registers_inside_a_storage_are_refused() -> None:
    storage = {"memory_start": MEMORY_START, "memory_bytes": "64M"}
    for offset_mib in (0, 1, 32, 63):
        said = _refused(**storage, registers_start=MEMORY_START + offset_mib * MIB)
        assert "would lie in the storage" in said, said
    # Those of the second device in the storage of the first.
    said = _refused(
        memory_start=f"{MEMORY_START},{MEMORY_START + 128 * MIB}",
        memory_bytes="64M,64M",
        registers_start=f"{MEMORY_START + 64 * MIB},{MEMORY_START + 32 * MIB}",
    )
    assert "already claimed" in said, said
    emulator.load(**storage, registers_start=MEMORY_START + 64 * MIB)
    subprocess.run(["dd", f"if={emulator.DISK}", "of=/dev/null", "bs=1M", "count=8"], check=True)


def check_commands_that_move_nothing_are_taken_in_turns() -> int:
    """With interrupts off all the while, no pass takes more than its share of them."""
    with Driver(queues=4, flush_latency_ns=0) as driver:
        queues = [driver.create_queue(number) for number in (1, 2, 3, 4)]
        controls = emulator.Controls(driver.function / "vnvme")
        controls.turn(trace_entries=1024)
        for queue in queues:
            for number in range(63):
                queue.put(command(FLUSH, command_id=number, nsid=1))
        # A second after the last sign of the host's the device looks at nothing by itself.
        time.sleep(1.5)
        for queue in queues:
            queue.ring(look=False)
        driver.look()
        for queue in queues:
            done = queue.wait(63)
            assert [answer.command_id for answer in done] == [*range(63)]
            assert {answer.status for answer in done} == {0}
        # A pass completes all that it has taken at one instant.
        at_once = Counter(record.completed_ns for record in emulator.trace()).values()
        assert sum(at_once) == 4 * 63
        assert max(at_once) <= PASS_COMMANDS, at_once
        return max(at_once)


def check_a_host_that_overfills_its_queues_waits() -> int:
    """More is sent than there is room for: the rest is left where it is, and none is lost."""
    # Completions that find no room are looked at again, all of them each time.
    kernel_log.EXPECTED.append("hrtimer: interrupt took")
    with Driver(queues=2, read_latency_ns=10**9) as driver:
        first, second = driver.create_queue(1), driver.create_queue(2)
        emulator.Controls(driver.function / "vnvme").turn(trace_entries=4096)
        page = driver.page()
        sent = 0

        def send(queue: Queue, count: int) -> None:
            nonlocal sent
            for _ in range(count):
                queue.put(command(READ, (page, 0), command_id=sent, nsid=1))
                sent += 1
            queue.ring()

        while sent < QUEUE_DEPTH:
            send(first, 32)
        assert first.take() == [], "the device was not full while it was being filled"
        send(first, 60)
        # Other queues are served all the same.
        send(second, 60)
        assert driver.admin.run(6, (driver.page(), 0), words=(1,)).status == 0
        done: list[Completion] = []
        give_up = time.monotonic() + 60.0
        while len(done) < sent and time.monotonic() < give_up:
            time.sleep(0.0005)
            done += [*first.take(), *second.take()]
        assert sorted(answer.command_id for answer in done) == [*range(sent)]
        records = emulator.trace()
        assert len([record for record in records if record.completed_ns]) == sent
        return sent
