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
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SIZE = re.compile(r"(\d+)([bkmg]?)(?:i?b)?", re.IGNORECASE)

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
    document = load_json("\n".join(lines[start:]), source, start + 1)
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
        output.jobs.extend(_job_rows(_Fields(job, source, f"jobs[{index}]"), index, phase, shared))
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
    options = {**shared, **job.object("job options").value}
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
    latency = measured.object("lat_ns")
    completion = measured.object("clat_ns")
    # Of the whole latency, as the mean is: fio gives them with lat_percentiles=1.
    percentiles = latency.value.get("percentile", {})

    def percentile(rank: str) -> int | None:
        value = percentiles.get(f"{rank}.000000")
        what = f"{latency.path}.percentile.{rank}"
        return None if value is None else to_integer(value, job.source, None, what)

    fsync_every = options.get("fsync")
    return FioJob(
        phase=phase,
        job_index=index,
        job=name,
        direction=direction,
        access=options.get("rw") or options.get("readwrite"),
        io_engine=options.get("ioengine"),
        block_size_bytes=_block_size(options, direction, job.source),
        io_depth=to_integer(options.get("iodepth", "1"), job.source, None, "iodepth"),
        direct=options.get("direct", "0") == "1",
        fsync_every=to_integer(fsync_every, job.source, None, "fsync") if fsync_every else None,
        io_bytes=measured.integer("io_bytes"),
        ios=measured.integer("total_ios"),
        bandwidth_bytes_s=measured.integer("bw_bytes"),
        iops=measured.number("iops"),
        runtime_ms=measured.integer("runtime"),
        short_ios=measured.integer("short_ios"),
        drop_ios=measured.integer("drop_ios"),
        latency_ns_min=latency.integer("min"),
        latency_ns_mean=latency.number("mean"),
        latency_ns_stddev=latency.number("stddev"),
        latency_ns_max=latency.integer("max"),
        latency_ns_p50=percentile("50"),
        latency_ns_p95=percentile("95"),
        latency_ns_p99=percentile("99"),
        submission_latency_ns_mean=measured.object("slat_ns").number("mean"),
        completion_latency_ns_mean=completion.number("mean"),
        user_cpu_percent=job.number("usr_cpu"),
        system_cpu_percent=job.number("sys_cpu"),
        context_switches=job.integer("ctx"),
    )


def _block_size(options: dict[str, str], direction: str, source: str) -> int | None:
    """The block size in bytes; ``bs=read,write,trim`` names each, a range gives None."""
    text = options.get("bs") or options.get("blocksize")
    if text is None:
        return 4096  # fio's own default
    parts = text.split(",")
    part = parts[min(_DIRECTIONS.index(direction), len(parts) - 1)]
    if "-" in part:
        return None
    match = _SIZE.fullmatch(part)
    if match is None:
        raise ParseError(source, None, f"the block size {text!r} is not understood")
    return int(match[1]) * _UNITS[match[2].lower()]
