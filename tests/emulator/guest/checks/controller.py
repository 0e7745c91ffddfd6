"""Admin commands and I/O commands, each with the status that the specification names."""

from __future__ import annotations

import struct
from pathlib import Path

from guest import commands, emulator, kernel_log
from guest.commands import Node, lba
from guest.emulator import DISK
from guest.system import run, wait_for

CONTROLLER = "/dev/nvme0"
ALL = 0xFFFFFFFF
IDENTIFY, GET_LOG, SET_FEATURES, GET_FEATURES, FORMAT = 0x06, 0x02, 0x09, 0x0A, 0x80
FLUSH, WRITE, READ, COMPARE, WRITE_ZEROES, DEALLOCATE, VERIFY = 0, 1, 2, 5, 8, 9, 12


def check_driver_binds_and_finds_a_disk() -> str:
    emulator.load()
    listed = run("nvme", "list")
    assert str(DISK) in listed, listed
    assert Path("/sys/block/nvme0n1/size").read_text() == f"{511 << 11}\n"
    return listed


def check_identify() -> None:
    emulator.load(namespaces=2, disks=[DISK, Path("/dev/nvme0n2")])
    with Node(CONTROLLER) as node:

        def identify(cns: int, nsid: int = 0, cdw11: int = 0) -> bytes:
            data = bytearray(b"\xee" * 4096)
            status = node.admin(IDENTIFY, data, nsid=nsid, cdw10=cns, cdw11=cdw11)
            assert status == commands.SUCCESS, hex(status)
            return bytes(data)

        controller = identify(1)
        assert controller[4:24].strip() == b"vnvme-0001"
        assert struct.unpack_from("<I", controller, 516)[0] == 2
        for nsid in (1, 2):
            size, capacity = struct.unpack_from("<QQ", identify(0, nsid))
            assert size == capacity
            assert len(set(identify(3, nsid))) > 1
        assert identify(0, 1)[104:120] != identify(0, 2)[104:120]
        assert struct.unpack_from("<3I", identify(2)) == (1, 2, 0)
        assert struct.unpack_from("<2I", identify(2, 1)) == (2, 0)
        assert struct.unpack_from("<2I", identify(0x10)) == (1, 2)
        assert struct.unpack_from("<2H", identify(0x12, 1)) == (1, 1)
        assert struct.unpack_from("<2H", identify(0x13)) == (1, 1)
        assert struct.unpack_from("<H", identify(0x13 | 2 << 16)) == (0,)
        assert identify(0, ALL)[25] == 1
        identify(5, 1)
        identify(6)
        identify(8, 1)
        for cns, nsid, expected in (
            (0, 0, commands.INVALID_NAMESPACE),
            (0, 3, commands.INVALID_NAMESPACE),
            (2, ALL, commands.INVALID_NAMESPACE),
            (3, 3, commands.INVALID_NAMESPACE),
            (0x77, 0, commands.INVALID_FIELD),
        ):
            assert node.admin(IDENTIFY, bytearray(4096), nsid=nsid, cdw10=cns) == expected
        # Command set 2, zoned namespaces, is none of ours.
        status = node.admin(IDENTIFY, bytearray(4096), cdw10=6, cdw11=2 << 24)
        assert status == commands.INVALID_FIELD


def check_log_pages() -> None:
    emulator.load()
    with Node(CONTROLLER) as node, Node(DISK) as disk:

        def log(page: int, size: int, offset: int = 0, nsid: int = ALL) -> tuple[int, bytes]:
            data = bytearray(size)
            cdw10 = page | (size // 4 - 1) << 16
            return node.admin(GET_LOG, data, nsid=nsid, cdw10=cdw10, cdw12=offset), bytes(data)

        def reads_and_errors() -> tuple[int, int]:
            _, health = log(2, 512)
            return struct.unpack_from("<Q", health, 64)[0], struct.unpack_from("<Q", health, 176)[0]

        reads, errors = reads_and_errors()
        assert disk.io(READ, bytearray(512), **lba(0, 1)) == commands.SUCCESS
        assert disk.io(READ, bytearray(512), **lba(1 << 40, 1)) == commands.LBA_OUT_OF_RANGE
        assert reads_and_errors() == (reads + 1, errors + 1)

        _, newest = log(1, 64)
        assert struct.unpack_from("<Q", newest)[0] == errors + 1
        assert struct.unpack_from("<H", newest, 12)[0] >> 1 & 0x7FF == commands.LBA_OUT_OF_RANGE
        assert struct.unpack_from("<Q", newest, 16)[0] == 1 << 40
        assert log(3, 512)[1][8:16] == b"1       "

        _, effects = log(5, 4096)
        admin = struct.unpack_from("<256I", effects)
        assert [code for code, value in enumerate(admin) if value & 1] == sorted(
            [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 0x80]
        )
        assert log(2, 256, offset=256)[1] == log(2, 512)[1][256:]
        assert log(0x7F, 512)[0] == commands.INVALID_LOG_PAGE
        assert log(2, 512, offset=512)[0] == commands.INVALID_FIELD
        assert log(2, 512, offset=2)[0] == commands.INVALID_FIELD
        assert log(2, 512, nsid=1)[0] == commands.INVALID_FIELD


def check_features() -> None:
    emulator.load()
    with Node(CONTROLLER) as node:

        def get(feature: int, select: int = 0, cdw11: int = 0) -> int:
            assert node.admin(GET_FEATURES, cdw10=feature | select << 8, cdw11=cdw11) == 0
            return node.result

        def put(feature: int, value: int, **fields: int) -> int:
            return node.admin(SET_FEATURES, cdw10=feature, cdw11=value, **fields)

        for feature, value in ((1, 0x07000003), (4, 350), (5, 9), (8, 0x0102), (10, 1), (11, 0x11)):
            before = get(feature)
            assert put(feature, value) == commands.SUCCESS
            assert get(feature) == value
            assert get(feature, select=3) == 1 << 2
            assert put(feature, before) == commands.SUCCESS
        assert put(9, 1 | 1 << 16) == commands.SUCCESS
        assert get(9, cdw11=1) == 1 | 1 << 16
        assert get(9, cdw11=0) == 0
        assert put(6, 0) == commands.SUCCESS
        assert (get(6), get(6, select=1)) == (0, 1)
        assert put(6, 1) == commands.SUCCESS
        assert put(1 | 1 << 31, 0) == commands.NOT_SAVEABLE
        assert put(9, 99) == commands.INVALID_FIELD
        assert put(2, 1) == commands.INVALID_FIELD
        assert put(0x55, 1) == commands.INVALID_FIELD
        assert put(1, 0, nsid=1) == commands.NOT_PER_NAMESPACE
        assert node.admin(GET_FEATURES, cdw10=0x55) == commands.INVALID_FIELD


def check_queue_commands_that_are_wrong() -> None:
    emulator.load(queues=1)
    ring = bytearray(4096)
    with Node(CONTROLLER) as node:
        for opcode, cdw10, cdw11, expected in (
            (5, 0 | 63 << 16, 3, commands.INVALID_QUEUE_ID),
            (5, 1 | 63 << 16, 3, commands.INVALID_QUEUE_ID),
            (5, 200 | 63 << 16, 3, commands.INVALID_QUEUE_ID),
            (5, 2 | 0 << 16, 3, commands.INVALID_QUEUE_ID),
            (1, 0 | 63 << 16, 1 | 1 << 16, commands.INVALID_QUEUE_ID),
            (1, 1 | 63 << 16, 1 | 0 << 16, commands.INVALID_CQ),
            (1, 1 | 63 << 16, 0 | 1 << 16, commands.INVALID_FIELD),
            (1, 1 | 63 << 16, 1 | 1 << 16, commands.INVALID_QUEUE_ID),
            (0, 0, 0, commands.INVALID_QUEUE_ID),
            (0, 9, 0, commands.INVALID_QUEUE_ID),
            (4, 0, 0, commands.INVALID_QUEUE_ID),
            (4, 1, 0, commands.INVALID_QUEUE_DELETION),
            (0x7F, 0, 0, commands.INVALID_OPCODE),
        ):
            status = node.admin(opcode, ring, cdw10=cdw10, cdw11=cdw11)
            assert status == expected, (opcode, hex(cdw10), hex(cdw11), hex(status))
        # Nothing with that number is in flight: success, and "not aborted".
        assert (node.admin(8, cdw10=1 | 500 << 16), node.result) == (0, 1)
        assert node.admin(8, cdw10=77) == commands.INVALID_FIELD
    emulator.fio(rw="randread", bs=4096, io_size="1m")


def check_io_commands() -> None:
    emulator.load(namespaces=2, disks=[DISK, Path("/dev/nvme0n2")])
    first, second = emulator.disk_of(1), emulator.disk_of(2)
    blocks = int(Path(f"/sys/block/{first.name}/size").read_text())
    ones, twos = bytearray(b"\x01" * 8192), bytearray(b"\x02" * 8192)
    with Node(first) as disk, Node(second) as other:

        def blocks_at(first: int, count: int) -> bytes:
            data = bytearray(count * 512)
            assert disk.io(READ, data, **lba(first, count)) == 0
            return bytes(data)

        assert disk.io(WRITE, ones, **lba(8, 16)) == 0
        assert other.io(WRITE, twos, **(lba(8, 16) | {"nsid": 2})) == 0
        assert blocks_at(8, 16) == ones
        assert disk.io(COMPARE, ones, **lba(8, 16)) == 0
        assert disk.io(COMPARE, twos, **lba(8, 16)) == commands.COMPARE_FAILURE
        assert disk.io(VERIFY, **lba(8, 16)) == 0
        assert disk.io(WRITE_ZEROES, **lba(9, 2)) == 0
        assert blocks_at(8, 4) == ones[:512] + bytes(1024) + ones[:512]
        ranges = bytearray(struct.pack("<IIQ", 0, 3, 12) + struct.pack("<IIQ", 0, 1, 20))
        assert disk.io(DEALLOCATE, ranges, cdw10=1, cdw11=4) == 0
        assert blocks_at(12, 9) == bytes(3 * 512) + ones[: 5 * 512] + bytes(512)
        assert disk.io(FLUSH) == 0
        wrong = bytearray(struct.pack("<IIQ", 0, 1, 12) + struct.pack("<IIQ", 0, 9, blocks - 8))
        assert disk.io(DEALLOCATE, wrong, cdw10=1, cdw11=4) == commands.LBA_OUT_OF_RANGE
        for opcode in (READ, WRITE, COMPARE, WRITE_ZEROES, VERIFY):
            data = None if opcode in (WRITE_ZEROES, VERIFY) else bytearray(1024)
            for first in (blocks - 1, blocks, 1 << 54, (1 << 64) - 1):
                status = disk.io(opcode, data, **lba(first, 2))
                assert status == commands.LBA_OUT_OF_RANGE, (opcode, first, hex(status))
        assert disk.io(READ, bytearray(512), cdw12=0xFFFF) == commands.INVALID_FIELD
        assert disk.io(0x4D, bytearray(512)) == commands.INVALID_OPCODE
        # More blocks than there is memory for: the second page's address is 0.
        assert disk.io(READ, bytearray(4096), **lba(0, 16)) in commands.BAD_POINTERS


def check_formatting_changes_the_block_size() -> None:
    emulator.load()
    emulator.fio(rw="write", bs="64k", size="4m")
    run("nvme", "format", DISK, "--lbaf=1", "--force")
    wait_for(DISK, 5, str(DISK))
    assert Path("/sys/block/nvme0n1/queue/logical_block_size").read_text() == "4096\n"
    with DISK.open("rb") as disk:
        assert disk.read(4 << 20) == bytes(4 << 20)
    report = emulator.fio(rw="randwrite", bs=4096, size="8m", verify="crc32c", iodepth=4)
    assert report["error"] == 0
    run("nvme", "format", DISK, "--lbaf=0", "--ses=1", "--force")
    assert Path("/sys/block/nvme0n1/queue/logical_block_size").read_text() == "512\n"
    with Node(CONTROLLER) as node:
        assert node.admin(FORMAT, nsid=1, cdw10=2) == commands.INVALID_FORMAT
        assert node.admin(FORMAT, nsid=1, cdw10=2 << 9) == commands.INVALID_FIELD
        assert node.admin(FORMAT, nsid=9) == commands.INVALID_NAMESPACE


def check_nvme_cli() -> dict[str, str]:
    emulator.load()
    kernel_log.EXPECTED.append("resetting controller")
    said = {}
    for words in (
        "id-ctrl /dev/nvme0",
        "id-ns /dev/nvme0n1",
        "ns-descs /dev/nvme0n1",
        "list-ns /dev/nvme0",
        "list-ctrl /dev/nvme0",
        "smart-log /dev/nvme0n1",
        "error-log /dev/nvme0",
        "fw-log /dev/nvme0",
        "get-log /dev/nvme0 --log-id=5 --log-len=4096",
        "get-feature /dev/nvme0 -f 6 -H",
        "nvm-id-ctrl /dev/nvme0",
        "flush /dev/nvme0n1",
        "write-zeroes /dev/nvme0n1 -s 0 -c 7",
        "verify /dev/nvme0n1 -s 0 -c 7",
        "dsm /dev/nvme0n1 -d -s 0 -b 8",
        "reset /dev/nvme0",
        "list-subsys",
    ):
        said[words] = run("nvme", *words.split())
    return said


def check_two_devices_of_three_namespaces() -> None:
    emulator.load(
        disks=[Path(f"/dev/nvme{device}n{n}") for device in (0, 1) for n in (1, 2, 3)],
        memory_start=f"{emulator.MEMORY_START},{emulator.MEMORY_START + (256 << 20)}",
        memory_bytes="256M,128M",
        namespaces=3,
    )
    assert len(emulator.folders()) == 2
    disks = [emulator.disk_of(nsid, device) for device in (0, 1) for nsid in (1, 2, 3)]
    sizes = [int(Path(f"/sys/block/{disk.name}/size").read_text()) >> 11 for disk in disks]
    assert sizes == [85, 85, 85, 42, 42, 43]
    for number, disk in enumerate(disks):
        disk.write_bytes(bytes([number + 1]) * (1 << 20))
    run("busybox", "sync")
    Path("/proc/sys/vm/drop_caches").write_text("3")
    for number, disk in enumerate(disks):
        with disk.open("rb") as file:
            assert file.read(1 << 20) == bytes([number + 1]) * (1 << 20)
    first, second = (emulator.Controls(folder) for folder in emulator.folders())
    first.turn(read_bandwidth_bytes_s=1 << 20)
    assert second.read("read_bandwidth_bytes_s") == "0"
    emulator.fio(name="a", filename=":".join(map(str, disks)), rw="randrw", size="8m",
                 bsrange="512-64k", iodepth=16, verify="crc32c", io_size="2m")  # fmt: skip
