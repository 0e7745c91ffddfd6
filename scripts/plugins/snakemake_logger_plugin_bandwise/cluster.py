"""What a cluster says of a job that failed: its scheduler's word, and the log of its node."""

from __future__ import annotations

import re
from pathlib import Path

STATUS = re.compile(r"SLURM status is: '(\w+)")
SAID = re.compile(r"The error message was '(?:sbatch: error: )?([^']*)'")
# What Slurm has done to a job, of which the job's own log knows nothing.
ENDED_BY = {
    "BOOT_FAIL": "its node did not start",
    "CANCELLED": "it was cancelled",
    "DEADLINE": "Slurm ended it at its deadline",
    "NODE_FAIL": "its node died",
    "OUT_OF_MEMORY": "it took more memory than its `mem_mib`",
    "PREEMPTED": "Slurm gave its place to another job",
    "TIMEOUT": "it took longer than its `runtime`: raise lab.wall_limit_s",
}
NO_PYTHON = re.compile(
    r"(/\S*/bin/python\S*): (?:No such file|not found|Permission denied|cannot execute)"
)
COMPLAINT = re.compile(r"error|No such file|not found|denied|cannot|can't", re.IGNORECASE)
TAIL_BYTES = 1 << 16


def ended_by_cluster(message: str) -> str | None:
    """Why the scheduler ended a job; None if the job ended by itself, or nothing is said of it."""
    found = STATUS.search(message)
    words = ENDED_BY.get(found[1]) if found else None
    return f"{words} ({found[1]})" if found and words else None


def said_by_node(log: Path) -> str:
    """What went wrong before a job had a log of its own, by the log that its node wrote."""
    try:
        text = log.read_bytes()[-TAIL_BYTES:].decode(errors="replace")
    except OSError:
        return ""
    if missing := NO_PYTHON.search(text):
        return f"its node lacks {missing[1]}: docs/cluster.md says what a node needs"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if COMPLAINT.search(line)), lines[-1] if lines else "")


def said_by_scheduler(message: str) -> str:
    """The message itself, as one sentence."""
    found = SAID.search(message)
    return found[1] if found else message.split("For further error details")[0]
