"""The model: a closed network of queues, which transactions ask for what was counted.

Clients wait in turn for the processor, the gate of the volume's requests and its transfers;
latency passes beside all others. Exact mean-value analysis says how many transactions so many
clients make, and where they wait. Writes come in batches, during which all wait: a share of their
time is added to each transaction's. `report/advise/model.js` is the same for the site's page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from scripts.advise.rules import MODEL

MIB = 1024 * 1024


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
    price_usd_month: float | None = None
    price_as_of: str | None = None


@dataclass(frozen=True)
class Answer:
    """Transactions per second, their mean latency, and how busy each place is."""

    tps: float
    latency_s: float
    shares: dict[str, float]
    # Of a transaction's time, how much it is itself at work on a core.
    computing: float

    @property
    def limit(self) -> str:
        """What is busiest; where nothing is busy, what clients wait for."""
        place = self._by_share[0]
        if self.shares[place] >= MODEL["busy"]:
            return place
        return "computing" if self.computing >= MODEL["mostly"] else "waiting"

    @property
    def next_limit(self) -> str:
        """What would bind if that were no limit: where nothing is busy, the busiest place."""
        first, second, *_ = self._by_share
        return second if first == self.limit else first

    @property
    def _by_share(self) -> list[str]:
        return sorted(self.shares, key=lambda name: -self.shares[name])


def with_burst(rate: float, burst_rate: float | None, saved: float, seconds: float) -> float:
    """The mean rate over some time of a volume that begins with something saved up."""
    if not saved or not seconds:
        return rate
    mean = rate + saved / seconds
    return min(mean, burst_rate) if burst_rate else mean


def predict(demand: Demand, volume: Volume, cores: int) -> Answer:
    """What the clients of such transactions make on a volume and a number of cores."""
    reads = demand.read_bytes / MIB / volume.read_mib_s
    writes = demand.write_bytes / MIB / volume.write_mib_s
    beside_batches = writes * (1 - MODEL["batched"])
    busy = asked_of(demand, volume)
    queues = [reads, beside_batches] if volume.separate else [reads + beside_batches]
    if "requests" in busy:
        queues.append(busy["requests"])
    # Of m cores: a queue m times as fast, and the rest beside all others (Seidmann).
    busy["processor"] = demand.processor_s / cores
    queues.append(busy["processor"])
    beside = (
        demand.processor_s * (cores - 1) / cores
        + (
            demand.read_requests * volume.read_latency_us
            + demand.flushes * (volume.write_latency_us + volume.flush_latency_us)
        )
        / 1e6
    )
    without = throughput(queues, beside, demand.clients)
    tps = 1 / (1 / without + writes * MODEL["batched"])
    shares = {place: min(1.0, tps * each) for place, each in busy.items()}
    latency_s = demand.clients / tps
    return Answer(tps, latency_s, shares, min(1.0, demand.processor_s / latency_s))


def asked_of(demand: Demand, volume: Volume) -> dict[str, float]:
    """Seconds for which a transaction uses each of a volume's limits."""
    reads = demand.read_bytes / MIB / volume.read_mib_s
    writes = demand.write_bytes / MIB / volume.write_mib_s
    busy = {"reads": reads, "writes": writes} if volume.separate else {"transfers": reads + writes}
    if volume.iops:
        busy["requests"] = (demand.read_requests + demand.write_requests) / volume.iops
    return busy


def is_mostly_written(demand: Demand) -> bool:
    """Whether the answer hangs on the bytes written, which differ by the volume."""
    return demand.write_bytes > MODEL["mostly_written"] * (demand.read_bytes + demand.write_bytes)


def is_read_far_ahead(demand: Demand, now_kib: int, page_bytes: int) -> bool:
    """Whether so much is read ahead that other volumes, slower or faster, read other amounts."""
    most = MODEL["far_ahead_pages"] * page_bytes * demand.read_requests
    return now_kib > MODEL["usual_ahead_kib"] and demand.read_bytes > most


def with_read_ahead(
    demand: Demand,
    now_kib: int,
    kib: int,
    page_bytes: int,
    kernel_page: int = MODEL["kernel_page_bytes"],
) -> Demand | None:
    """What they would ask for at another read-ahead; `None` where the readings can't say.

    A request is one page that memory did not have, with what the kernel reads ahead behind it.
    Without read-ahead it takes each of its own pages by a request of its own.
    """
    asked = demand.read_requests * page_bytes
    if not now_kib:
        return demand if not kib else None
    if not kib:
        read = min(demand.read_bytes, asked)
        return replace(demand, read_bytes=read, read_requests=read / kernel_page)
    if kib <= now_kib:
        return demand if kib == now_kib else None
    ahead = max(0.0, demand.read_bytes - asked)
    return replace(demand, read_bytes=demand.read_bytes + ahead * (MODEL["most_ahead_growth"] - 1))


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
