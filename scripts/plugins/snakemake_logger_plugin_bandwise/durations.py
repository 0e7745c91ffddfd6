"""How long jobs take: as in this run, else as before it or as is typical, at this run's pace.

Names of jobs begin with what matters most: an experiment, an engine, a bandwidth. So what is known
of a job is what was measured of those whose names begin alike. The pace says how much slower this
run is than what was known before it: a host may be slow, or busy with something else.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import starmap
from pathlib import Path
from statistics import fmean

from scripts.files import open_to_append, read_file, write_whole

from .pace import Pace

TYPICAL = Path(__file__).with_name("typical.json")
# The hash at the end of a name says nothing of the time.
HASH = re.compile(r"-[0-9a-f]{8}$")


def _prefixes(rule: str, name: str) -> list[tuple[str, ...]]:
    """``(rule, oltp, mariadb, 11.8)`` and all that it begins with, the longest first."""
    words = (rule, *(word for word in HASH.sub("", name).split("-") if word))
    return [words[:count] for count in range(len(words), 0, -1)]


class Durations:
    """Seconds by rule and name. ``file`` keeps those of earlier runs; None keeps nothing.

    It has a line for each finished job, so that the last of many costs no more than the first.
    """

    def __init__(self, file: Path | None = None):
        self.file = file
        self._typical = {
            tuple(key.split()): seconds
            for key, seconds in json.loads(TYPICAL.read_text(encoding="utf-8")).items()
        }
        self._earlier = _Measured()
        self._now = _Measured()
        self._pace = Pace()
        for key, seconds in _stored(file).items():
            rule, _, name = key.partition(" ")
            self._earlier.add(rule, name, seconds)

    @property
    def measured(self) -> bool:
        """Whether anything is known of this machine."""
        return bool(self._earlier.of or self._now.of)

    def add(self, rule: str, name: str, seconds: float) -> None:
        """Take note of a finished job, and keep it for later runs."""
        self._pace.add(rule, seconds, self._before(rule, name)[0])
        self._now.add(rule, name, seconds)
        if self.file is None:
            return
        # What can't be stored is only missing from a later estimate.
        with contextlib.suppress(OSError), open_to_append(self.file) as lines:
            lines.write(_line(_key(rule, name), seconds).encode())

    def see(self, running: Iterable[tuple[str, str, float]]) -> None:
        """Take note of what runs, as (rule, name, seconds so far): some may be late already."""
        self._pace.see(
            (rule, took_s, self._before(rule, name)[0]) for rule, name, took_s in running
        )

    def expected(self, rule: str, name: str = "") -> float:
        """Seconds that a job is expected to take."""
        before, words = self._before(rule, name)
        found = self._now.alike(rule, name)
        return found[0] if found and found[1] >= words else before * self._pace.of(rule)

    def _before(self, rule: str, name: str) -> tuple[float, int]:
        """What was known before this run, and by how many words of the name."""
        if found := self._earlier.alike(rule, name):
            return found
        prefixes = _prefixes(rule, name)
        typical = (self._typical[prefix] for prefix in prefixes if prefix in self._typical)
        return next(typical, 1.0), 0


class _Measured:
    """Seconds by the words that names begin with."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
        self._means: dict[tuple[str, ...], float] = {}

    def add(self, rule: str, name: str, seconds: float) -> None:
        for prefix in _prefixes(rule, name):
            self.of[prefix][_key(rule, name)] = seconds
            self._means.pop(prefix, None)

    def alike(self, rule: str, name: str) -> tuple[float, int] | None:
        """The mean of those whose names begin alike, and with how many words they do."""
        for prefix in _prefixes(rule, name)[:-1]:
            if prefix in self.of:
                if prefix not in self._means:
                    self._means[prefix] = fmean(self.of[prefix].values())
                return self._means[prefix], len(prefix)
        return None


def _key(rule: str, name: str) -> str:
    return f"{rule} {HASH.sub('', name)}".strip()


def _line(key: str, seconds: float) -> str:
    return json.dumps({key: round(seconds, 2)}) + "\n"


def _stored(file: Path | None) -> dict[str, float]:
    """The latest seconds of each job; a file that repeats itself for the most part is tidied."""
    if file is None:
        return {}
    try:
        lines = read_file(file).decode().splitlines()
    except (OSError, ValueError):
        return {}
    known: dict[str, float] = {}
    for line in lines:
        # The last one of a run that was killed may be half a line.
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            known |= {key: float(seconds) for key, seconds in json.loads(line).items()}
    if len(lines) > 2 * len(known):
        with contextlib.suppress(OSError):
            write_whole(file, "".join(starmap(_line, known.items())))
    return known
