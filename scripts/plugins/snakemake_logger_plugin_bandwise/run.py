"""The jobs of one run, by rule: how many there are, which run now, which have ended and how."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Job:
    """A job that was started; ``name`` is its cell, data set, layer or the like.

    ``log_before``: when its log had been written by then, as ``reasons.written_at`` says.
    """

    number: int
    rule: str
    name: str
    output: tuple[str, ...]
    log: tuple[str, ...]
    started_s: float
    log_before: int | None = None


@dataclass(frozen=True)
class Failure:
    """Something that failed: a sentence, and the file to look at.

    ``outcome``: of what failed in its guest, the file that says so; without it, it is tried again.
    """

    what: str
    reason: str
    file: str | None = None
    at_s: float = 0.0
    outcome: str | None = None


@dataclass
class Run:
    """``planned`` counts the jobs of each rule; ``names`` has their names where they are known."""

    planned: Counter[str] = field(default_factory=Counter)
    names: dict[str, set[str]] = field(default_factory=dict)
    running: dict[int, Job] = field(default_factory=dict)
    started: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    failed_in_guest: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    failure_of: dict[int, Failure] = field(default_factory=dict)
    incomplete: Failure | None = None

    def start(self, job: Job) -> None:
        """Count a job that has been started; one that is tried again has not failed, then."""
        self.running[job.number] = job
        if former := self.failure_of.pop(job.number, None):
            self.failed[job.rule] -= 1
            self.failures.remove(former)
            return
        self.started[job.rule] += 1
        self.names.get(job.rule, set()).discard(job.name)

    def finish(self, number: int) -> Job | None:
        """Count a finished job; None if it is not known."""
        if job := self.running.pop(number, None):
            self.finished[job.rule] += 1
        return job

    def fail(self, number: int) -> Job | None:
        """Count a failed job; None if it is not known."""
        if job := self.running.pop(number, None):
            self.failed[job.rule] += 1
        return job

    def waiting(self, rule: str) -> int:
        """How many of a rule's jobs have not been started."""
        return max(0, self.planned[rule] - self.started[rule])

    def left(self, rule: str) -> int:
        """How many of a rule's jobs have not ended."""
        return max(0, self.planned[rule] - self.finished[rule] - self.failed[rule])
