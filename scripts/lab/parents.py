"""The processes that a run is for: when they have gone, nobody wants its result."""

from __future__ import annotations

import os
from pathlib import Path

PYTHONS = ("python", "pypy")


class Parents:
    """The processes from this one's parent up to the workflow that started the run.

    Each comes with its start time, which tells reused numbers apart. A killed workflow leaves its
    shell behind, waiting for us, so the parent alone would not do; above the workflow there may
    be a login shell that has every right to end. Without a workflow only the parent counts.
    """

    def __init__(self) -> None:
        self._chain = _chain()

    def alive(self) -> bool:
        """Whether all of them still run."""
        return all(_started(pid) == started for pid, started in self._chain)


def is_snakemake(arguments: list[str]) -> bool:
    """Whether a process of these arguments is Snakemake, and not one that has it in a path."""
    if not arguments:
        return False
    if Path(arguments[0]).name == "snakemake":
        return True
    if not Path(arguments[0]).name.startswith(PYTHONS):
        return False
    # The first argument of Python's that is no option is the script, or follows -m.
    for index, argument in enumerate(arguments[1:], 1):
        if argument == "-m":
            return arguments[index + 1 : index + 2] == ["snakemake"]
        if not argument.startswith("-"):
            return Path(argument).name == "snakemake"
    return False


def _chain() -> list[tuple[int, str]]:
    chain = []
    pid = os.getppid()
    while pid > 1 and (started := _started(pid)):
        chain.append((pid, started))
        if is_snakemake(_arguments(pid)):
            return chain
        pid = _parent(pid)
    return chain[:1]


def _arguments(pid: int) -> list[str]:
    try:
        text = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return text.decode(errors="surrogateescape").rstrip("\0").split("\0")


def _stat(pid: int) -> list[str]:
    """The fields of its stat file after the name, or nothing when it has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _started(pid: int) -> str:
    fields = _stat(pid)
    return fields[19] if fields and fields[0] not in "ZX" else ""


def _parent(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[1]) if fields else 0
