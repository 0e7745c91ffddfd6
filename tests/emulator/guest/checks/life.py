"""Resets, removal, unloading and power cuts under load; the two modes of service."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from guest import emulator, kernel_log
from guest.emulator import DISK, fio
from guest.system import mount, run, wait_for

GONE = (
    "resetting controller",
    "I/O error, dev nvme0n1",
    "Buffer I/O error",
    "lost file I/O error report",  # xfs of Linux 7, when nobody asks for what could not be written
    "callbacks suppressed",  # more of the same than the kernel prints
    "detected capacity change",
    "rescanning",
    "I/O Cmd(",
    "Unable to change power state",
    "writeback error",
)
MOUNT = Path("/mnt/data")


def _background(**options: object) -> subprocess.Popen[bytes]:
    given = {
        "name": "job", "filename": DISK, "allow_file_create": 0, "direct": 1, "ioengine": "libaio",
    } | options  # fmt: skip
    words = [f"--{name}={value}" for name, value in given.items()]
    return subprocess.Popen(["fio", "--eta=never", "--output=/run/fio.txt", *words])


def check_resets_under_load_lose_nothing() -> int:
    kernel_log.EXPECTED.extend(GONE)
    controls = emulator.load(write_bandwidth_bytes_s=100 << 20, read_bandwidth_bytes_s=100 << 20)
    job = _background(rw="randwrite", bsrange="512-128k", size="48m", iodepth=32, verify="crc32c")
    resets = 0
    while job.poll() is None:
        Path("/sys/class/nvme/nvme0/reset_controller").write_text("1")
        resets += 1
        time.sleep(0.05)
    assert job.returncode == 0, Path("/run/fio.txt").read_text()[-800:]
    assert resets > 5
    assert controls.counters()["errors"] == 0
    return resets


def check_unloading_and_loading_under_load() -> None:
    kernel_log.EXPECTED.extend(GONE)
    for delay_s in (0.3, 0.31, 0.35, 0.4):
        emulator.load(read_bandwidth_bytes_s=50 << 20)
        job = _background(rw="randrw", bsrange="512-128k", size="64m", iodepth=32)
        time.sleep(delay_s)
        emulator.unload()
        assert job.wait() != 0
    emulator.load()
    fio(rw="randrw", bs=4096, io_size="1m", size="8m", verify="crc32c")


def check_function_can_be_removed_and_found_again() -> None:
    kernel_log.EXPECTED.extend(GONE)
    emulator.load()
    function = emulator.folders()[0].parent
    job = _background(rw="randwrite", bs=4096, size="64m", iodepth=8)
    time.sleep(0.3)
    (function / "remove").write_text("1")
    job.wait()
    assert not DISK.exists()
    assert not emulator.folders()
    Path("/sys/bus/pci/rescan").write_text("1")
    wait_for(DISK, 10, str(DISK))
    assert emulator.Controls(emulator.folders()[0]).read("read_latency_ns") == "20000"
    fio(rw="randrw", bs=4096, io_size="1m", size="8m", verify="crc32c")


def check_loading_again_and_again_leaks_nothing() -> list[int]:
    free = []
    for _ in range(6):
        emulator.load(cache_bytes="4M")
        fio(rw="randwrite", bs=4096, io_size="1m", size="8m")
        emulator.unload()
        Path("/proc/sys/vm/drop_caches").write_text("3")
        fields = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
        free.append(int(fields["VmallocUsed"].split()[0]) + int(fields["SUnreclaim"].split()[0]))
    assert free[-1] - free[1] < 512, free
    return free


def check_both_modes_and_the_change_between_them() -> dict:
    controls = emulator.load(mode="spin")
    assert controls.read("mode") == "spin"
    fio(rw="randwrite", bsrange="512-64k", io_size="4m", size="16m", iodepth=8, verify="crc32c")
    job = _background(rw="randwrite", bsrange="512-64k", size="4m", iodepth=16, verify="crc32c")
    changes = 0
    while job.poll() is None:
        controls.turn(mode=("event", "spin")[changes % 2])
        changes += 1
        time.sleep(0.005)
    assert job.returncode == 0, Path("/run/fio.txt").read_text()[-800:]
    controls.turn(mode="event")
    assert emulator.refused(controls.folder / "mode", "sleep") == "Invalid argument"
    fio(rw="randread", bs=4096, io_size="400k", size="1m")
    return {"changes": changes}


def check_tracers_let_go_while_a_thread_serves() -> float:
    """Ending a tracer waits until each task has slept or says that it might have (RCU-tasks)."""
    emulator.load(mode="spin")
    instance = Path("/sys/kernel/debug/tracing/instances/check")
    instance.mkdir()
    (instance / "set_ftrace_filter").write_text("blk_mq_start_request")
    (instance / "current_tracer").write_text("function")
    fio(rw="randread", bs=4096, io_size="64k", size="1m")
    began = time.monotonic()
    end = subprocess.Popen(["busybox", "sh", "-c", f"echo nop > {instance}/current_tracer"])
    try:
        end.wait(20)
    except subprocess.TimeoutExpired as error:
        raise AssertionError("the thread that serves never lets a tracer end") from error
    finally:
        emulator.unload()
        end.wait()
        instance.rmdir()
    assert end.returncode == 0
    return time.monotonic() - began


def check_power_cut_loses_what_was_not_flushed_and_nothing_else() -> None:
    kernel_log.EXPECTED.extend(("nvme nvme0: ", *GONE))
    controls = emulator.load(cache_bytes="16M")
    old, new = b"o" * 65536, b"n" * 65536
    direct = os.open(DISK, os.O_RDWR)
    os.pwrite(direct, old * 4, 0)
    os.fsync(direct)
    os.pwrite(direct, new, 0)
    os.fsync(direct)
    os.close(direct)
    fio(rw="write", bs="4k", offset="64k", size="64k", buffer_pattern="0x6e")
    # O_DSYNC sends its writes with forced unit access.
    fio(rw="write", bs="4k", offset="128k", size="64k", buffer_pattern="0x6e", sync="dsync")
    (controls.folder / "power_cut").write_text("all\n")
    emulator.unload()
    emulator.load()
    with DISK.open("rb") as disk:
        assert disk.read(65536) == new, "a flush did not keep what was before it"
        assert disk.read(65536) == old, "what was not flushed is still there"
        assert disk.read(65536) == new, "forced unit access did not keep its data"
        assert disk.read(65536) == old


def _survives(kind: str, cut: str) -> int:
    """Cut the power while files are written; what was synced must be there afterwards."""
    kernel_log.EXPECTED.extend(("nvme nvme0: ", "EXT4-fs", "XFS", "JBD2", "Aborting", *GONE))
    controls = emulator.load(cache_bytes="64M", write_bandwidth_bytes_s=100 << 20)
    run(f"mkfs.{kind}", "-q", *(("-f",) if kind == "xfs" else ("-F",)), DISK)
    mount(kind, DISK, MOUNT)
    writer = subprocess.Popen(
        ["python3", "-c", _WRITER, str(MOUNT)], stdout=subprocess.PIPE, text=True
    )
    time.sleep(0.7)
    (controls.folder / "power_cut").write_text(cut)
    writer.kill()
    synced = [int(line) for line in writer.communicate()[0].split()]
    emulator.unload()
    run("umount", MOUNT)
    emulator.load()
    mount(kind, DISK, MOUNT)
    for number in synced:
        content = (MOUNT / f"file-{number}").read_bytes()
        assert content == bytes([number % 251]) * (number % 7 * 3000 + 1), number
    run("umount", MOUNT)
    run(*(("e2fsck", "-fn") if kind == "ext4" else ("xfs_repair", "-n")), DISK)
    return len(synced)


_WRITER = """
import os, sys
number = 0
while True:
    with open(f"{sys.argv[1]}/file-{number}", "wb") as file:
        file.write(bytes([number % 251]) * (number % 7 * 3000 + 1))
        file.flush()
        os.fsync(file)
    print(number, flush=True)
    with open(f"{sys.argv[1]}/never-synced-{number % 50}", "wb") as file:
        file.write(b"x" * 50000)
    if number % 10 == 9:
        os.rename(f"{sys.argv[1]}/never-synced-{number % 50}", f"{sys.argv[1]}/moved")
    number += 1
"""


def check_ext4_survives_a_power_cut() -> int:
    return _survives("ext4", "all")


def check_ext4_survives_a_power_cut_that_loses_every_other_page() -> int:
    return _survives("ext4", "every-other-page")


def check_xfs_survives_a_power_cut() -> int:
    return _survives("xfs", "all")


def check_xfs_survives_a_power_cut_that_loses_every_other_page() -> int:
    return _survives("xfs", "every-other-page")
