"""What fio 3 prints with ``--output-format=json``: log lines perhaps, then one JSON document.

A cut document is not JSON, so every cut but that of the last line break is noticed. fio reports a
job that could not even open its file as a job of zeros with ``error`` 0; such a job is an error
here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scripts.parse.errors import ParseError, shorten, to_integer, to_number
from scripts.parse.json_text import load_json
from scripts.parse.rows import FioJob, ToolMessage

_DIRECTIONS = ("read", "write", "trim")
# How fio writes a number: a decimal or hexadecimal one, perhaps with a unit; or a formula.
_NUMBER = re.compile(r"(0x[0-9a-f]+|\d+)([kmg]?)(?:i?b)?", re.IGNORECASE)
_FORMULA = re.compile(r"[(\d][0-9a-fx+*/%^(). -]*([kmg](i?b)?)?[)]*", re.IGNORECASE)
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
# Options by which the requests of a job are of several sizes.
_SIZES = ("bssplit", "bsrange", "blocksize_range", "bs_unaligned", "blocksize_unaligned")

# Lines that fio logs ahead of the document without having failed, by their beginning.
_NOTES = (
    "note: ",
    "fio: this platform does not support process shared mutexes",
    "fio: file hash not empty on exit",
)
_FAILURES = ("fio: ", "error: ")


@dataclass(slots=True)
class FioOutput:
    """What one fio run printed: a row for each job and direction that did I/O."""

    jobs: list[FioJob] = field(default_factory=list)
    messages: list[ToolMessage] = field(default_factory=list)


class _Fields:
    """A JSON object of fio's, read field by field; every error says where it stands."""

    def __init__(self, value: object, source: str, path: str) -> None:
        if not isinstance(value, dict):
            raise ParseError(source, None, f"{path} should be a JSON object")
        self.value, self.source, self.path = value, source, path

    def get(self, name: str) -> object:
        if name not in self.value:
            raise ParseError(self.source, None, f"{self.path} lacks the field {name!r}")
        return self.value[name]

    def object(self, name: str) -> _Fields:
        return _Fields(self.get(name), self.source, f"{self.path}.{name}")

    def integer(self, name: str) -> int:
        return to_integer(self.get(name), self.source, None, f"{self.path}.{name}")

    def number(self, name: str) -> float:
        return to_number(self.get(name), self.source, None, f"{self.path}.{name}")

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            raise ParseError(self.source, None, f"{self.path}.{name} should be a text")
        return value


def parse_fio(text: str, phase: str, source: str) -> FioOutput:
    """Parse fio's standard output; raises ParseError for anything that is not a whole run."""
    output = FioOutput()
    lines = text.split("\n")
    start = 0
    while start < len(lines) and not lines[start].startswith("{"):
        _take_note(lines[start], start + 1, phase, source, output)
        start += 1
    if start == len(lines):
        raise ParseError(source, len(lines), "fio printed no JSON document")
    # An option may be given twice, and stands there as often.
    document = load_json("\n".join(lines[start:]), source, start + 1, doubled="texts")
    if not text.endswith("\n"):
        raise ParseError(source, len(lines), "the output ends inside its last line")
    top = _Fields(document, source, "fio's document")
    version = top.text("fio version")
    if not version.startswith("fio-3."):
        raise ParseError(source, None, f"fio 3 is understood, this is {shorten(version)}")
    shared = top.value.get("global options", {})
    jobs = top.get("jobs")
    if not isinstance(jobs, list) or not jobs:
        raise ParseError(source, None, "fio's document has no jobs")
    for index, job in enumerate(jobs):
        rows = _job_rows(_Fields(job, source, f"jobs[{index}]"), index, phase, shared)
        output.jobs.extend(rows)
        if rows[0].access is None:
            words = f"{rows[0].job!r} is several jobs that fio reports as one"
            output.messages.append(ToolMessage(phase, start + 1, "note", words))
    return output


def _take_note(line: str, number: int, phase: str, source: str, output: FioOutput) -> None:
    if line.startswith(_NOTES):
        output.messages.append(ToolMessage(phase, number, "note", line))
    elif line.startswith(_FAILURES):
        raise ParseError(source, number, f"fio stopped: {line}")
    elif line:
        raise ParseError(source, number, f"unknown line ahead of fio's JSON: {shorten(line)}")


def _job_rows(job: _Fields, index: int, phase: str, shared: dict[str, str]) -> list[FioJob]:
    name = job.text("jobname")
    if job.integer("error") != 0:
        raise ParseError(
            job.source, None, f"fio's job {name!r} ended with error {job.value['error']}"
        )
    # A job whose options are all in [global] has none of its own.
    own = job.object("job options").value if "job options" in job.value else {}
    options = {**shared, **own}
    for direction in _DIRECTIONS:
        counts = [job.object(direction).integer(key) for key in ("total_ios", "io_bytes")]
        if (counts[0] > 0) != (counts[1] > 0):
            words = f"{direction}: {counts[0]} requests carried {counts[1]} bytes"
            raise ParseError(job.source, None, f"fio's job {name!r}: {words}")
    rows = [
        _direction_row(job, name, direction, index, phase, options)
        for direction in _DIRECTIONS
        if job.object(direction).integer("total_ios") > 0
    ]
    if not rows:
        raise ParseError(job.source, None, f"fio's job {name!r} did no I/O")
    return rows


def _direction_row(
    job: _Fields, name: str, direction: str, index: int, phase: str, options: dict[str, str]
) -> FioJob:
    measured = job.object(direction)
    latency, completion = measured.object("lat_ns"), measured.object("clat_ns")
    times = {field: latency.number(field) for field in ("min", "mean", "stddev", "max")}
    # Of the whole latency, as the mean is: fio gives them with lat_percentiles=1.
    percentiles = latency.value.get("percentile", {})

    def percentile(rank: str) -> int | None:
        value = percentiles.get(f"{rank}.000000")
        what = f"{latency.path}.percentile.{rank}"
        return None if value is None else to_integer(value, job.source, None, what)

    # Of a group, fio tells the options of one job alone.
    told = not _is_group(job, options)
    depth, fsync_every = _io_depth(job, options), _fsync_every(options, job.source)
    has_latency, has_completion = (each.integer("N") > 0 for each in (latency, completion))
    return FioJob(
        phase=phase,
        job_index=index,
        job=name,
        direction=direction,
        access=_access(options) if told else None,
        io_engine=options.get("ioengine"),
        block_size_bytes=_block_size(measured, options) if told else None,
        io_depth=depth if told else None,
        direct=_is_direct(options),
        fsync_every=fsync_every if told else None,
        io_bytes=measured.integer("io_bytes"),
        ios=measured.integer("total_ios"),
        bandwidth_bytes_s=measured.integer("bw_bytes"),
        iops=measured.number("iops"),
        runtime_ms=measured.integer("runtime"),
        short_ios=measured.integer("short_ios"),
        drop_ios=measured.integer("drop_ios"),
        latency_ns_min=latency.integer("min") if has_latency else None,
        latency_ns_mean=times["mean"] if has_latency else None,
        latency_ns_stddev=times["stddev"] if has_latency else None,
        latency_ns_max=latency.integer("max") if has_latency else None,
        latency_ns_p50=percentile("50"),
        latency_ns_p95=percentile("95"),
        latency_ns_p99=percentile("99"),
        submission_latency_ns_mean=measured.object("slat_ns").number("mean")
        if has_completion
        else None,
        completion_latency_ns_mean=completion.number("mean") if has_completion else None,
        user_cpu_percent=job.number("usr_cpu"),
        system_cpu_percent=job.number("sys_cpu"),
        context_switches=job.integer("ctx"),
    )


def _access(options: dict[str, str]) -> str:
    return options.get("rw") or options.get("readwrite") or "read"  # fio's default


def _is_group(job: _Fields, options: dict[str, str]) -> bool:
    """Whether fio reports several jobs as this one, as with group_reporting.

    It does not always say so, but adds up their times, and may have done what this one was not to.
    """
    measured = [job.object(direction) for direction in _DIRECTIONS]
    longest_ms = max(each.integer("runtime") for each in measured)
    slack_ms = 2 if options.get("group_reporting", "0") != "0" else 10
    if job.integer("job_runtime") > 1.5 * longest_ms + slack_ms:
        return True
    if any(name in options for name in ("verify", "trim_percentage")):  # does other things as well
        return False
    access = _access(options).partition(":")[0].removeprefix("rand")
    meant = {"rw": "read write", "readwrite": "read write", "trimwrite": "trim write"}
    did = {d for d, each in zip(_DIRECTIONS, measured, strict=True) if each.integer("total_ios")}
    return not did <= set(meant.get(access, access).split())


def _block_size(measured: _Fields, options: dict[str, str]) -> int | None:
    """The size in bytes of each request of a direction; None where they differ."""
    several = any(options.get(name, "0") not in ("", "0") for name in _SIZES)
    several = several or "-" in (options.get("bs") or options.get("blocksize") or "")
    size, rest = divmod(measured.integer("io_bytes"), measured.integer("total_ios"))
    return None if several or rest else size


def _io_depth(job: _Fields, options: dict[str, str]) -> int | None:
    """How many requests were under way; None where it was less than asked for, and is not told.

    fio tells how often there were 1, 2 to 3, 4 to 7 ... up to 64 and more.
    """
    asked = _number(options.get("iodepth", "1"), job.source, "iodepth")
    levels = job.object("iodepth_level")
    deepest = max((n for n, at in enumerate(levels.value) if levels.number(at) > 0), default=0)
    if deepest == 0:
        return 1
    ios = sum(job.object(direction).integer("total_ios") for direction in _DIRECTIONS)
    asked = None if asked is None else min(asked, ios)
    at_most = 2 << deepest if deepest < len(levels.value) - 1 else None
    reached = asked is not None and asked >= 1 << deepest and (not at_most or asked < at_most)
    return asked if reached else None


def _fsync_every(options: dict[str, str], source: str) -> int | None:
    """After how many writes they are made durable: each, where the file is opened for that."""
    found = [
        _number(options[name], source, name) for name in ("fsync", "fdatasync") if name in options
    ]
    if options.get("sync", "0") not in ("0", "none"):
        found.append(1)
    return min((number for number in found if number), default=None)


def _is_direct(options: dict[str, str]) -> bool:
    """By the last of the two options that say so."""
    found = [value == ("1" if name == "direct" else "0") for name, value in options.items()
             if name in ("direct", "buffered")]  # fmt: skip
    return bool(found) and found[-1]


def _number(text: str, source: str, what: str) -> int | None:
    """A number as fio reads it; None for a formula."""
    found = _NUMBER.fullmatch(text)
    if found is None and _FORMULA.fullmatch(text):
        return None
    if found is None:
        return to_integer(text, source, None, what)  # says what is wrong
    return int(found[1], 0) * _UNITS[found[2].lower()]
