"""What came of a task: a verdict, its reason in one sentence, and the console's last lines."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

TAIL_LINES = 20


@dataclass(frozen=True)
class Outcome:
    """``status``: done, failed or timed_out; ``cause`` of a failure: guest or host."""

    status: str
    reason: str | None = None
    cause: str | None = None
    virtual_s: float | None = None
    console_tail: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """For outcome.json."""
        return asdict(self)
