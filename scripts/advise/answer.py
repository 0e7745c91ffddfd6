"""The answer as text: what a transaction asks for, what limits it, and what volumes would bring."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from scripts.advise.between import Between
from scripts.advise.model import Volume, predict

ROOT = Path(__file__).resolve().parents[2]
DEVICES = ROOT / "report/devices.json"
LATENCY_US = 500.0
# How far the model may be from the server's own throughput before it says that it fails.
EXPLAINED = 0.15
_WORDS = {
    "processor": "the processor",
    "transfers": "the volume's bandwidth",
    "requests": "the volume's requests per second",
    "waiting": "waiting, with nothing busy: latency, or too few clients",
}


def volumes(latency_us: float, file: Path = DEVICES) -> list[Volume]:
    """The volumes of a table of devices, all with one latency, which the table doesn't have."""
    return [
        Volume(
            name=each["name"],
            read_mib_s=each["mib_s"],
            write_mib_s=each["mib_s"],
            iops=each["iops"],
            read_latency_us=latency_us,
            write_latency_us=latency_us,
        )
        for each in json.loads(file.read_text(encoding="utf-8"))
    ]


def answer(
    found: Between, cores: int, known: Sequence[Volume], now: Volume | None = None
) -> list[str]:
    """All lines of the answer."""
    tps = found.transactions / found.seconds
    return [
        *_warnings(found, tps, cores, now),
        f"{found.server}, {found.transactions:,} {found.counted_as} in {found.seconds:,.0f} s: "
        f"{tps:,.1f} per second by {found.demand.clients:,.1f} clients at work, "
        f"{found.demand.clients / tps * 1e3:,.2f} ms each",
        *_asked(found),
        *_limits_now(found, tps, cores),
        "",
        *_table(found, cores, known),
        "",
        *_unknown(found, known),
    ]


def _warnings(found: Between, tps: float, cores: int, now: Volume | None) -> list[str]:
    """Where the model fails is said before it answers."""
    if now is None:
        return [
            "The model is not checked against this server: name its present volume with --now to "
            "check it.",
            "",
        ]
    own = predict(found.demand, now, cores).tps / tps
    if abs(own - 1) <= EXPLAINED:
        return [f"On its present volume the model gives {own:.2f} times what was measured.", ""]
    return [
        f"THE MODEL FAILS HERE: on its present volume it gives {own:.2f} times what was measured. "
        "Locks, other programs, clients that think, or another volume than the one named may be "
        "why. Don't rely on the table.",
        "",
    ]


def _asked(found: Between) -> list[str]:
    each = found.demand
    return [
        f"  processor   {each.processor_s * 1e3:12,.3f} ms"
        + ("" if found.has_processor else "  at most: active and not waiting for files"),
        f"  read        {each.read_bytes / 1024:12,.1f} KiB in {each.read_requests:,.2f} requests"
        + (
            ""
            if found.has_disk or not found.page_cache
            else "  at most: the page cache had some of it"
        ),
        f"  written     {each.write_bytes / 1024:12,.1f} KiB in "
        f"{each.write_requests:,.2f} requests",
        f"  flushes     {each.flushes:12,.2f}",
    ]


def _limits_now(found: Between, tps: float, cores: int) -> list[str]:
    shares = {"processor": min(1.0, tps * found.demand.processor_s / cores)}
    if found.busy_share is not None:
        # Of a device that serves many requests at once, busy says only that there was one.
        shares["disk had a request"] = found.busy_share
    return ["Now busy: " + ", ".join(f"{name} {share:.0%}" for name, share in shares.items())]


def _table(found: Between, cores: int, known: Sequence[Volume]) -> list[str]:
    lines = [
        f"With the same clients always at work on {cores} cores:",
        f"{'volume':32} {'per second':>12} {'ms':>10}  limit, then the next",
    ]
    for volume in known:
        got = predict(found.demand, volume, cores)
        lines.append(
            f"{volume.name:32} {got.tps:12,.1f} {got.latency_s * 1e3:10,.2f}  "
            f"{_WORDS[got.limit]}; then {_WORDS[got.next_limit]}"
        )
    return lines


def _unknown(found: Between, known: Sequence[Volume]) -> list[str]:
    lines = [
        "What the readings cannot say:",
        "- Whether clients would ask for more: where they think or come at a set rate, faster "
        "storage shortens their wait and adds no transactions.",
        "- Peaks: all figures are means over the readings.",
        "- Waits for locks, and what memory would change.",
        f"- Latency and prices of volumes: {known[0].read_latency_us:,.0f} us is taken for all "
        "(--latency-us), and no price.",
    ]
    if found.page_cache:
        lines.append(
            "- Another read-ahead: it changes what is read beside the pages that were asked for."
        )
    if not found.has_disk:
        lines.append("- Requests as the volume sees them: add /proc/diskstats and --disk.")
    return lines
