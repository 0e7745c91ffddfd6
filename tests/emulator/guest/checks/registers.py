"""What no well-behaved driver does: registers, doorbells and pointers that make no sense."""

from __future__ import annotations

import random
import struct

from guest import commands, emulator
from guest.raw import (
    AQA,
    CAP,
    CC,
    CSTS,
    ENABLE,
    FATAL,
    PAGE,
    READY,
    VS,
    Driver,
    Memory,
    Queue,
    command,
)

NOWHERE = 1 << 45
# A ring that begins here goes on at 0, where there is memory.
LAST_PAGE = (1 << 64) - 4096
IDENTIFY, ABORT, SET_FEATURES, EVENT, GET_LOG = 6, 8, 9, 12, 2
READ, WRITE, WRITE_ZEROES = 2, 1, 8
ABORTED, EVENT_LIMIT, SEQUENCE_ERROR = 0x007, 0x105, 0x00C
BAD_DOORBELL_EVENT = 1 << 16 | 1 << 8


def check_states_of_the_controller() -> None:
    with Driver(up=False) as driver:
        capabilities = driver.read(CAP) | driver.read(CAP + 4) << 32
        assert capabilities & 0xFFFF == 1023
        assert capabilities >> 37 & 1
        assert driver.read(VS) == 0x10400
        assert driver.enable() == READY
        for cc in (ENABLE | 1 << 7, ENABLE | 1 << 4, ENABLE | 7 << 4):
            assert driver.enable(cc) & (FATAL | READY) == FATAL
        for address in (0, NOWHERE, LAST_PAGE, 0xFEE00000, driver.admin.memory.physical[0] + 8):
            assert driver.enable(asq=address) & (FATAL | READY) == FATAL, hex(address)
            assert driver.enable(acq=address) & (FATAL | READY) == FATAL, hex(address)
        assert driver.enable() == READY
        assert driver.admin.run(IDENTIFY, (driver.page(), 0), words=(1,)).status == 0
        driver.write(CC, ENABLE | 1 << 14)
        driver.look()
        assert driver.read(CSTS) == READY | 2 << 2
        # What belongs to the host outlives a reset.
        driver.disable()
        assert (driver.read(CSTS), driver.read(AQA)) == (0, 63 | 63 << 16)


def check_pointers() -> None:
    with Driver() as driver:
        queue = driver.create_queue()
        memory = Memory(700)
        pages = memory.physical

        def transfer(opcode: int, blocks: int, prp1: int, prp2: int = 0, lba: int = 0) -> int:
            return queue.run(opcode, (prp1, prp2), nsid=1, words=(lba, 0, blocks - 1)).status

        content = random.Random(1).randbytes(600 * PAGE)
        memory.view[: len(content)] = content
        first, second = 690, 691
        memory.view[first * PAGE : first * PAGE + 511 * 8] = struct.pack("<511Q", *pages[1:512])
        assert transfer(WRITE, 4096, pages[0], pages[first]) == 0
        for page in range(690):
            memory.view[page * PAGE : page * PAGE + PAGE] = bytes(PAGE)
        # From the middle of the first page to the middle of the last, by an offset into a list.
        where = first * PAGE + 1024
        memory.view[where : where + 32] = struct.pack("<4Q", *pages[10:14])
        assert transfer(READ, 32, pages[9] + 2048, pages[first] + 1024) == 0
        assert memory.view[9 * PAGE + 2048 : 13 * PAGE + 2048] == content[: 4 * PAGE]
        # The last entry of a list's page leads on to the next page of the list.
        end = first * PAGE + PAGE
        memory.view[end - 16 : end] = struct.pack("<2Q", pages[31], pages[second])
        memory.view[second * PAGE : second * PAGE + 24] = struct.pack("<3Q", *pages[32:35])
        assert transfer(READ, 40, pages[30], pages[first] + PAGE - 16) == 0
        assert memory.view[30 * PAGE : 35 * PAGE] == content[: 5 * PAGE]
        assert transfer(READ, 16, pages[20], pages[22]) == 0
        assert memory.view[20 * PAGE : 21 * PAGE] == content[:PAGE]
        assert memory.view[22 * PAGE : 23 * PAGE] == content[PAGE : 2 * PAGE]

        memory.view[where : where + 16] = struct.pack("<2Q", pages[10], pages[11] + 512)
        bad, error = commands.INVALID_PRP_OFFSET, commands.DATA_TRANSFER_ERROR
        for blocks, prp1, prp2, expected in (
            (8, pages[0] + 2, 0, bad),
            (16, pages[0], pages[1] + 8, bad),
            (24, pages[0], pages[first] + 4, bad),
            (24, pages[0], NOWHERE, bad),
            (24, pages[0], pages[first] + 1024, bad),
            (8, NOWHERE, 0, error),
            (8, 0xFEE00000, 0, error),
            (8, 0xA0000, 0, error),
            (16, pages[0], NOWHERE, error),
            (8, (1 << 64) - 4096, 0, error),
        ):
            for opcode in (READ, WRITE):
                status = transfer(opcode, blocks, prp1, prp2)
                assert status == expected, (opcode, blocks, hex(prp1), hex(prp2), hex(status))
        assert driver.admin.run(IDENTIFY, (NOWHERE, 0), words=(1,)).status == error
        for flags in (1, 2, 0x40, 0x80):
            done = queue.run(READ, (pages[0], 0), flags=flags, nsid=1)
            assert done.status == commands.INVALID_FIELD
        assert queue.run(0, nsid=0xFFFFFFFF).status == 0
        assert queue.run(0, nsid=0).status == commands.INVALID_NAMESPACE


def check_queues_are_made_and_deleted_in_order() -> None:
    with Driver(queues=4) as driver:
        admin = driver.admin
        one, two = driver.create_queue(1), driver.create_queue(3, entries=7)
        for queue in (one, two):
            for _ in range(20):
                assert queue.run(READ, (driver.page(), 0), nsid=1).status == 0
        assert admin.run(SET_FEATURES, words=(7, 3 | 3 << 16)).status == SEQUENCE_ERROR
        assert admin.run(4, words=(1,)).status == commands.INVALID_QUEUE_DELETION
        assert admin.run(5, (NOWHERE, 0), words=(2 | 63 << 16, 1)).status == (
            commands.INVALID_PRP_OFFSET
        )
        ring = driver.page()
        assert admin.run(5, (ring, 0), words=(2 | 1024 << 16, 1)).status == (
            commands.INVALID_QUEUE_SIZE
        )
        assert admin.run(5, (ring, 0), words=(2 | 63 << 16, 3 | 77 << 16)).status == (
            commands.INVALID_VECTOR
        )
        # A second submission queue on the first completion queue.
        assert admin.run(1, (ring, 0), words=(2 | 63 << 16, 1 | 1 << 16)).status == 0
        assert admin.run(0, words=(1,)).status == 0
        assert admin.run(4, words=(1,)).status == commands.INVALID_QUEUE_DELETION
        assert admin.run(0, words=(2,)).status == 0
        assert admin.run(4, words=(1,)).status == 0
        assert admin.run(0, words=(1,)).status == commands.INVALID_QUEUE_ID
        assert two.run(READ, (ring, 0), nsid=1).status == 0


def check_doorbells_that_make_no_sense_raise_an_event() -> None:
    with Driver() as driver:
        admin, queue = driver.admin, driver.create_queue(entries=16)
        for number in range(5):
            admin.put(command(EVENT, command_id=100 + number))
        admin.ring()
        (refused,) = admin.wait(1)
        assert (refused.command_id, refused.status) == (104, EVENT_LIMIT)

        queue.ring(16)
        (event,) = admin.wait(1)
        assert (event.command_id, event.result) == (103, BAD_DOORBELL_EVENT)
        queue.ring(0xFFFFFFFF)
        assert admin.wait(1, 0.01) == [], "notified again before the host has read the log"
        queue.ring()
        page = driver.page()
        assert admin.run(GET_LOG, (page, 0), nsid=0xFFFFFFFF, words=(1 | 15 << 16,)).status == 0
        queue.ring(99)
        (event,) = admin.wait(1)
        assert (event.command_id, event.result) == (102, BAD_DOORBELL_EVENT)
        # Doorbells of queues that don't exist are nobody's.
        for offset in range(0x1010, 0x2000, 4):
            driver.write(offset, 0x5A5A5A5A)
        driver.look()
        assert admin.wait(1, 0.01) == []
        queue.ring()
        assert queue.run(READ, (page, 0), nsid=1).status == 0

        # An event request can be aborted like any other command.
        assert admin.run(GET_LOG, (page, 0), nsid=0xFFFFFFFF, words=(1 | 15 << 16,)).status == 0
        admin.put(command(ABORT, command_id=7, words=(0 | 100 << 16,)))
        admin.ring()
        answers = {done.command_id: done for done in admin.wait(2)}
        assert (answers[7].status, answers[7].result) == (0, 0)
        assert answers[100].status == ABORTED


def check_each_command_is_answered_once_whenever_the_device_looks() -> None:
    """Passes of 10 us catch the driver in the middle of whatever it does, doorbells included."""
    with Driver(queues=2, read_bandwidth_bytes_s=50 << 20, read_latency_ns=0) as driver:
        busy, queue = driver.create_queue(1), driver.create_queue(2)
        read = command(READ, (driver.page(), 0), nsid=1)
        put = answered = 0
        for _ in range(300):
            for _ in range(60 - (put - answered)):
                busy.put(read)
                busy.ring(look=False)
                put += 1
            for number in range(8):
                queue.put(command(WRITE_ZEROES, command_id=number, nsid=1))
                queue.ring(look=number == 7)
            assert [answer.command_id for answer in queue.wait(8)] == [*range(8)]
            answered += len(busy.take())
            assert answered <= put
        answered += len(busy.wait(put - answered))
        assert answered == put
        assert queue.take() == busy.wait(1, 0.01) == []


def check_completion_queue_that_is_full() -> None:
    with Driver(read_latency_ns=1000) as driver:
        queue = driver.create_queue(entries=4)
        page = driver.page()
        # Three fill it; the next wait until the host has read some.
        for number in range(3):
            queue.put(command(READ, (page, 0), command_id=number, nsid=1))
        queue.ring()
        done: list = []
        while len(done) < 3:
            done += queue.take(free=False)
        for number in range(3, 6):
            queue.put(command(READ, (page, 0), command_id=number, nsid=1))
        queue.ring()
        assert queue.take(free=False) == []
        queue.free(1000)
        assert queue.take(free=False) == []
        queue.free()
        done += queue.wait(3)
        assert [answer.command_id for answer in done] == [0, 1, 2, 3, 4, 5]


def check_abort_of_what_is_in_flight() -> None:
    with Driver(read_latency_ns=10**9) as driver:
        queue = driver.create_queue()
        page = driver.page()
        for number in (11, 12, 13):
            queue.put(command(READ, (page, 0), command_id=number, nsid=1))
        queue.ring()
        assert queue.wait(1, 0.001) == []
        done = driver.admin.run(ABORT, words=(1 | 12 << 16,))
        assert (done.status, done.result) == (0, 0)
        (aborted,) = queue.wait(1, 0.5)
        assert (aborted.command_id, aborted.status) == (12, ABORTED)
        done = driver.admin.run(ABORT, words=(1 | 99 << 16,))
        assert (done.status, done.result) == (0, 1)
        assert sorted(done.command_id for done in queue.wait(2, 3.0)) == [11, 13]
        # Nobody's lateness: the model never had a time for its end. Others are late in real time.
        late_ns = emulator.Controls(driver.function / "vnvme").counters()["late_ns"]
        assert late_ns < 10**6 or "real_time" in emulator.OPTIONS


def check_reset_forgets_what_was_in_flight() -> None:
    with Driver(read_latency_ns=10**9) as driver:
        for _ in range(3):
            queue = driver.create_queue()
            page = driver.page()
            for number in range(40):
                queue.put(command(READ, (page, 0), command_id=number, nsid=1))
            queue.ring()
            assert driver.enable() == READY
            assert queue.wait(1, 0.05) == []
        old: Queue = queue
        assert old.wait(1, 2.0) == []
