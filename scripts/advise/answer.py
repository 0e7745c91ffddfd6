"""The answer: what a transaction asks for, what limits it, and what volumes would bring.

`report/advise/answer.js` makes the same for the site's page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scripts.advise.between import Between
from scripts.advise.model import (
    Demand,
    Volume,
    asked_of,
    is_mostly_written,
    is_read_far_ahead,
    predict,
    with_read_ahead,
)
from scripts.advise.rules import MODEL, ROOT, RULES, filled, grouped, refusal

DEVICES = ROOT / "report/devices.json"
# The least of each figure of a volume, and whether it has to be there.
_FIGURES = {
    "mib_s": (0.001, True),
    "read_latency_us": (0, True),
    "flush_latency_us": (0, True),
    "iops": (1, False),
    "price_usd_month": (0, False),
}
_MOST = 10**9
# What `python -m scripts.advise error` found of the published cells.
ERROR: dict[str, Any] = json.loads((ROOT / "report/advise_error.json").read_text(encoding="utf-8"))


def volumes(latency_us: float | None = None, file: Path = DEVICES) -> list[Volume]:
    """The volumes of a table of devices, with the latency that it states or one for all.

    Raises AdviseError for a file that is no such table.
    """
    if latency_us is not None and not 0 <= latency_us <= RULES["most_latency_us"]:
        raise refusal("latency", most=grouped(RULES["most_latency_us"]))
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        if not known:
            raise ValueError("it has none")
        return _volumes(known, latency_us)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise refusal("no_devices", file=file, why=error) from None


def _checked(each: Mapping[str, Any]) -> Mapping[str, Any]:
    """A volume of a table. Raises ValueError for what is none."""
    if not isinstance(each["name"], str):
        raise ValueError("a name is no text")
    for name, (least, is_needed) in _FIGURES.items():
        value = each[name] if is_needed else each.get(name)
        if value is None and not is_needed:
            continue
        if not isinstance(value, int | float) or not least <= value <= _MOST:
            raise ValueError(f"{name} of {each['name']} is no number from {least} to {_MOST}")
    return each


def _volumes(known: Sequence[Mapping[str, Any]], latency_us: float | None) -> list[Volume]:
    return [
        Volume(
            name=each["name"],
            read_mib_s=each["mib_s"],
            write_mib_s=each["mib_s"],
            iops=each.get("iops"),
            read_latency_us=each["read_latency_us"] if latency_us is None else latency_us,
            # What the table states of a flush is of the write that is flushed, too.
            write_latency_us=0 if latency_us is None else latency_us,
            flush_latency_us=each["flush_latency_us"] if latency_us is None else 0,
            # Of volumes that limit reads and writes apart.
            separate=each.get("separate", False),
            price_usd_month=each.get("price_usd_month"),
            price_as_of=each.get("price_as_of"),
        )
        for each in map(_checked, known)
    ]


def answer(
    found: Between, known: Sequence[Volume], cores: int | None = None, now: str | None = None
) -> dict[str, Any]:
    """All that is said of a load, as JSON could have it."""
    cores = cores or found.cores
    if not cores:
        raise refusal("no_cores")
    if not 1 <= cores <= RULES["most_cores"]:
        raise refusal("cores", most=grouped(RULES["most_cores"]))
    present = next((each for each in known if each.name == now), None)
    if now and present is None:
        raise refusal("no_volume", now=now, names="; ".join(each.name for each in known))
    tps = found.transactions / found.seconds
    busy = {"processor": min(1.0, tps * found.demand.processor_s / cores)}
    if found.busy_share is not None:
        busy["disk"] = found.busy_share
    if present is not None:
        asked = asked_of(found.demand, present)
        busy |= {place: min(1.0, tps * each) for place, each in asked.items()}
    return {
        "server": found.server,
        "seconds": found.seconds,
        "transactions": found.transactions,
        "counted_as": found.counted_as,
        "tps": tps,
        "latency_s": found.demand.clients / tps,
        "cores": cores,
        "warnings": _warnings(found, tps, cores, present, known),
        "now": _now(found, found.demand.clients / tps, busy, present),
        "asked": asdict(found.demand),
        "waited_s": found.waited_s,
        "notes": _notes(found),
        "busy": busy,
        "tables": _tables(found, cores, known, present),
        "statements": found.statements,
        "unknown": _unknown(found, known),
    }


def _warnings(
    found: Between, tps: float, cores: int, present: Volume | None, known: Sequence[Volume]
) -> list[str]:
    """Where the model fails is said before it answers."""
    words = RULES["warnings"]
    said = []
    if found.counted_as == "statements":
        counts = {"statements": grouped(found.transactions), "transactions": grouped(found.commits)}
        said.append(filled(words["by_statement"], **counts))
    if found.untried is not None:
        said.append(filled(words["untried"], server=found.server, tried=found.untried))
    if is_mostly_written(found.demand):
        said.append(words["writes"])
    if _says_read_ahead(found):
        kib = found.read_ahead_kib or 0
        if is_read_far_ahead(found.demand, kib, found.page_bytes):
            said.append(filled(words["far_ahead"], kib=grouped(kib)))
    if present is None:
        return [*said, words["unchecked"]]
    times = predict(found.demand, present, cores).tps / tps
    name = "explained" if abs(times - 1) <= MODEL["explained"] else "fails"
    said.insert(0, filled(words[name], times=grouped(times, 2)))
    if any(_is_slower(each, present) for each in known):
        said.append(words["slower"])
    return said


def _now(
    found: Between, latency_s: float, busy: Mapping[str, float], present: Volume | None
) -> str:
    """What holds the server's transactions up now, in one sentence."""
    words = RULES["now"]
    places = {name: share for name, share in busy.items() if name != "disk"}
    place = max(places, key=lambda name: places[name])
    if places[place] >= MODEL["busy"]:
        return filled(words["busy"], limit=RULES["limits"][place], share=_percent(places[place]))
    # A disk that serves many requests at once can have one at all times, and not be at its limit.
    on_disk = busy.get("disk", 0.0)
    disk = filled(words["disk"], share=_percent(on_disk)) if on_disk >= MODEL["busy"] else None
    if found.waited_s is None and disk:
        return disk
    computing = min(1.0, found.demand.processor_s / latency_s)
    waiting = min(1.0, (found.waited_s or 0.0) / latency_s)
    if found.waited_s is not None and waiting >= MODEL["mostly"]:
        waits = words["waits_at_most" if found.waits_of_all else "waits"]
        name = "which" if present is None else "none_reached"
        return filled(words[name], waits=filled(waits, share=_percent(waiting)))
    if computing >= MODEL["mostly"]:
        return filled(words["computing"], share=_percent(computing))
    if disk:
        return disk
    if found.waited_s is None:
        return filled(words["unknown"], share=_percent(computing))
    return filled(words["nothing"], computing=_percent(computing), share=_percent(waiting))


def _percent(share: float) -> str:
    return grouped(share * 100)


def _is_slower(volume: Volume, present: Volume | None) -> bool:
    return present is not None and volume.read_mib_s < MODEL["slower"] * present.read_mib_s


def _notes(found: Between) -> dict[str, str]:
    """Of which figures less may be true."""
    notes = {}
    if not found.has_processor:
        notes["processor"] = RULES["notes"]["processor"]
    if found.page_cache and not found.has_disk:
        notes["reads"] = RULES["notes"]["reads"]
    if found.waits_of_all:
        notes["waited"] = RULES["notes"]["waited"]
    return notes


def _tables(
    found: Between, cores: int, known: Sequence[Volume], present: Volume | None
) -> list[dict[str, Any]]:
    """The volumes as read-ahead is now, and with others where the readings say what they read."""
    asked: list[tuple[int | None, Demand]] = [(None, found.demand)]
    if _says_read_ahead(found):
        assert found.read_ahead_kib is not None
        for kib in MODEL["read_aheads_kib"]:
            other = with_read_ahead(found.demand, found.read_ahead_kib, kib, found.page_bytes)
            if other is not None and kib != found.read_ahead_kib:
                asked.append((kib, other))
    return [
        {
            "read_ahead_kib": kib,
            "error": None if kib is None else read_ahead_error(kib),
            "volumes": [_row(demand, volume, cores, present) for volume in known],
        }
        for kib, demand in asked
    ]


def read_ahead_error(kib: int) -> str:
    """What the model's error was on published cells whose read-ahead alone differs."""
    found = ERROR["read_ahead"][str(kib)]
    return filled(
        RULES["read_ahead_error"],
        predictions=grouped(found["predictions"]),
        median=grouped(found["median"] * 100, 1),
        within=grouped(found["within_15_percent"] * 100),
    )


def _row(demand: Demand, volume: Volume, cores: int, present: Volume | None) -> dict[str, Any]:
    got = predict(demand, volume, cores)
    return {
        "name": volume.name,
        "tps": got.tps,
        "latency_s": got.latency_s,
        "limit": got.limit,
        "next_limit": got.next_limit,
        "read_latency_us": volume.read_latency_us,
        "flush_latency_us": volume.write_latency_us + volume.flush_latency_us,
        "price_usd_month": volume.price_usd_month,
        "price_as_of": volume.price_as_of,
        "is_slower": _is_slower(volume, present),
    }


def _says_read_ahead(found: Between) -> bool:
    return found.page_cache and found.has_disk and found.read_ahead_kib is not None


def _unknown(found: Between, known: Sequence[Volume]) -> list[str]:
    words = RULES["unknown"]
    said = [words["clients"], words["peaks"], words["locks"]]
    said.append(words["latency"])
    if any(each.price_usd_month is None for each in known):
        said.append(words["prices"])
    if found.page_cache and not _says_read_ahead(found):
        said.append(words["read_ahead"])
    elif found.page_cache:
        said.append(words["ahead" if found.read_ahead_kib else "from_nothing"])
    if not found.has_disk:
        said.append(words["requests"])
    if not found.is_primary:
        said.append(words["replica"])
    if found.statements is None:
        said.append(words["statements"])
    elif found.statements["by"] == "rows_examined":
        said.append(words["examined"])
    return said


def in_text(said: Mapping[str, Any]) -> list[str]:
    """The answer as lines."""
    asked, notes, limits = said["asked"], said["notes"], RULES["limits"]

    def noted(name: str) -> str:
        return f"  {notes[name]}" if name in notes else ""

    lines = [
        *said["warnings"],
        "",
        said["now"],
        f"{said['server']}, {said['transactions']:,} {said['counted_as']} in "
        f"{said['seconds']:,.0f} s: {said['tps']:,.1f} per second by {asked['clients']:,.1f} "
        f"clients at work, {said['latency_s'] * 1e3:,.2f} ms each",
        f"  processor   {asked['processor_s'] * 1e3:12,.3f} ms{noted('processor')}",
        *(
            []
            if said["waited_s"] is None
            else [f"  storage     {said['waited_s'] * 1e3:12,.3f} ms waited{noted('waited')}"]
        ),
        f"  read        {asked['read_bytes'] / 1024:12,.1f} KiB in "
        f"{asked['read_requests']:,.2f} requests{noted('reads')}",
        f"  written     {asked['write_bytes'] / 1024:12,.1f} KiB in "
        f"{asked['write_requests']:,.2f} requests",
        f"  flushes     {asked['flushes']:12,.2f}",
        # Of a device that serves many requests at once, busy says only that there was one.
        "Now busy: "
        + ", ".join(f"{RULES['busy'][name]} {share:.0%}" for name, share in said["busy"].items()),
    ]
    for table in said["tables"]:
        ahead = table["read_ahead_kib"]
        lines += [
            "",
            f"With the same clients always at work on {said['cores']} cores"
            + (":" if ahead is None else f", and a read-ahead of {ahead:,} KiB:"),
            *([] if table["error"] is None else [table["error"]]),
            f"{'volume':44} {'read us':>7} {'flush us':>8} {'per second':>12} {'ms':>10} "
            f"{'USD/month, as of':>17}  limit, then the next",
        ]
        for row in table["volumes"]:
            price = row["price_usd_month"]
            shown = "" if price is None else f"{price:,.0f} {row['price_as_of'] or '':>7}"
            lines.append(
                f"{filled('{name}', name=row['name']) + (' (?)' if row['is_slower'] else ''):44} "
                f"{row['read_latency_us']:7,.0f} {row['flush_latency_us']:8,.0f} "
                f"{row['tps']:12,.1f} {row['latency_s'] * 1e3:10,.2f} {shown:>17}  "
                f"{limits[row['limit']]}; then {limits[row['next_limit']]}"
            )
    lines += _statements_in_text(said["statements"])
    return [*lines, "", "What the readings cannot say:", *(f"- {each}" for each in said["unknown"])]


def _statements_in_text(found: Mapping[str, Any] | None) -> list[str]:
    if found is None:
        return []
    by = found["by"]
    lines = ["", f"Statements by {RULES['statements']['names'][by]}:"]
    for each in found["statements"]:
        lines.append(
            f"{each['share']:6.1%} of all, {each[f'{by}_per_call']:12,.1f} per call, "
            f"{each['calls']:10,} calls  {filled('{text}', text=each['text'][:80])}"
        )
    return lines
