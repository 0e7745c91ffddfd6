"""Tracing scripts for a host that does other things beside: they see the cell alone.

In a guest all there is belongs to the cell, so the scripts of ``tracing/`` look at everything. Here
each of their probes gets a condition: the measured disk for requests, the engine's and its clients'
control groups for what processes do.
"""

from __future__ import annotations

import re
from pathlib import Path

# As the runner sees its groups (scripts/guest/system.py).
GROUPS = ("/sys/fs/cgroup/engine", "/sys/fs/cgroup/client")
# What fires by the clock or by the runner, and not by what a process does.
ALWAYS = ("BEGIN", "END", "interval:", "self:")
REQUESTS = "tracepoint:block:"
# Probes, with commas between, then perhaps a condition, then the block.
_PROBES = re.compile(r"^((?:[A-Za-z][\w:]*,\s*)*[A-Za-z][\w:]*)\s*\n(?:/(.*)/\n)?\{", re.MULTILINE)
# A device's number as tracepoints have it.
MINOR_BITS = 20


def device_number(name: str) -> int:
    """The number of a disk, as the kernel's tracepoints have it."""
    major, minor = Path(f"/sys/class/block/{name}/dev").read_text().split(":")
    return int(major) << MINOR_BITS | int(minor)


def narrowed(script: str, number: int) -> str:
    """The script, with a condition for each of its probes."""
    groups = " || ".join(f'cgroup == cgroupid("{group}")' for group in GROUPS)

    def narrow(found: re.Match[str]) -> str:
        probes, condition = found[1], found[2]
        if probes.startswith(ALWAYS):
            return found[0]
        own = f"args.dev == {number}" if probes.startswith(REQUESTS) else f"({groups})"
        both = f"({condition}) && {own}" if condition else own
        return f"{probes}\n/{both}/\n{{"

    return _PROBES.sub(narrow, script)
