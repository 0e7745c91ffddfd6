"""What bpftrace 0.23 prints with ``-f json``: a JSON object a line.

bpftrace puts no time on a map that it prints. Scripts say it themselves, by one of

- ``printf("time_ns %llu\\n", nsecs(monotonic))`` ahead of the ``print(@map)`` of that moment, or
- a map ``@time_ns`` without keys, printed first,

and what follows was gathered between the time said before and this one. Values before the first
time have none (null).

Keys of several parts are joined with commas, as bpftrace does. Tuples are flattened: element 1
of the value of key ``a`` has the key ``a[1]``; statistics (`stats()`) become three maps
``@m.count``, ``@m.average`` and ``@m.total``. Texts go to messages, but for
lines of single requests (`scripts/parse/traced_requests.py`).

A cut inside a line is noticed; one between two lines is not, for bpftrace prints no end mark.
"""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass, field

from scripts.parse.errors import ParseError, shorten, to_integer, to_number
from scripts.parse.json_text import load_json
from scripts.parse.rows import TracedRequest, TraceHistogram, TraceMessage, TraceValue
from scripts.parse.traced_requests import BEGIN, parse_request

_TIME = re.compile(r"time_ns[ =:]\s*(\d+)\s*")
_TIME_MAP = "@time_ns"
# A difference below zero wraps to 2^64, and so does its sum. Its bucket begins lower where it was
# converted from nanoseconds to microseconds, and is still longer than a machine runs.
_BELOW_ZERO, _NO_DURATION = 1 << 63, 1 << 53
_BACKWARDS = "a difference below zero, as of a time that ran backwards"
_STATISTICS = {"count", "average", "total"}
_TEXT_TYPES = {"printf", "time", "cat", "join", "syscall"}


@dataclass(slots=True)
class BpftraceOutput:
    """What one script printed."""

    values: list[TraceValue] = field(default_factory=list)
    histograms: list[TraceHistogram] = field(default_factory=list)
    messages: list[TraceMessage] = field(default_factory=list)
    requests: list[TracedRequest] = field(default_factory=list)


# Errors of BPF helpers that a trace can live with, and the kind of message that notes them.
_OF_SEVERAL_CPUS = {
    ("map_update_elem", -errno.EEXIST): "lost_events",
    ("map_delete_elem", -errno.ENOENT): "shared_keys",
}


class _Reader:
    """Takes line after line; holds the two times that were last said."""

    def __init__(self, trace: str, source: str) -> None:
        self.trace = trace
        self.source = source
        self.line = 0
        self.begin_ns: int | None = None
        self.end_ns: int | None = None
        self.output = BpftraceOutput()
        self.printed: set[tuple[object, ...]] = set()

    def fail(self, message: str) -> ParseError:
        return ParseError(self.source, self.line, message)

    def take(self, text: str) -> None:
        record = load_json(text, self.source, self.line)
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            raise self.fail(f"should be an object with a type, found {shorten(text)}")
        kind = record["type"]
        if kind == "helper_error":
            self._take_helper_error(record)
            return
        if set(record) != {"type", "data"}:
            raise self.fail(f"unknown fields in a line of type {kind!r}: {sorted(record)}")
        data = record["data"]
        if kind in _TEXT_TYPES:
            self._take_text(kind, data)
        elif kind in ("attached_probes", "lost_events"):
            self._take_count(kind, data)
        elif kind == "value":
            self._take_value("", "", data)
        elif kind in ("map", "hist", "stats"):
            self._take_map(kind, data)
        else:
            raise self.fail(f"bpftrace prints no lines of type {kind!r}")

    def _take_helper_error(self, record: dict[str, object]) -> None:
        """Note what several CPUs at one moment do to a map; raise ParseError for any other error.

        Where two CPUs give a map the same new key, bpftrace drops what the second one would have
        added (``BPF_NOEXIST`` in its code for ``count()``, ``sum()`` and ``hist()``): an event is
        lost. Where two requests share a key, as flushes do, which have no sector of their own, and
        are completed on two CPUs, the second finds the key deleted. It was counted, with the time
        since the last of the two began.
        """
        found = (record.get("helper"), record.get("retcode"))
        if found not in _OF_SEVERAL_CPUS:
            raise self.fail(f"a BPF helper failed: {record.get('helper')}: {record.get('msg')}")
        self._message(_OF_SEVERAL_CPUS[found], "1")

    def _message(self, kind: str, message: str) -> None:
        self.output.messages.append(TraceMessage(self.trace, self.line, kind, message))

    def _take_text(self, kind: str, data: object) -> None:
        if not isinstance(data, str):
            raise self.fail(f"the data of {kind!r} should be a text")
        match = _TIME.fullmatch(data) if kind == "printf" else None
        if match:
            self._set_time(to_integer(match[1], self.source, self.line, "time_ns"))
        elif kind == "printf" and data.startswith(BEGIN):
            row = parse_request(data, self.trace, self.source, self.line)
            self.output.requests.append(row)
        else:
            self._message(kind, data)

    def _set_time(self, time_ns: int) -> None:
        if self.end_ns is not None and time_ns <= self.end_ns:
            raise self.fail(f"time goes from {self.end_ns} ns to {time_ns} ns")
        self.begin_ns, self.end_ns = self.end_ns, time_ns
        self.printed.clear()

    def _take_count(self, kind: str, data: object) -> None:
        name = {"attached_probes": "probes", "lost_events": "events"}[kind]
        if not isinstance(data, dict) or set(data) != {name}:
            raise self.fail(f"the data of {kind!r} should be an object with {name!r} alone")
        count = to_integer(data[name], self.source, self.line, f"{kind} {name}")
        self._message(kind, str(count))

    def _take_map(self, kind: str, data: object) -> None:
        if not isinstance(data, dict) or len(data) != 1:
            raise self.fail(f"the data of {kind!r} should be an object of one map")
        ((name, content),) = data.items()
        if not name.startswith("@"):
            raise self.fail(f"{name!r} is not the name of a map")
        if kind == "map" and name == _TIME_MAP:
            self._set_time(to_integer(content, self.source, self.line, _TIME_MAP))
        elif kind == "hist":
            by_key = content if isinstance(content, dict) else {"": content}
            for key, buckets in by_key.items():
                self._take_histogram(name, key, buckets)
        elif kind == "stats":
            self._take_statistics(name, content)
        else:
            by_key = content if isinstance(content, dict) else {"": content}
            for key, value in by_key.items():
                self._take_value(name, key, value)

    def _take_statistics(self, name: str, content: object) -> None:
        # avg() prints one number a key, stats() three.
        keyed = isinstance(content, dict) and set(content) != _STATISTICS
        by_key = content if isinstance(content, dict) and keyed else {"": content}
        for key, value in by_key.items():
            if isinstance(value, dict):
                if set(value) != _STATISTICS:
                    raise self.fail(f"statistics should be {sorted(_STATISTICS)}")
                for statistic in sorted(value):
                    self._take_value(f"{name}.{statistic}", key, value[statistic])
            else:
                self._take_value(name, key, value)

    def _take_value(self, name: str, key: str, value: object) -> None:
        if isinstance(value, list):
            for index, element in enumerate(value):
                self._take_value(name, f"{key}[{index}]", element)
        elif isinstance(value, dict):
            for member, element in value.items():
                self._take_value(name, f"{key}.{member}", element)
        elif isinstance(value, str):
            self._message("value", f"{name}[{key}] = {value}")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self._print_once(name, key)
            number = to_number(value, self.source, self.line, f"{name}[{key}]")
            if number >= _BELOW_ZERO:
                raise self.fail(f"{name}[{key}] is {value}: {_BACKWARDS}")
            row = TraceValue(self.trace, self.begin_ns, self.end_ns, name, key, number)
            self.output.values.append(row)
        else:
            raise self.fail(f"the value of {name}[{key}] is {value!r}")

    def _print_once(self, *what: object) -> None:
        """Raise ParseError for what was printed already at this time: a line is there twice."""
        if what[0] and what in self.printed:
            raise self.fail(f"{what[0]}[{what[1]}] is printed twice at one time")
        self.printed.add(what)

    def _take_histogram(self, name: str, key: str, buckets: object) -> None:
        if not isinstance(buckets, list):
            raise self.fail(f"the histogram {name}[{key}] should be a list of buckets")
        for bucket in buckets:
            if not isinstance(bucket, dict) or not {"count"} <= set(bucket) <= {
                "min",
                "max",
                "count",
            }:
                raise self.fail(f"a bucket has min, max and count, found {shorten(str(bucket))}")
            least = bucket.get("min")
            if isinstance(least, int) and least >= _NO_DURATION:
                raise self.fail(f"{name}[{key}] has a bucket from {least} on: {_BACKWARDS}")
            low, high = (
                to_integer(bucket[side], self.source, self.line, f"{side} of a bucket")
                if side in bucket
                else None
                for side in ("min", "max")
            )
            count = to_integer(bucket["count"], self.source, self.line, "count of a bucket")
            if count < 0 or (low is not None and high is not None and low > high):
                raise self.fail(f"an impossible bucket: {shorten(str(bucket))}")
            self._print_once(name, key, low, high)
            slice_ns = (self.begin_ns, self.end_ns)
            row = TraceHistogram(self.trace, *slice_ns, name, key, low, high, count)
            self.output.histograms.append(row)


def parse_bpftrace(text: str, trace: str, source: str, *, partial: bool = False) -> BpftraceOutput:
    """Parse the output of one traced script, named `trace`.

    With `partial` the rows up to the first bad line are returned. Raises ParseError otherwise.
    """
    reader = _Reader(trace, source)
    if text and not text.endswith("\n") and not partial:
        raise ParseError(source, text.count("\n") + 1, "the output ends inside a line")
    try:
        for reader.line, line in enumerate(text.split("\n"), 1):
            if line:
                reader.take(line)
            else:  # stands ahead of what bpftrace prints of itself when it ends
                reader.printed.clear()
    except ParseError:
        if not partial:
            raise
    return reader.output
