"""What HammerDB prints and logs of its two benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.parse.hammerdb import parse_hammerdb, parse_query_sets
from scripts.parse.output import STDOUT, Output, PhaseFiles

FILES = (STDOUT, "hdbxtprofile.log", "hdbtcount.log")


def read(files: PhaseFiles) -> Iterator[Any]:
    """TPROC-C's run with its timings and counts; TPROC-H's query sets with their queries."""
    if files.script == "tproch":
        found = parse_query_sets(files.text(), files.phase, files.source())
        yield from (*found.sets, *found.queries)
        return
    transcript, profile, counter = ((files.text(name), files.source(name)) for name in FILES)
    output = parse_hammerdb(transcript, profile, counter, files.phase)
    yield from (output.run, *output.timings, *output.counts)


OUTPUT = Output((read,))
