"""Lines of single requests: what is kept of them, and which are refused with the line."""

from __future__ import annotations

import json

import pytest

from scripts.parse.bpftrace import parse_bpftrace
from scripts.parse.errors import ParseError
from scripts.parse.rows import TracedRequest

GOOD = ["request", "2500", "device", "read", "16384", "49152", "sbtest1.ibd", "mariadbd"]


def said(fields: list[str]) -> str:
    """The line as bpftrace prints it."""
    return json.dumps({"type": "printf", "data": "\t".join(fields) + "\n"}) + "\n"


def test_a_request_is_a_row_and_no_message() -> None:
    output = parse_bpftrace(said(GOOD), "anatomy", "anatomy.jsonl")
    assert output.messages == []
    assert output.requests == [
        TracedRequest("anatomy", 2500, "device", "read", 16384, 49152, "sbtest1.ibd", "mariadbd")
    ]


def test_what_is_unknown_is_null() -> None:
    fields = [*GOOD[:5], "-1", "", "jbd2/nvme0n1-8"]
    (row,) = parse_bpftrace(said(fields), "anatomy", "anatomy.jsonl").requests
    assert (row.offset_bytes, row.file, row.process) == (None, None, "jbd2/nvme0n1-8")


@pytest.mark.parametrize(
    ("place", "wrong", "words"),
    [
        (1, "soon", "time of a request"),
        (2, "printer", "no request"),
        (3, "erase", "no request"),
        (4, "-8", "impossible"),
        (5, "-2", "impossible"),
        (7, "", "no request"),
    ],
)
def test_a_garbled_request_is_refused_with_its_line(place: int, wrong: str, words: str) -> None:
    fields = [*GOOD]
    fields[place] = wrong
    with pytest.raises(ParseError, match=rf"anatomy\.jsonl:2: .*{words}"):
        parse_bpftrace(said(GOOD) + said(fields), "anatomy", "anatomy.jsonl")


def test_a_request_that_lacks_a_field_is_refused() -> None:
    with pytest.raises(ParseError, match="8 fields"):
        parse_bpftrace(said(GOOD[:-1]), "anatomy", "anatomy.jsonl")
