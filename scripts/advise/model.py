"""The model: a closed network of queues, which transactions ask for what was counted.

Clients wait in turn for the processor, the gate of the volume's requests and its transfers;
latency passes beside all others. Exact mean-value analysis says how many transactions so many
clients make, and where they wait.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MIB = 1024 * 1024
# From this share of its time on, what binds is called the limit.
BUSY = 0.9


@dataclass(frozen=True)
class Demand:
    """What one transaction asks for, and how many clients wait for theirs at once."""

    processor_s: float
    read_bytes: float
    write_bytes: float
    read_requests: float
    write_requests: float
    flushes: float
    clients: float


@dataclass(frozen=True)
class Volume:
    """What a volume allows; `iops` is `None` where it has no limit of requests."""

    name: str
    read_mib_s: float
    write_mib_s: float
    iops: float | None = None
    read_latency_us: float = 0
    write_latency_us: float = 0
    flush_latency_us: float = 0
    separate: bool = False


@dataclass(frozen=True)
class Answer:
    """Transactions per second, their mean latency, and how busy each place is."""

    tps: float
    latency_s: float
    shares: dict[str, float]

    @property
    def limit(self) -> str:
        """What is busiest, or `waiting` where nothing is busy: clients wait for latencies."""
        place = max(self.shares, key=lambda name: self.shares[name])
        return place if self.shares[place] >= BUSY else "waiting"

    @property
    def next_limit(self) -> str:
        """What would bind if the busiest place were no limit."""
        return sorted(self.shares, key=lambda name: -self.shares[name])[1]


def with_burst(rate: float, burst_rate: float | None, saved: float, seconds: float) -> float:
    """The mean rate over some time of a volume that begins with something saved up."""
    if not saved or not seconds:
        return rate
    mean = rate + saved / seconds
    return min(mean, burst_rate) if burst_rate else mean


def predict(demand: Demand, volume: Volume, cores: int) -> Answer:
    """What the clients of such transactions make on a volume and a number of cores."""
    seconds = _demands(demand, volume)
    # Of m cores: a queue m times as fast, and the rest beside all others (Seidmann).
    queues = {**seconds, "processor": demand.processor_s / cores}
    beside = (
        demand.processor_s * (cores - 1) / cores
        + (
            demand.read_requests * volume.read_latency_us
            + demand.flushes * (volume.write_latency_us + volume.flush_latency_us)
        )
        / 1e6
    )
    tps = throughput(list(queues.values()), beside, demand.clients)
    shares = {place: min(1.0, tps * each) for place, each in queues.items()}
    return Answer(tps, demand.clients / tps, shares)


def _demands(demand: Demand, volume: Volume) -> dict[str, float]:
    """Seconds of each place of the volume that a transaction takes."""
    reads = demand.read_bytes / MIB / volume.read_mib_s
    writes = demand.write_bytes / MIB / volume.write_mib_s
    pipes = {"reads": reads, "writes": writes} if volume.separate else {"transfers": reads + writes}
    if not volume.iops:
        return pipes
    return {**pipes, "requests": (demand.read_requests + demand.write_requests) / volume.iops}


def throughput(queues: list[float], beside: float, clients: float) -> float:
    """Transactions per second by exact mean-value analysis; on a line between whole clients."""
    if clients <= 0 or not (sum(queues) + beside):
        raise ValueError("no client, or transactions that ask for nothing: the model has no answer")
    lengths = [0.0] * len(queues)
    before = now = 0.0
    for number in range(1, max(1, math.ceil(clients)) + 1):
        waits = [each * (1 + length) for each, length in zip(queues, lengths, strict=True)]
        before, now = now, number / (beside + sum(waits))
        lengths = [now * wait for wait in waits]
    part = clients - math.floor(clients)
    return now if not part else before + (now - before) * part
