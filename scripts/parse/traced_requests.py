"""A line that ``tracing/anatomy.bt`` prints of a request: its fields, between tabs.

``request``, the time in ns of the guest's monotonic clock, who was asked (``file`` or ``device``),
operation, bytes, place in the file in bytes (-1: unknown), file (empty: unknown, as of the file
system's own blocks) and process.
"""

from __future__ import annotations

from scripts.parse.errors import ParseError, shorten, to_integer
from scripts.parse.rows import TracedRequest

BEGIN = "request\t"
_FIELDS = 8
_ASKED = ("file", "device")
_OPERATIONS = ("read", "write", "flush", "discard")


def parse_request(text: str, trace: str, source: str, line: int) -> TracedRequest:
    """The row of a line that begins with `BEGIN`; raises ParseError, which names what is wrong."""
    fields = text.rstrip("\n").split("\t")
    if len(fields) != _FIELDS:
        raise ParseError(
            source, line, f"a request has {_FIELDS} fields between tabs, found {shorten(text)}"
        )
    _, time_ns, asked, operation, size, place, file, process = fields
    if asked not in _ASKED or operation not in _OPERATIONS or not process:
        raise ParseError(
            source, line, f"no request of a file or the device by a process: {shorten(text)}"
        )
    size_bytes, offset_bytes = (
        to_integer(value, source, line, f"{name} of a request")
        for name, value in (("size", size), ("place", place))
    )
    if size_bytes < 0 or offset_bytes < -1:
        raise ParseError(source, line, f"an impossible request: {shorten(text)}")
    return TracedRequest(
        trace=trace,
        time_ns=to_integer(time_ns, source, line, "time of a request"),
        asked=asked,
        operation=operation,
        bytes=size_bytes,
        offset_bytes=None if offset_bytes == -1 else offset_bytes,
        file=file or None,
        process=process,
    )
