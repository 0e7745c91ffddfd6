"""What a console says of its kernel, and the machine with several CPUs, without booting one."""

from __future__ import annotations

from pathlib import Path

import pytest
from smp_guest import CPUS, reports_of, smp_arguments

from scripts.lab.virtual.machine import Boot, Region

CONSOLE = """\
[    1.000000] vnvme: loading out-of-tree module taints kernel.
[   12.345678] ==================================================================
[   12.345679] BUG: KCSAN: data-race in aio_complete / aio_read_events
[   12.345680] generic_handle_irq+0x1a/0x20
[   12.345681]  vnvme_vectors_deliver+0xbd/0x1e0 [vnvme]
[   13.000000][  T743] BUG: KCSAN: data-race in vnvme_timing_admit [vnvme] / aio_complete
[   14.000000] BUG: KASAN: slab-use-after-free in nvme_irq+0x74/0x80
[   15.000000] INFO: task fio:12 blocked for more than 122 seconds.
[   16.000000] WARNING: possible circular locking dependency detected
[   17.000000] nvme nvme0: I/O tag 5 (1005) opcode 0x2 (Read) QID 1 timeout, aborting
[   18.000000] runner: concurrency.check: 12.5 s
"""
LEAK = """\
BUG: workqueue leaked atomic, lock or RCU: kworker/0:1H[94]
2 locks held by kworker/0:1H/94:
 #0: ffff888004ca1d88 (&q->q_usage_counter(io)#4){++++}-{0:0}, at: nvme_start_freeze+0x9b/0xf0
"""
FOLLOWS = """\
WARNING: inconsistent lock state
ffff888004ca1d88 (&timer->lock){?...}-{2:2}, at: nvme_start_freeze+0x9b/0xf0
  vnvme_timer_begin_pass+0x1d/0x70 [vnvme]
"""
OURS = """\
[  12.345678] WARNING: inconsistent lock state
ffff888004ca1d88 (&timer->lock){?...}-{2:2}, at: vnvme_timer_arm+0x9b/0xf0 [vnvme]
"""
RACE = "BUG: KCSAN: data-race in {} / timer_fired\n"


def test_all_but_races_of_others_are_the_emulators() -> None:
    reports = reports_of(CONSOLE)
    assert [report.ours for report in reports] == [False, True, True, True, True, True]
    assert reports[0].text.endswith("[vnvme]")
    assert reports[1].title == "BUG: KCSAN: data-race in vnvme_timing_admit [vnvme] / aio_complete"
    assert reports_of("[    1.0] runner: a quiet kernel\n") == []


@pytest.mark.parametrize(
    ("console", "ours"),
    [
        (LEAK, [False]),
        (LEAK + FOLLOWS, [False, False]),
        (OURS + LEAK, [True, False]),
        (RACE.format("tick_sched_do_timer"), [False]),
        (RACE.format("vnvme_timer_arm [vnvme]"), [True]),
        ("nvme nvme0: I/O tag 3 timeout\n", [True]),
    ],
)
def test_reports_of_others_are_not_the_emulators(console: str, ours: list[bool]) -> None:
    assert [report.ours for report in reports_of(console)] == ours


def test_machine_has_its_own_threads_and_the_hosts_clock() -> None:
    regions = [
        Region("ram", None, 2048, "ram", shared=False),
        Region("device", Path("device.img"), 1024, "reserved", shared=True),
    ]
    arguments = smp_arguments(Boot((), Path("vmlinuz"), Path("initramfs.cpio")), regions)
    assert "-icount" not in arguments
    assert arguments[arguments.index("-smp") + 1] == str(CPUS)
    assert "thread=multi" in arguments[arguments.index("-accel") + 1]
    assert f"node,nodeid=0,cpus=0-{CPUS - 1},memdev=ram" in arguments
    assert "kcsan.early_enable=1" in arguments[arguments.index("-append") + 1]
