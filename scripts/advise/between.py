"""What a server did between two readings, per transaction; or why these two don't say."""

from __future__ import annotations

from dataclasses import dataclass

from scripts.advise.model import Demand
from scripts.advise.readings import AdviseError, Reading

FEWEST_SECONDS = 30
FEWEST_TRANSACTIONS = 100
SECTOR = 512
# The kernel's unit of the times in /proc/stat.
TICKS_PER_S = 100


@dataclass(frozen=True)
class Between:
    """A server's load between two readings, and whence its figures are."""

    server: str
    seconds: float
    transactions: int
    counted_as: str
    demand: Demand
    cores: int | None
    busy_share: float | None
    has_disk: bool
    has_processor: bool
    page_cache: bool
    page_bytes: int


def between(
    before: Reading, after: Reading, disk: str | None = None, clients: float | None = None
) -> Between:
    """The load between two readings. Raises AdviseError where they don't belong together."""
    refuse(before, after)
    seconds = (after.counts["taken_us"] - before.counts["taken_us"]) / 1e6
    counted_as, transactions = _transactions(before, after)
    if transactions < FEWEST_TRANSACTIONS:
        raise AdviseError(
            f"only {transactions} transactions in {seconds:,.0f} s: the server was idle; take both "
            "readings under its usual load"
        )
    got = {name: _grown(before, after, name) for name in _COUNTS}
    active_s = (got["active_us"] or 0) / 1e6
    mean_clients = clients or active_s / seconds
    if not mean_clients:
        raise AdviseError(
            "how many clients were active is not in the readings: add --clients with their mean "
            "number (Threads_running, or what your pool says)"
        )
    busy = None
    if disk is not None:
        first, last = _disk(before, disk), _disk(after, disk)
        grown = {name: last[name] - first[name] for name in last if name in first}
        got["read_bytes"] = grown["read_sectors"] * SECTOR
        got["write_bytes"] = grown["write_sectors"] * SECTOR
        got["read_requests"] = grown["read_requests"]
        got["write_requests"] = grown["write_requests"]
        if "flushes" in grown:
            got["flushes"] = grown["flushes"]
        busy = min(1.0, grown["busy_ms"] / 1e3 / seconds)
        if min(grown[name] for name in ("read_sectors", "write_sectors", "busy_ms")) < 0:
            raise AdviseError(
                f"the counters of {disk} fell between the readings: the host was restarted; "
                "take both readings again"
            )
    ticks = None
    if before.processor_ticks is not None and after.processor_ticks is not None:
        ticks = (after.processor_ticks - before.processor_ticks) / TICKS_PER_S
    processor_s = ticks if ticks is not None else max(0.0, active_s - (got["waited_us"] or 0) / 1e6)
    each = {name: (got[name] or 0) / transactions for name in _COUNTS}
    return Between(
        server=f"{after.words['server']} {after.words['version']}",
        seconds=seconds,
        transactions=transactions,
        counted_as=counted_as,
        demand=Demand(
            processor_s=processor_s / transactions,
            read_bytes=each["read_bytes"],
            write_bytes=each["write_bytes"],
            read_requests=each["read_requests"],
            write_requests=each["write_requests"],
            flushes=each["flushes"],
            clients=mean_clients,
        ),
        cores=after.cores,
        busy_share=busy,
        has_disk=disk is not None,
        has_processor=ticks is not None,
        page_cache=bool(after.counts.get("page_cache", 1)),
        page_bytes=after.counts["page_bytes"],
    )


def refuse(before: Reading, after: Reading) -> None:
    """Raise AdviseError where two readings are not of one server's running load."""
    one, other = before.words, after.words
    if (one["server"], one["version"]) != (other["server"], other["version"]):
        raise AdviseError(
            f"{before.file} is of {one['server']} {one['version']} and {after.file} of "
            f"{other['server']} {other['version']}: take both readings from one version"
        )
    if one["identity"] != other["identity"]:
        raise AdviseError(
            f"{before.file} and {after.file} are of two servers: take both readings from one"
        )
    for reading in (before, after):
        for name in ("taken_us", "transactions", "page_bytes", "read_bytes", "write_bytes"):
            if name not in reading.counts:
                raise AdviseError(
                    f"{reading.file}: the row {name} is missing or empty: run the statement "
                    "unchanged, as a user who may read all statistics"
                )
        if reading.counts.get("replica"):
            raise AdviseError(
                f"{reading.file} is of a replica, whose writes are another server's: take both "
                "readings from the primary"
            )
        if not reading.counts.get("waits_timed", 1) and reading.processor_ticks is None:
            raise AdviseError(
                f"{reading.file}: waits for reads and writes are not timed, so processor time is "
                "unknown: set track_io_timing = on and read again, or add /proc/stat to both files"
            )
    seconds = (after.counts["taken_us"] - before.counts["taken_us"]) / 1e6
    if seconds < FEWEST_SECONDS:
        raise AdviseError(
            f"{after.file} was taken {seconds:,.0f} s after {before.file}: give the earlier "
            "reading first, and an hour between them"
        )
    since = max(after.counts.get("reset_us", 0), after.counts.get("started_us", 0))
    fallen = [n for n in _GROWING if (_grown(before, after, n, signed=True) or 0) < 0]
    if since > before.counts["taken_us"] or fallen:
        raise AdviseError(
            f"the server was restarted, or its statistics were reset, after {before.file}: take "
            "both readings again"
        )


_COUNTS = (
    *("active_us", "waited_us", "read_bytes", "write_bytes"),
    *("read_requests", "write_requests", "flushes"),
)
_GROWING = ("transactions", *_COUNTS)


def _grown(before: Reading, after: Reading, name: str, *, signed: bool = False) -> int | None:
    if name not in before.counts or name not in after.counts:
        return None
    grown = after.counts[name] - before.counts[name]
    return grown if signed else max(0, grown)


def _transactions(before: Reading, after: Reading) -> tuple[str, int]:
    """Transactions; where a server counts only those that are begun, and none was, statements."""
    count = _grown(before, after, "transactions") or 0
    statements = _grown(before, after, "statements") or 0
    # Two statements of a reading itself are no load.
    if not count and statements > FEWEST_TRANSACTIONS:
        return "statements", statements
    return "transactions", count


def _disk(reading: Reading, disk: str) -> dict[str, int]:
    if not reading.disks:
        raise AdviseError(
            f"{reading.file}: --disk {disk} needs /proc/diskstats behind the answer: append it "
            "to both files"
        )
    if disk not in reading.disks:
        raise AdviseError(
            f"{reading.file}: no disk {disk}; there are {', '.join(sorted(reading.disks))}"
        )
    return dict(reading.disks[disk])
