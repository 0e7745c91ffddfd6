"""What settings of a device don't go together: bursts, quantiles, stalls, a cache of writes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from scripts.device.table import BY_NAME

# In their order; the base latency is the median.
QUANTILES = (
    "latency_least_percent",
    "latency_p90_percent",
    "latency_p99_percent",
    "latency_p999_percent",
    "latency_most_percent",
)
# A setting that means nothing without another one.
NEEDS = {
    "iops_request_kib": "iops_limit",
    "iops_burst": "iops_limit",
    "iops_burst_limit": "iops_burst",
    "read_burst_mib_s": "read_burst_kib",
    "write_burst_mib_s": "write_burst_kib",
    "stall_us": "stall_every_ms",
    "stall_every_ms": "stall_us",
    "slc_full_mib_s": "slc_mib",
    "slc_drain_mib_s": "slc_mib",
    "slc_mib": "slc_full_mib_s",
}
# A burst's rate, and the one that it is beyond.
FASTER = {
    "iops_burst_limit": "iops_limit",
    "read_burst_mib_s": "read_bandwidth_mib_s",
    "write_burst_mib_s": "write_bandwidth_mib_s",
    "write_bandwidth_mib_s": "slc_full_mib_s",
}
# What is saved up, how many of these one of its rate's unit has, and the rate.
BUCKETS = {
    "iops_burst": (1, "iops_limit"),
    "read_burst_kib": (1024, "read_bandwidth_mib_s"),
    "write_burst_kib": (1024, "write_bandwidth_mib_s"),
}


def problems_of(device: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the settings of a device, a sentence each."""

    def of(name: str) -> Any:
        return device.get(name, BY_NAME[name].default) or 0

    for lower, upper in itertools.pairwise(QUANTILES):
        if of(upper) < of(lower):
            yield f"{upper} ({of(upper)}) is below {lower} ({of(lower)}): quantiles must rise"
    for name, needed in NEEDS.items():
        if of(name) and not of(needed):
            yield f"{name} means nothing without {needed}: set both, or neither"
    for fast, slow in FASTER.items():
        if of(fast) and of(fast) < of(slow):
            yield f"{fast} ({of(fast):g}) must be >= {slow} ({of(slow):g})"
    if of("stall_us") and of("stall_us") >= of("stall_every_ms") * 1000:
        yield (
            f"stall_us ({of('stall_us'):g}) must be shorter than stall_every_ms "
            f"({of('stall_every_ms'):g}), or no transfer ever begins"
        )


def larger_than_run(device: Mapping[str, Any], seconds: float) -> Iterator[str]:
    """Which of a device's buckets is so large that a run of so many seconds never sees its limit.

    It is full when a cell begins, and a run as long as the limit needs for it can live on it.
    """
    for name, (per_unit, rate) in BUCKETS.items():
        saved, per_s = device.get(name, 0), per_unit * device.get(rate, 0)
        if saved and seconds and saved >= per_s * seconds:
            yield (
                f"{name} ({saved:g}) is as much as {rate} allows in all {seconds:g} s of the "
                "phases: shorten the burst, or measure for longer"
            )
