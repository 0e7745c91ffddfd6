"""What a server did between two readings, per transaction; or why these two don't say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scripts.advise.model import Demand
from scripts.advise.readings import Reading
from scripts.advise.rules import RULES, grouped, refusal
from scripts.advise.statements import costliest

_COUNTS = tuple(RULES["counted"])
_GROWING = ("transactions", *_COUNTS)


@dataclass(frozen=True)
class Between:
    """A server's load between two readings, and whence its figures are."""

    server: str
    # The versions that the statements were tried on, where this is none of them.
    untried: str | None
    seconds: float
    transactions: int
    counted_as: str
    # COMMIT and ROLLBACK statements, or what else the server calls a transaction.
    commits: int
    demand: Demand
    # For files, per transaction; `None` where that was not timed.
    waited_s: float | None
    waits_of_all: bool
    # Whether the server says that it is no replica.
    is_primary: bool
    cores: int | None
    busy_share: float | None
    has_disk: bool
    has_processor: bool
    page_cache: bool
    page_bytes: int
    read_ahead_kib: int | None
    statements: dict[str, Any] | None


def between(
    before: Reading, after: Reading, disk: str | None = None, clients: float | None = None
) -> Between:
    """The load between two readings. Raises AdviseError where they don't belong together."""
    refuse(before, after)
    seconds = _seconds(before, after)
    counted_as, transactions = _transactions(before, after)
    if transactions < RULES["fewest_transactions"]:
        raise refusal("idle", transactions=transactions, seconds=grouped(seconds))
    got = {name: _grown(before, after, name) for name in _COUNTS}
    ticks = _ticks(before, after)
    if got["active_us"] is None and ticks is None:
        raise refusal("no_processor")
    active_s = (got["active_us"] or 0) / 1e6
    mean_clients = clients or active_s / seconds
    if not mean_clients:
        raise refusal("no_clients")
    if not 0 < mean_clients <= RULES["most_clients"]:
        raise refusal("clients", most=grouped(RULES["most_clients"]))
    busy = None
    if disk is not None:
        grown = _disk_grown(before, after, disk)
        got["read_bytes"] = grown["read_sectors"] * RULES["sector_bytes"]
        got["write_bytes"] = grown["write_sectors"] * RULES["sector_bytes"]
        for name in ("read_requests", "write_requests", "flushes"):
            got[name] = grown.get(name, got[name])
        busy = min(1.0, grown["busy_ms"] / 1e3 / seconds)
    processor_s = max(0.0, active_s - (got["waited_us"] or 0) / 1e6)
    if ticks is not None:
        processor_s = ticks / RULES["ticks_per_s"]
    each = {name: (got[name] or 0) / transactions for name in _COUNTS}
    if not processor_s + each["read_bytes"] + each["write_bytes"]:
        raise refusal("no_work")
    return Between(
        server=f"{after.words['server']} {after.words['version']}",
        untried=_untried(after),
        seconds=seconds,
        transactions=transactions,
        counted_as=counted_as,
        commits=_grown(before, after, "transactions") or 0,
        demand=Demand(
            processor_s=processor_s / transactions,
            read_bytes=each["read_bytes"],
            write_bytes=each["write_bytes"],
            read_requests=each["read_requests"],
            write_requests=each["write_requests"],
            flushes=each["flushes"],
            clients=mean_clients,
        ),
        waited_s=_waited_s(before, after, transactions),
        waits_of_all=after.words["server"] in RULES["waits_of_all"],
        is_primary=all("replica" in each.counts for each in (before, after)),
        cores=after.cores,
        busy_share=busy,
        has_disk=disk is not None,
        has_processor=ticks is not None,
        page_cache=bool(after.counts.get("page_cache", 1)),
        page_bytes=after.counts["page_bytes"],
        read_ahead_kib=after.read_ahead_kib.get(disk or ""),
        statements=_statements(before, after),
    )


def refuse(before: Reading, after: Reading) -> None:
    """Raise AdviseError where two readings are not of one server's running load."""
    one, other = (f"{each.words['server']} {each.words['version']}" for each in (before, after))
    if one != other:
        raise refusal("versions", before=before.file, server=one, after=after.file, other=other)
    if before.words["identity"] != after.words["identity"]:
        raise refusal("servers", before=before.file, after=after.file)
    for reading in (before, after):
        for name in RULES["needed"]:
            if name not in reading.counts:
                raise refusal("no_count", file=reading.file, name=name)
        if reading.counts.get("replica"):
            raise refusal("replica", file=reading.file)
        if not reading.counts.get("waits_timed", 1) and reading.processor_ticks is None:
            raise refusal("untimed", file=reading.file)
    seconds = _seconds(before, after)
    if seconds < RULES["fewest_seconds"]:
        raise refusal("order", after=after.file, seconds=grouped(seconds), before=before.file)
    since = max(after.counts.get("reset_us", 0), after.counts.get("started_us", 0))
    fallen = [name for name in _GROWING if (_grown(before, after, name) or 0) < 0]
    if since > before.counts["taken_us"] or fallen:
        raise refusal("reset", before=before.file)
    # A server of MySQL's line says when it was started to a second.
    if abs(_grown(before, after, "started_us") or 0) > RULES["same_start_us"]:
        raise refusal("failover", before=before.file, after=after.file)
    first_us, last_us = before.statements_since_us, after.statements_since_us
    if first_us and last_us and last_us > first_us:
        raise refusal("statements_reset", before=before.file)


def _statements(before: Reading, after: Reading) -> dict[str, Any] | None:
    # What one reading alone has was counted since the server's start.
    if before.statements_since_us is None or after.statements_since_us is None:
        return None
    return costliest(before.statements, after.statements)


def _untried(reading: Reading) -> str | None:
    """What was tried, of a server that was not."""
    version = reading.words["version"]
    for each in RULES["tried"].get(reading.words["server"], ()):
        if version == each or version.startswith(f"{each}."):
            return None
    return "; ".join(f"{server} {', '.join(of)}" for server, of in RULES["tried"].items())


def _seconds(before: Reading, after: Reading) -> float:
    return (after.counts["taken_us"] - before.counts["taken_us"]) / 1e6


def _grown(before: Reading, after: Reading, name: str) -> int | None:
    if name not in before.counts or name not in after.counts:
        return None
    return after.counts[name] - before.counts[name]


def _ticks(before: Reading, after: Reading) -> int | None:
    if before.processor_ticks is None or after.processor_ticks is None:
        return None
    if after.processor_ticks < before.processor_ticks:
        raise refusal("processor_fell", before=before.file, after=after.file)
    return after.processor_ticks - before.processor_ticks


def _waited_s(before: Reading, after: Reading, transactions: int) -> float | None:
    waited_us = _grown(before, after, "waited_us")
    timed = all(each.counts.get("waits_timed", 1) for each in (before, after))
    return None if waited_us is None or not timed else waited_us / 1e6 / transactions


def _transactions(before: Reading, after: Reading) -> tuple[str, int]:
    """Transactions; where a server counts only those that are begun, and few are, statements."""
    count = _grown(before, after, "transactions") or 0
    statements = _grown(before, after, "statements") or 0
    # Two statements of a reading itself are no load; no usual transaction has more than a hundred.
    if statements > max(RULES["fewest_transactions"], count * RULES["most_statements_each"]):
        return "statements", statements
    return "transactions", count


def _disk_grown(before: Reading, after: Reading, disk: str) -> dict[str, int]:
    first, last = _disk(before, disk), _disk(after, disk)
    grown = {name: last[name] - first[name] for name in last if name in first}
    if any(grown[name] < 0 for name in grown if name != "in_flight"):
        raise refusal("disk_fell", disk=disk)
    return grown


def _disk(reading: Reading, disk: str) -> dict[str, int]:
    if not reading.disks:
        raise refusal("no_disks", file=reading.file, disk=disk)
    if disk not in reading.disks:
        raise refusal(
            "no_disk", file=reading.file, disk=disk, names=", ".join(sorted(reading.disks))
        )
    return dict(reading.disks[disk])
