"""The table of the device's settings: a row each, from which everything else follows.

The configuration's keys and factors (``scripts/plan``), the words for them in ids, the emulator's
files and parameters (``emulator/settings.h``), what a guest writes to these (``controls``), columns
(``scripts/parse``, ``scripts/store``), documentation, and labels of axes (``report/charts``).
After a change, ``make docs`` writes what is generated and kept with the code; tests fail until
then.

A row is a name and its ``Setting``, and below them its documentation: a label, as on an axis, a
colon, and one sentence. That is a docstring, as a job must not be stale when a word of it changes.
"""

from __future__ import annotations

from dataclasses import replace

from scripts.device.setting import BYTES, CHOICE, COUNT, KB, MIB_S, PER_S, QUEUE, US, Setting

BANDWIDTH_MIB_S, LATENCY_US = 65_536, 10_000_000


class Table:
    """The rows, in the order of documentation and columns."""

    read_bandwidth_mib_s = Setting(
        unit=MIB_S, most=BANDWIDTH_MIB_S, is_above_least=True, fastest=0, short="rbw"
    )
    """Bandwidth of reads: how fast the data of reads are transferred."""

    write_bandwidth_mib_s = Setting(
        unit=MIB_S, most=BANDWIDTH_MIB_S, is_above_least=True, fastest=0, short="wbw"
    )
    """Bandwidth of writes: how fast the data of writes are transferred."""

    flush_bandwidth_mib_s = Setting(unit=MIB_S, most=BANDWIDTH_MIB_S, default=0)
    """Bandwidth of flushes: how fast a flush writes what none has covered yet; 0: at once."""

    read_latency_us = Setting(unit=US, most=LATENCY_US, default=20, fastest=0, short="rlat")
    """Latency of reads: base latency of a read, after its transfer."""

    write_latency_us = Setting(unit=US, most=LATENCY_US, default=20, fastest=0, short="wlat")
    """Latency of writes: base latency of a write, after its transfer."""

    flush_latency_us = Setting(unit=US, most=LATENCY_US, default=20, fastest=0, short="flush")
    """Latency of flushes: what making earlier writes durable takes, once the device is idle."""

    fua_latency_us = Setting(unit=US, most=LATENCY_US, default=0, short="fua")
    """Latency of forced unit access: what it adds to the latency of a write."""

    turnaround_us = Setting(unit=US, most=1_000_000, default=0)
    """Turnaround: pause of a shared pipe between the transfer of a read and that of a write."""

    pipes = Setting(unit=CHOICE, choices=("shared", "separate"), default="shared")
    """Pipes: with `shared`, reads and writes take turns in one pipe; with `separate`, each have
    their own, as on a link that is full duplex."""

    iops_limit = Setting(unit=PER_S, most=10_000_000, default=0, is_whole=True, short="iops")
    """Limit of IOPS: reads and writes that the device begins per second, each counted once whatever
    its size; 0: no limit."""

    units = Setting(unit=COUNT, most=64, default=0, is_whole=True)
    """Units: parallel units, each busy with one latency at a time; 0: no limit."""

    stripe_bytes = Setting(unit=BYTES, least=512, most=1 << 30, default=16_384, is_whole=True)
    """Stripe: region of addresses on one unit before the next unit's."""

    read_ahead_kb = Setting(
        unit=KB, most=65_536, default=128, is_whole=True, multiple_of=4, short="ra", of=QUEUE
    )
    """Readahead: the kernel's, in KiB, as the kernel names it."""


SETTINGS = tuple(
    replace(row, name=name) for name, row in vars(Table).items() if isinstance(row, Setting)
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
# Keys of the configuration that set several at once, and the words for them in ids.
SHORTHANDS = {"bandwidth_mib_s": ("read_bandwidth_mib_s", "write_bandwidth_mib_s")}
SHORT_WORDS = {"bandwidth_mib_s": "bw"} | {row.name: row.short for row in SETTINGS if row.short}
