"""What came of a task: a verdict, its reason in one sentence, and the console's last lines."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field

from scripts.jobs import Limits

TAIL_LINES = 20
# How a runner says that something of its guest's took longer than the job's limit of time.
_LIMIT = re.compile(r"(?:still running after|took longer than) (\d+) (?:virtual seconds|s\b)")


@dataclass(frozen=True)
class Outcome:
    """``status``: done, failed or timed_out; ``cause`` of a failure: guest or host.

    Two fields say when a failure is worth another try: ``limits``, the limits of time that it ran
    into, when there are others; ``upstream``, the manifest in the shared folder of what failed
    first, when that is made again.
    """

    status: str
    reason: str | None = None
    cause: str | None = None
    virtual_s: float | None = None
    console_tail: list[str] = field(default_factory=list)
    limits: Limits | None = None
    upstream: str | None = None

    def as_dict(self) -> dict[str, object]:
        """For outcome.json."""
        return asdict(self)


def timed_out(
    reason: str,
    virtual_s: float | None,
    tail: list[str],
    limits: Limits,
    key: str = "virtual_limit_s",
) -> Outcome:
    """The outcome of what ran into a limit of time, which the key of ``lab`` sets."""
    advice = f"{reason}; raise lab.{key} in the study's file if it takes that long"
    return Outcome("timed_out", advice, "guest", virtual_s, tail, limits)


def failed_by_itself(
    reason: str, virtual_s: float | None, tail: list[str], limits: Limits
) -> Outcome:
    """The outcome of a runner that gave up, by its own words."""
    found = _LIMIT.search(reason)
    if found and int(found[1]) == round(limits["virtual_s"]):
        return timed_out(reason, virtual_s, tail, limits)
    return Outcome("failed", reason, "guest", virtual_s, tail)
