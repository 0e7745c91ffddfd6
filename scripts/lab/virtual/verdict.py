"""The outcome of a machine that ended, from its outbox and its console."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.jobs import Limits
from scripts.lab.console import TOO_MUCH, read_console, tail_of
from scripts.lab.outcome import Outcome, failed_by_itself, timed_out
from scripts.lab.virtual.outbox import BrokenOutbox, read_header
from scripts.lab.virtual.process import Ending

# What the kernel or the machine says when it ends before the runner could say anything.
LAST_WORDS = (
    (re.compile(r"Kernel panic - not syncing: (.*)"), "the guest's kernel panicked: {}"),
    (re.compile(r"(BUG: .*|Oops: .*|general protection fault.*)"), "the guest's kernel: {}"),
    (re.compile(r"init: (.*)"), "the guest did not get ready: {}"),
)


def outcome_of(ending: Ending, outbox: Path, console: Path, limits: Limits) -> Outcome:
    """The outcome of a machine that ended; every failure carries the console's last lines.

    ``limits`` are those of its job.
    """
    text = read_console(console)
    tail = tail_of(text)
    try:
        header = read_header(outbox)
    except BrokenOutbox as error:
        return Outcome("failed", f"the guest's outbox is broken: {error}", "guest", None, tail)
    virtual_s = header["virtual_ns"] / 1e9 if header else 0.0
    # A machine that was over its limit timed out, whether or not it was seen before it ended.
    is_over = virtual_s > ending.over_at_s
    if header and not is_over:
        if header["status"] == "done":
            return Outcome("done", virtual_s=virtual_s)
        return failed_by_itself(header["reason"], virtual_s, tail, limits)
    if is_over or ending.cause == "virtual_limit":
        reason = f"still running after {ending.limit_s:.0f} virtual seconds"
        return timed_out(reason, None, tail, limits)
    if ending.cause == "still":
        reason = "the guest hangs: its clock stands still"
        return Outcome("failed", reason, "guest", None, tail)
    if ending.cause == "console":
        return Outcome("failed", f"the guest: {TOO_MUCH}", "guest", None, tail)
    for pattern, sentence in LAST_WORDS:
        if found := pattern.search(text):
            return Outcome("failed", sentence.format(found[1]), "guest", None, tail)
    words = ending.qemu_error or "nothing on its console says why"
    return Outcome("failed", f"the guest ended without a result: {words}", "guest", None, tail)
