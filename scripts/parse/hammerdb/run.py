"""A whole run of HammerDB: transcript with the job's sections, time profile, counter."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from scripts.parse.errors import ParseError
from scripts.parse.hammerdb.counter import parse_counter
from scripts.parse.hammerdb.job import parse_counts, parse_result, parse_timing
from scripts.parse.hammerdb.profile import parse_profile
from scripts.parse.hammerdb.transcript import parse_transcript
from scripts.parse.rows import HammerdbCount, HammerdbRun, HammerdbTiming

_SECTIONS = ("result", "timing", "tcount")
# HammerDB rounds the median of an even number of users' times in one place and not in the other.
_ELAPSED_MS_MOST = 0.5


@dataclass(slots=True)
class HammerdbOutput:
    """What one run printed, each figure once."""

    run: HammerdbRun
    timings: list[HammerdbTiming]
    counts: list[HammerdbCount]


def parse_hammerdb(
    transcript: tuple[str, str], profile: tuple[str, str], counter: tuple[str, str], phase: str
) -> HammerdbOutput:
    """Parse a run from three pairs of text and source.

    Raises ParseError for a run that failed, is cut, or has a figure in two ways.
    """
    source = transcript[1]
    parsed = parse_transcript(*transcript[:1], phase, source)
    for name in _SECTIONS:
        if name not in parsed.sections:
            raise ParseError(source, None, f"lacks the section jobs {name}")
    job_id, sentence = parse_result(parsed.sections["result"], source)
    run = parsed.run
    expected = (
        f"TEST RESULT : System achieved {run.new_orders_per_min} NOPM "
        f"from {run.transactions_per_min} {run.database} TPM"
    )
    if (job_id, sentence) != (run.job_id, expected):
        raise ParseError(source, None, f"the job's result isn't that of the run: {sentence}")
    timings = parse_profile(profile[0], phase, profile[1])
    _check_timing(timings, parse_timing(parsed.sections["timing"], phase, source), profile[1])
    counts = parse_counts(parsed.sections["tcount"], phase, source)
    readings = parse_counter(*counter)
    if [count.transactions_per_min for count in counts] != readings:
        raise ParseError(counter[1], None, "its readings aren't those of jobs tcount")
    users = {row.virtual_user for row in timings} - {None}
    if len(users) != run.virtual_users:
        words = f"is of {len(users)} virtual users, {run.virtual_users} were configured"
        raise ParseError(profile[1], None, words)
    return HammerdbOutput(run, timings, counts)


def _check_timing(profile: list[HammerdbTiming], job: list[HammerdbTiming], source: str) -> None:
    """The file's summary and the job's are the same, but for a rounded time."""
    summary = {row.procedure: row for row in profile if row.virtual_user is None}
    if set(summary) != {row.procedure for row in job}:
        raise ParseError(source, None, "its summary is of other transactions than jobs timing")
    for row in job:
        mine = summary[row.procedure]
        same = astuple(mine)[4:] == astuple(row)[4:]
        if not same or abs(mine.elapsed_ms - row.elapsed_ms) > _ELAPSED_MS_MOST:
            raise ParseError(source, None, f"its summary of {row.procedure} isn't jobs timing's")
