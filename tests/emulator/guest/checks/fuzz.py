"""Random commands: no hang, no oops, and the data that none of them may touch is intact."""

from __future__ import annotations

import mmap
import random
from pathlib import Path

from guest import emulator, kernel_log
from guest.commands import Node
from guest.emulator import DISK, fio
from guest.raw import PAGE, Driver, Memory, command
from guest.system import run

COMMANDS = 20000
PASSTHROUGH_COMMANDS = 4000
# Queue management, formatting and event requests would end the fuzzer's own means.
ADMIN_LEFT_OUT = {0, 1, 4, 5, 12, 0x80}


def _number(dice: random.Random, bits: int) -> int:
    """Small, large, near a power of 2, or anything."""
    kind = dice.randrange(4)
    if kind == 0:
        return dice.randrange(16) & ((1 << bits) - 1)
    if kind == 1:
        return (1 << bits) - 1 - dice.randrange(16)
    if kind == 2:
        return ((1 << dice.randrange(bits)) + dice.randrange(-2, 3)) & ((1 << bits) - 1)
    return dice.getrandbits(bits)


def check_random_commands_past_the_driver() -> dict:
    """Namespace 2 is filled and then left alone; everything about namespace 1 is random.

    Any page may be taken for a list of pages, so all that a page can ever hold has to be harmless
    as such: addresses of ours, or addresses that are nobody's however they are cut in two. What
    admin commands return has pages of its own.
    """
    dice = random.Random(emulator.OPTIONS.get("fuzz_seed", 20260101))
    answered, statuses = 0, {}
    memory, admin_memory = Memory(64), Memory(8)

    def pointer() -> int:
        if dice.randrange(8) == 0:
            return 0x2001 << 32 | dice.randrange(1 << 20) << 12
        return dice.choice(memory.physical)

    def first_pointer(pages: list[int]) -> int:
        kind = dice.randrange(8)
        if kind == 0:
            return _number(dice, 64) | 1 << 46
        return dice.choice(pages) + (dice.randrange(PAGE) if kind < 3 else 0)

    def lists() -> None:
        for page in range(64):
            entries = b"".join(pointer().to_bytes(8, "little") for _ in range(8))
            memory.view[page * PAGE : page * PAGE + PAGE] = entries * 64

    guarded = bytes(range(256)) * 4096
    emulator.load(namespaces=2, disks=[Path("/dev/nvme0n2")])
    emulator.disk_of(2).write_bytes(guarded)
    run("blkdiscard", emulator.disk_of(1))
    emulator.unload()
    with Driver(namespaces=2, read_latency_ns=2000, units=4, turnaround_ns=300) as driver:
        queue = driver.create_queue()
        total = int(emulator.OPTIONS.get("fuzz_commands", COMMANDS))
        sent = 0
        while sent < total:
            memory.check()
            admin_memory.check()
            queue.memory.check()
            driver.admin.memory.check()
            lists()
            for target in (queue, queue, queue, driver.admin):
                for number in range(40):
                    opcode = dice.choice((0, 1, 2, 5, 8, 9, 12, dice.randrange(256)))
                    if target is driver.admin:
                        opcode = dice.choice((2, 6, 8, 9, 10, dice.randrange(256)))
                        opcode = 6 if opcode in ADMIN_LEFT_OUT else opcode
                    nsid = dice.choice((1, 1, 1, 1, 0, 3, _number(dice, 32) | 4))
                    words = [
                        dice.choice((dice.randrange(200), _number(dice, 32))),
                        dice.choice((0, 0, 4, _number(dice, 32))),
                        dice.choice((dice.randrange(64), _number(dice, 32))),
                        *(_number(dice, 32) for _ in range(3)),
                    ]
                    if target is driver.admin:
                        # Within a page, so that the second pointer is not looked at.
                        prps = (dice.choice(admin_memory.physical), 0)
                        if dice.randrange(8) == 0:
                            prps = (_number(dice, 64) | 1 << 46, 0)
                    else:
                        prps = (first_pointer(memory.physical), pointer())
                    entry = command(
                        opcode,
                        prps,
                        flags=dice.choice((0, 0, 0, 0, 0, 0, _number(dice, 8))),
                        command_id=number,
                        nsid=nsid,
                        words=words,
                    )
                    target.put(entry)
                target.ring()
                done = target.wait(40)
                assert len(done) == 40, f"{len(done)} of 40 answered after {sent} commands"
                assert {answer.command_id for answer in done} == set(range(40))
                for answer in done:
                    statuses[hex(answer.status)] = statuses.get(hex(answer.status), 0) + 1
                answered += len(done)
                sent += 40
            if dice.randrange(4) == 0:
                queue.ring(dice.choice((64, 65, _number(dice, 32) | 64)))
                queue.ring()
    emulator.unload()
    emulator.load(namespaces=2, disks=[Path("/dev/nvme0n2")])
    with emulator.disk_of(2).open("rb") as file:
        assert file.read(len(guarded)) == guarded
    assert len(statuses) > 8
    return {"answered": answered, "statuses": statuses}


def check_random_commands_through_the_driver() -> dict:
    """As nvme-cli's passthrough sends them, beside verified data in another namespace.

    The kernel hands on what it is given, so a command must not ask for more data than its buffer
    has; buffers are whole pages as some commands always fill one.
    """
    kernel_log.EXPECTED.extend(("nvme nvme0: ", "nvme0n1: ", "nvme0n2: "))
    emulator.load(namespaces=2, disks=[DISK, Path("/dev/nvme0n2")])
    guard = {"rw": "randwrite", "bs": 4096, "size": "4m", "filename": emulator.disk_of(2)}
    fio(**guard, verify="crc32c", do_verify=0)
    total = int(emulator.OPTIONS.get("fuzz_commands", 0)) // 10 or PASSTHROUGH_COMMANDS
    statuses, refused = send_random_commands(random.Random(7), total)
    fio(**guard | {"rw": "randread"}, verify="crc32c", verify_only=1)
    fio(rw="randrw", bs=4096, io_size="1m", size="8m", verify="crc32c")
    return {"statuses": statuses, "refused_by_the_kernel": refused}


def _blocks(dice: random.Random, size: int) -> int:
    """So many blocks that they fit into a buffer, and are found by the pointers that it has.

    The kernel makes pointers for the whole buffer. The second of a larger one is to a list of
    pages; with two pages to read, the controller would take the list for the second, and write
    over it and over other lists beside it.
    """
    blocks = 1 + dice.randrange(size // 512)
    return blocks + 8 if size > 2 * PAGE and 8 < blocks <= 16 else blocks


def send_random_commands(dice: random.Random, total: int) -> tuple[dict[str, int], int]:
    """Random commands to namespace 1 and to the controller by the kernel's driver.

    Returns how often it answered with which status, and how many it did not hand on.
    """
    # In real time, and where each access to memory is checked, zeroing alone takes long.
    timeout_ms = 60000 if "real_time" in emulator.OPTIONS else 1000
    statuses: dict[str, int] = {}
    refused = 0
    buffers = [mmap.mmap(-1, size) for size in (PAGE, PAGE, 4 * PAGE, 64 * PAGE)]
    with Node(emulator.disk_of(1)) as disk, Node("/dev/nvme0") as controller:
        for number in range(total):
            data = dice.choice(buffers)
            fields = {f"cdw{word}": _number(dice, 32) for word in range(10, 16)}
            fields["timeout_ms"] = timeout_ms
            try:
                if number % 4 == 0:
                    opcode = dice.choice((2, 6, 9, 10, dice.randrange(256)))
                    # Aborts hit others; what becomes of the queues is the kernel's to decide.
                    if opcode in ADMIN_LEFT_OUT or opcode == 8 or fields["cdw10"] & 0xFF == 7:
                        continue
                    nsid = dice.choice((0, 1, _number(dice, 32)))
                    status = controller.admin(opcode, data, nsid=nsid, **fields)
                else:
                    opcode = dice.choice((0, 1, 2, 5, 8, 9, 12, dice.randrange(256)))
                    if dice.randrange(2):
                        fields["cdw10"], fields["cdw11"] = dice.randrange(4096), 0
                    if opcode in (1, 2, 5) or dice.randrange(2):
                        fields["cdw12"] = _blocks(dice, len(data)) - 1
                    status = disk.io(opcode, data, **fields)
                statuses[hex(status)] = statuses.get(hex(status), 0) + 1
            except OSError:
                refused += 1
    return statuses, refused
