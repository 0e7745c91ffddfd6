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

from scripts.device.setting import (
    BYTES,
    CHOICE,
    COUNT,
    KB,
    KIB,
    MIB,
    MIB_S,
    MS,
    PER_S,
    PERCENT,
    QUEUE,
    US,
    Setting,
)

BANDWIDTH_MIB_S, LATENCY_US = 65_536, 10_000_000
# 4,096 bytes per second: at less, many requests in flight take more ns than 64 bits hold.
LEAST_MIB_S = 1 / 256
# What is saved up or cached, so that ns of it stay within 64 bits at any bandwidth.
SAVED_KIB, CACHED_MIB, SAVED_REQUESTS = 1 << 24, 1 << 14, 100_000_000
FACTOR_PERCENT = 100_000


class Table:
    """The rows, in the order of documentation and columns."""

    read_bandwidth_mib_s = Setting(
        unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, fastest=0, short="rbw"
    )
    """Bandwidth of reads: how fast the data of reads are transferred."""

    write_bandwidth_mib_s = Setting(
        unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, fastest=0, short="wbw"
    )
    """Bandwidth of writes: how fast the data of writes are transferred."""

    flush_bandwidth_mib_s = Setting(unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, default=0)
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
    """Limit of IOPS: reads and writes that the device begins per second; 0: no limit."""

    iops_request_kib = Setting(unit=KIB, most=65_536, default=0, is_whole=True, short="iopskib")
    """Size of a counted request: a read or write counts once for each so many KiB that it begins,
    as volumes count; 0: once whatever its size."""

    iops_burst = Setting(unit=COUNT, most=SAVED_REQUESTS, default=0, is_whole=True)
    """Burst of requests: how many beyond the limit of IOPS are saved up while it is not used up."""

    iops_burst_limit = Setting(unit=PER_S, most=10_000_000, default=0, is_whole=True)
    """Limit of IOPS in a burst: requests per second while saved ones last; 0: no limit."""

    read_burst_kib = Setting(unit=KIB, most=SAVED_KIB, default=0, is_whole=True)
    """Burst of reads: how much beyond their bandwidth is saved up while it is not used up."""

    read_burst_mib_s = Setting(unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, default=0)
    """Bandwidth of reads in a burst: how fast data move where a burst is set; 0: at once."""

    write_burst_kib = Setting(unit=KIB, most=SAVED_KIB, default=0, is_whole=True)
    """Burst of writes: how much beyond their bandwidth is saved up while it is not used up."""

    write_burst_mib_s = Setting(unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, default=0)
    """Bandwidth of writes in a burst: how fast data move where a burst is set; 0: at once."""

    latency_least_percent = Setting(unit=PERCENT, most=100, default=100, is_whole=True)
    """Least latency: of the base latency, which is the median; between quantiles it is linear."""

    latency_p90_percent = Setting(
        unit=PERCENT, most=FACTOR_PERCENT, least=100, default=100, is_whole=True
    )
    """Latency at 90 %: the 90 % quantile of latencies, of the base latency."""

    latency_p99_percent = Setting(
        unit=PERCENT, most=FACTOR_PERCENT, least=100, default=100, is_whole=True
    )
    """Latency at 99 %: the 99 % quantile of latencies, of the base latency."""

    latency_p999_percent = Setting(
        unit=PERCENT, most=FACTOR_PERCENT, least=100, default=100, is_whole=True
    )
    """Latency at 99.9 %: the 99.9 % quantile of latencies, of the base latency."""

    latency_most_percent = Setting(
        unit=PERCENT, most=FACTOR_PERCENT, least=100, default=100, is_whole=True
    )
    """Greatest latency: of the base latency."""

    latency_seed = Setting(unit=COUNT, most=(1 << 31) - 1, default=0, is_whole=True)
    """Seed of latencies: what they are drawn by; 0: the seed of the cell."""

    stall_us = Setting(unit=US, most=LATENCY_US, default=0)
    """Stall: for so long no transfer begins, at the start of each `stall_every_ms`."""

    stall_every_ms = Setting(unit=MS, most=86_400_000, default=0)
    """Time between stalls: from the start of one to the start of the next; 0: no stalls."""

    slc_mib = Setting(unit=MIB, most=CACHED_MIB, default=0, is_whole=True)
    """SLC cache: how much of writes it holds, at their bandwidth; 0: there is none."""

    slc_full_mib_s = Setting(unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, default=0)
    """Bandwidth of writes with a full SLC cache: how fast what it has no room for is written."""

    slc_drain_mib_s = Setting(unit=MIB_S, most=BANDWIDTH_MIB_S, least=LEAST_MIB_S, default=0)
    """Drain of the SLC cache: how fast it is emptied while no data of writes move."""

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
