"""What sysbench 1.0 prints with ``--report-interval=1 --percentile=95 --histogram``.

A run prints a header, a line for each second, the histogram and the totals, always in that
order and always whole, so the parser walks the sections in order and takes nothing else. A cut
at any character is noticed: the last number has fixed decimals and an empty line follows it. A
lost or changed line is noticed where numbers must add up: histogram counts to the events, kinds
of queries to their total, interval times in order, and more (sysbench_sums.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import SysbenchBucket, SysbenchInterval, SysbenchTotal, ToolMessage
from scripts.parse.sysbench_own import Line, sysbenchs_own
from scripts.parse.sysbench_sums import LAST_BUCKET_MS, contradiction

_NUMBER = r"\d+\.\d{2}"
_INTERVAL = re.compile(
    rf"\[ (?P<time>\d+)s \] thds: (?P<threads>\d+) tps: (?P<tps>{_NUMBER}) qps: (?P<qps>{_NUMBER}) "
    rf"\(r/w/o: (?P<read>{_NUMBER})/(?P<write>{_NUMBER})/(?P<other>{_NUMBER})\) "
    rf"lat \(ms,95%\): (?P<p95>{_NUMBER}) err/s: (?P<errors>{_NUMBER}) "
    rf"reconn/s: (?P<reconnects>{_NUMBER})"
)
_QUEUE = re.compile(r"\[ (\d+)s \] queue length: (\d+), concurrency: (\d+)")
_BUCKET = re.compile(r" *(\d+\.\d{3}) \|(\**) *(\d+)")
_MESSAGE = re.compile(r"(FATAL|ALERT|CRITICAL|WARNING|NOTICE|INFO|DEBUG): (.*)")
_REPEATED = re.compile(r"\(last message repeated \d+ times\)")

# The totals, line by line. A name ends up as the key of `values`; a line with no name is fixed.
_TOTALS = [
    re.compile(pattern)
    for pattern in (
        r"SQL statistics:",
        r"    queries performed:",
        r"        read: +(?P<read_queries>\d+)",
        r"        write: +(?P<write_queries>\d+)",
        r"        other: +(?P<other_queries>\d+)",
        r"        total: +(?P<total_queries>\d+)",
        rf"    transactions: +(?P<transactions>\d+) +\((?P<tps>{_NUMBER}) per sec\.\)",
        rf"    queries: +(?P<queries>\d+) +\((?P<qps>{_NUMBER}) per sec\.\)",
        rf"    ignored errors: +(?P<errors>\d+) +\((?P<errors_rate>{_NUMBER}) per sec\.\)",
        rf"    reconnects: +(?P<reconnects>\d+) +\((?P<reconnects_rate>{_NUMBER}) per sec\.\)",
        r"",
        r"General statistics:",
        r"    total time: +(?P<total_time>\d+\.\d{4})s",
        r"    total number of events: +(?P<events>\d+)",
        r"",
        r"Latency \(ms\):",
        rf" +min: +(?P<min>{_NUMBER})",
        rf" +avg: +(?P<avg>{_NUMBER})",
        rf" +max: +(?P<max>{_NUMBER})",
        rf" +95th percentile: +(?P<p95>{_NUMBER})",
        rf" +sum: +(?P<sum>{_NUMBER})",
        r"",
        r"Threads fairness:",
        rf"    events \(avg/stddev\): +(?P<fair_events>\d+\.\d{{4}})/(?P<fair_events_sd>{_NUMBER})",
        rf"    execution time \(avg/stddev\): +(?P<fair_time>\d+\.\d{{4}})"
        rf"/(?P<fair_time_sd>{_NUMBER})",
        r"",
    )
]
_HEADER = [
    re.compile(pattern)
    for pattern in (
        r"sysbench (?P<version>1\.0\.\d+)\b.*",
        r"Running the test with following options:",
        r"Number of threads: (?P<threads>\d+)",
        r"Target transaction rate: (?P<target>\d+)/sec",
        r"Report intermediate results every (?P<interval>1) second\(s\)",
        r"Initializing random number generator from (current time|seed \((?P<seed>\d+)\)\.)",
        r"Initializing worker threads\.\.\.",
        r"Threads started!",
    )
]
_OPTIONAL_HEADER = {3}
_TITLES = ("Latency histogram (values are in milliseconds)",
           "       value  ------------- distribution ------------- count")  # fmt: skip
_END_OF_HISTOGRAM = " "
# Whole lines but intervals, by which what a script of a user's own printed is told apart.
_KNOWN = [
    *(pattern for pattern in (*_HEADER, *_TOTALS) if pattern.pattern),
    *(re.compile(re.escape(line)) for line in (*_TITLES, _END_OF_HISTOGRAM)),
    *(_BUCKET, _MESSAGE, _REPEATED),
]


@dataclass(slots=True)
class SysbenchOutput:
    """What one run printed; `total` is None if the run stopped before its totals."""

    intervals: list[SysbenchInterval] = field(default_factory=list)
    histogram: list[SysbenchBucket] = field(default_factory=list)
    messages: list[ToolMessage] = field(default_factory=list)
    total: SysbenchTotal | None = None


class _Lines:
    """The lines of one output, with the position that errors name.

    `is_mixed` says that a user's own script printed between them: then its hooks decide which
    intervals are reported.
    """

    def __init__(self, numbered: Iterable[Line], source: str, *, is_mixed: bool = False) -> None:
        self.source = source
        self.numbers, self.lines = (list(each) for each in zip(*numbered, strict=True))
        self.is_mixed = is_mixed
        self.index = 0

    @property
    def current(self) -> str | None:
        return self.lines[self.index] if self.index < len(self.lines) else None

    @property
    def number(self) -> int:
        return self.numbers[min(self.index, len(self.numbers) - 1)]

    def fail(self, message: str) -> ParseError:
        return ParseError(self.source, self.number, message)


def parse_sysbench(
    text: str, phase: str, source: str, *, partial: bool = False, own: bool = False
) -> SysbenchOutput:
    """Parse the standard output of ``sysbench ... run``.

    With `partial` (a run that failed or was cut off), everything that is whole is returned and
    what is not is left out without an error; `total` is then None. Otherwise any deviation
    raises ParseError, a FATAL line among them.

    With `own` it is of a user's own script, which may have printed, or have had sysbench report the
    intervals in another of its forms; what it printed is in the messages.
    """
    numbered = list(enumerate(text.split("\n"), 1))
    if not own:
        return _parse(_Lines(numbered, source), phase, partial)
    try:
        return _parse(_Lines(numbered, source), phase, partial=False)
    except ParseError:
        numbered, printed = sysbenchs_own(text, _KNOWN)
    output = _parse(_Lines(numbered, source, is_mixed=True), phase, partial)
    output.messages += [ToolMessage(phase, number, "printed", line) for number, line in printed]
    return output


def _parse(lines: _Lines, phase: str, partial: bool) -> SysbenchOutput:
    output = SysbenchOutput()
    try:
        header = _read_header(lines, phase, output)
        _read_intervals(lines, phase, output, int(header["threads"]))
        _read_histogram(lines, phase, output)
        output.total = _read_totals(lines, phase, output, header)
    except ParseError:
        if not partial:
            raise
        output.messages = _all_messages(lines, phase)
    _drop_ends_of_histogram(output)
    return output


def _drop_ends_of_histogram(output: SysbenchOutput) -> None:
    """Leave no percentile that is the histogram's end, where all is counted that took longer."""

    def dropped(row: Any, name: str) -> Any:
        return replace(row, **{name: None}) if getattr(row, name) >= LAST_BUCKET_MS else row

    output.intervals = [dropped(row, "latency_ms_p95") for row in output.intervals]
    output.histogram = [dropped(row, "latency_ms") for row in output.histogram]
    output.total = output.total and dropped(output.total, "latency_ms_p95")


def _message(line: str, number: int, phase: str) -> ToolMessage | None:
    match = _MESSAGE.fullmatch(line)
    return ToolMessage(phase, number, match[1].lower(), match[2]) if match else None


def _all_messages(lines: _Lines, phase: str) -> list[ToolMessage]:
    found = (
        _message(line, number, phase)
        for number, line in zip(lines.numbers, lines.lines, strict=True)
    )
    return [message for message in found if message]


def _take_message(lines: _Lines, phase: str, output: SysbenchOutput) -> bool:
    """Take a log line if one is next; a FATAL or ALERT one ends the parsing of a whole run."""
    message = _message(lines.current or "", lines.number, phase)
    if message is None:
        if output.messages and _REPEATED.fullmatch(lines.current or ""):
            lines.index += 1
            return True
        return False
    if message.severity in ("fatal", "alert", "critical"):
        raise lines.fail(f"sysbench stopped: {message.message}")
    output.messages.append(message)
    lines.index += 1
    return True


def _read_header(lines: _Lines, phase: str, output: SysbenchOutput) -> dict[str, str]:
    values: dict[str, str] = {}
    position = 0
    while position < len(_HEADER):
        if lines.current is None:
            raise lines.fail("the output ends inside sysbench's header")
        if lines.current == "" or _take_message(lines, phase, output):
            lines.index += not lines.current
            continue
        match = _HEADER[position].fullmatch(lines.current)
        if match is None and position in _OPTIONAL_HEADER:
            position += 1
            continue
        if match is None:
            expected = _HEADER[position].pattern
            raise lines.fail(f"expected {expected!r}, found {shorten(lines.current)}")
        values.update({key: value for key, value in match.groupdict().items() if value})
        lines.index += 1
        position += 1
    if lines.current != "":
        raise lines.fail("an empty line should follow 'Threads started!'")
    lines.index += 1
    return values


def _read_intervals(lines: _Lines, phase: str, output: SysbenchOutput, threads: int) -> None:
    last_time_s = 0
    while lines.current is not None:
        if _take_message(lines, phase, output):
            continue
        match = _INTERVAL.fullmatch(lines.current)
        if match is None:
            return
        time_s = int(match["time"])
        # The same second twice is not a fault: sysbench makes up for a report that came late.
        if time_s < last_time_s:
            raise lines.fail(f"interval {time_s} s follows {last_time_s} s")
        if not 0 <= int(match["threads"]) <= threads:
            raise lines.fail(f"{match['threads']} threads reported, {threads} were started")
        last_time_s = time_s
        lines.index += 1
        queue = _QUEUE.fullmatch(lines.current or "")
        if queue is not None:
            if int(queue[1]) != time_s:
                raise lines.fail(f"queue length of {queue[1]} s follows interval {time_s} s")
            lines.index += 1
        output.intervals.append(
            SysbenchInterval(
                phase,
                time_s,
                int(match["threads"]),
                tps=float(match["tps"]),
                qps=float(match["qps"]),
                read_qps=float(match["read"]),
                write_qps=float(match["write"]),
                other_qps=float(match["other"]),
                latency_ms_p95=float(match["p95"]),
                errors_per_s=float(match["errors"]),
                reconnects_per_s=float(match["reconnects"]),
                queue_length=int(queue[2]) if queue else None,
                queue_concurrency=int(queue[3]) if queue else None,
            )
        )


def _read_histogram(lines: _Lines, phase: str, output: SysbenchOutput) -> None:
    if lines.current != _TITLES[0]:
        return
    lines.index += 1
    if lines.current != _TITLES[1]:
        raise lines.fail("expected the histogram's column titles")
    lines.index += 1
    last_ms = 0.0
    while lines.current not in (_END_OF_HISTOGRAM, None):
        match = _BUCKET.fullmatch(lines.current)
        if match is None:
            raise lines.fail(f"expected a bucket of the histogram, found {shorten(lines.current)}")
        latency_ms = float(match[1])
        if latency_ms < last_ms:
            raise lines.fail("the histogram's values fall")
        last_ms = latency_ms
        index = len(output.histogram)
        output.histogram.append(SysbenchBucket(phase, index, latency_ms, int(match[3])))
        lines.index += 1
    if lines.current is None:
        raise lines.fail("the output ends inside the latency histogram")
    if not output.histogram:
        raise lines.fail("the latency histogram has no bucket")
    lines.index += 1


def _read_totals(
    lines: _Lines, phase: str, output: SysbenchOutput, header: dict[str, str]
) -> SysbenchTotal:
    values: dict[str, str] = {}
    for pattern in _TOTALS:
        if lines.current is None:
            raise lines.fail("the output ends inside sysbench's totals")
        if not values and not any(lines.lines[lines.index :]):
            raise lines.fail("the output ends ahead of sysbench's totals")
        match = pattern.fullmatch(lines.current)
        if match is None:
            if _take_message(lines, phase, output):  # raises for FATAL, else a misplaced line
                raise lines.fail("a log line stands inside sysbench's totals")
            if lines.is_mixed and not values:
                words = (
                    "sysbench's totals are missing: leave sysbench.hooks.report_cumulative alone"
                )
                raise lines.fail(words)
            raise lines.fail(f"expected {pattern.pattern!r}, found {shorten(lines.current)}")
        values.update(match.groupdict())
        lines.index += 1
    if lines.lines[lines.index :] != [""]:
        raise lines.fail("the output should end with one empty line after the totals")
    total = _build_total(values, phase, header)
    _check_sums(lines, output, total, int(values["total_queries"]))
    intervals = [] if lines.is_mixed else output.intervals
    lost = "interval" in header and not intervals and total.total_time_s > 1.1
    if lost and not lines.is_mixed:
        raise lines.fail("the intervals that sysbench says it reports are missing")
    if wrong := contradiction(total, intervals, output.histogram, int(header["threads"])):
        raise lines.fail(wrong)
    return total


def _build_total(values: dict[str, str], phase: str, header: dict[str, str]) -> SysbenchTotal:
    return SysbenchTotal(
        phase=phase,
        version=header["version"],
        random_seed=int(header["seed"]) if "seed" in header else None,
        target_tps=int(header["target"]) if "target" in header else None,
        read_queries=int(values["read_queries"]),
        write_queries=int(values["write_queries"]),
        other_queries=int(values["other_queries"]),
        queries=int(values["queries"]),
        qps=float(values["qps"]),
        transactions=int(values["transactions"]),
        tps=float(values["tps"]),
        ignored_errors=int(values["errors"]),
        ignored_errors_per_s=float(values["errors_rate"]),
        reconnects=int(values["reconnects"]),
        reconnects_per_s=float(values["reconnects_rate"]),
        total_time_s=float(values["total_time"]),
        events=int(values["events"]),
        latency_ms_min=float(values["min"]),
        latency_ms_avg=float(values["avg"]),
        latency_ms_max=float(values["max"]),
        latency_ms_p95=float(values["p95"]),
        latency_ms_sum=float(values["sum"]),
        events_per_thread_avg=float(values["fair_events"]),
        events_per_thread_stddev=float(values["fair_events_sd"]),
        execution_time_per_thread_s_avg=float(values["fair_time"]),
        execution_time_per_thread_s_stddev=float(values["fair_time_sd"]),
    )


def _check_sums(
    lines: _Lines, output: SysbenchOutput, total: SysbenchTotal, total_queries: int
) -> None:
    counted = sum(bucket.count for bucket in output.histogram)
    if output.histogram and counted != total.events:
        raise lines.fail(f"the histogram holds {counted} events, the totals say {total.events}")
    kinds = total.read_queries + total.write_queries + total.other_queries
    if not kinds == total_queries == total.queries:
        raise lines.fail(
            f"queries don't add up: {kinds} by kind, {total_queries} in total, {total.queries}"
        )
