"""HammerDB's memory of a job, as its command ``jobs`` prints it in JSON."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise

from scripts.parse.errors import ParseError, shorten, to_integer
from scripts.parse.hammerdb.transcript import Section
from scripts.parse.json_text import load_json
from scripts.parse.rows import HammerdbCount, HammerdbTiming

# Figures are texts there, by these names; the order is that of the row's fields.
_TIMING_KEYS = (
    *("min_ms", "avg_ms", "max_ms", "total_ms"),
    *("p99_ms", "p95_ms", "p75_ms", "p50_ms", "p25_ms"),
    *("sd", "ratio_pct"),
)
_NUMBER = re.compile(r"\d+(\.\d+)?")
# The counter reads every ten seconds, and later when the engine is slow to answer.
_COUNTED_EVERY_AT_MOST = timedelta(hours=1)


def parse_result(section: Section, source: str) -> tuple[str, str]:
    """The job's id and the sentence with its result."""
    value = _load(section, source)
    line = section.first_line
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ParseError(source, line, "jobs result should be a list of texts")
    if len(value) != 4:
        raise ParseError(source, line, f"jobs result has no result: {shorten(str(value))}")
    return value[0], value[3]


def parse_counts(section: Section, phase: str, source: str) -> list[HammerdbCount]:
    """The counter's readings, with their times as seconds from the first on."""
    line = section.first_line
    value = _object(section, source, "jobs tcount")
    if len(value) != 1:
        raise ParseError(source, line, f"jobs tcount should be of one metric, is of {list(value)}")
    ((metric, readings),) = value.items()
    if not metric.endswith(" tpm") or not isinstance(readings, dict) or not readings:
        raise ParseError(source, line, f"jobs tcount has no readings: {shorten(str(value))}")
    try:
        times = [datetime.strptime(each, "%Y-%m-%d %H:%M:%S") for each in readings]
    except ValueError as error:
        raise ParseError(source, line, f"jobs tcount: {error}") from None
    if times != sorted(times):
        raise ParseError(source, line, "jobs tcount runs backwards")
    for earlier, later in pairwise(times):
        if later - earlier > _COUNTED_EVERY_AT_MOST:
            raise ParseError(source, line, f"jobs tcount has no reading from {earlier} to {later}")
    return [
        HammerdbCount(
            phase,
            index,
            round((time - times[0]).total_seconds()),
            to_integer(count, source, line, f"jobs tcount, reading {index}"),
        )
        for index, (time, count) in enumerate(zip(times, readings.values(), strict=True))
    ]


def parse_timing(section: Section, phase: str, source: str) -> list[HammerdbTiming]:
    """The time profile of all virtual users together."""
    line = section.first_line
    rows = []
    for procedure, figures in _object(section, source, "jobs timing").items():
        if not isinstance(figures, dict):
            words = f"jobs timing has no times of {procedure}: {shorten(str(figures))}"
            raise ParseError(source, line, words)
        unknown = set(figures) ^ {"elapsed_ms", "calls", *_TIMING_KEYS}
        if unknown:
            words = f"jobs timing of {procedure}: unknown or missing: {', '.join(sorted(unknown))}"
            raise ParseError(source, line, words)
        for key, value in figures.items():
            if not isinstance(value, str) or not _NUMBER.fullmatch(value):
                words = f"jobs timing of {procedure}: {key} is not a number: {shorten(str(value))}"
                raise ParseError(source, line, words)
        rows.append(
            HammerdbTiming(
                phase,
                None,
                procedure,
                float(figures["elapsed_ms"]),
                to_integer(figures["calls"], source, line, f"jobs timing: calls of {procedure}"),
                *(float(figures[key]) for key in _TIMING_KEYS),
            )
        )
    return rows


def _object(section: Section, source: str, what: str) -> dict[str, object]:
    value = _load(section, source)
    if not isinstance(value, dict):
        raise ParseError(source, section.first_line, f"{what} should be a JSON object")
    return value


def _load(section: Section, source: str) -> object:
    return load_json(section.text, source, section.first_line)
