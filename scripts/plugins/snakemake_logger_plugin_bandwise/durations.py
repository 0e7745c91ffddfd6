"""How long jobs take: as measured on this machine, else as is typical, scaled to this machine.

Names of jobs begin with what matters most: an experiment, an engine, a bandwidth. So what is known
of a job is what was measured of those whose names begin alike.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections import defaultdict
from itertools import starmap
from pathlib import Path
from statistics import fmean

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
        self._latest: dict[str, float] = {}
        self._alike: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
        self._expected: dict[tuple[str, str], float] = {}
        self._paces: dict[str, float] = {}
        for key, seconds in _stored(file).items():
            rule, _, name = key.partition(" ")
            self._learn(rule, name, seconds)

    @property
    def measured(self) -> bool:
        """Whether anything is known of this machine."""
        return bool(self._latest)

    def add(self, rule: str, name: str, seconds: float) -> None:
        """Take note of a finished job, and keep it for later runs."""
        self._learn(rule, name, seconds)
        if self.file is None:
            return
        # What can't be stored is only missing from a later estimate.
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(_line(_key(rule, name), seconds))

    def _learn(self, rule: str, name: str, seconds: float) -> None:
        key = _key(rule, name)
        self._latest[key] = round(seconds, 2)
        for prefix in _prefixes(rule, name):
            self._alike[prefix][key] = seconds
        self._expected.clear()
        self._paces.clear()

    def expected(self, rule: str, name: str = "") -> float:
        """Seconds that a job is expected to take."""
        if (rule, name) not in self._expected:
            self._expected[rule, name] = self._expect(rule, name)
        return self._expected[rule, name]

    def _expect(self, rule: str, name: str) -> float:
        prefixes = _prefixes(rule, name)
        for prefix in prefixes[:-1]:
            if prefix in self._alike:
                return fmean(self._alike[prefix].values())
        return self._typical_of(prefixes) * self._pace(rule)

    def _typical_of(self, prefixes: list[tuple[str, ...]]) -> float:
        return next((self._typical[prefix] for prefix in prefixes if prefix in self._typical), 1.0)

    def _pace(self, rule: str) -> float:
        """How many times what is typical jobs take here: the rule's own, or else all jobs."""
        if rule not in self._paces:
            measured = self._alike.get((rule,)) or self._latest
            jobs = (key.partition(" ")[::2] for key in measured)
            typical = sum(self._typical_of(_prefixes(*job)) for job in jobs)
            self._paces[rule] = sum(measured.values()) / typical if typical else 1.0
        return self._paces[rule]


def _key(rule: str, name: str) -> str:
    return f"{rule} {HASH.sub('', name)}".strip()


def _line(key: str, seconds: float) -> str:
    return json.dumps({key: round(seconds, 2)}) + "\n"


def _stored(file: Path | None) -> dict[str, float]:
    """The latest seconds of each job; a file that repeats itself for the most part is tidied."""
    if file is None:
        return {}
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    known: dict[str, float] = {}
    for line in lines:
        # The last one of a run that was killed may be half a line.
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            known |= {key: float(seconds) for key, seconds in json.loads(line).items()}
    if len(lines) > 2 * len(known):
        with contextlib.suppress(OSError):
            _tidy(file, known)
    return known


def _tidy(file: Path, known: dict[str, float]) -> None:
    """Write a line for each job beside, and rename it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text("".join(starmap(_line, known.items())), encoding="utf-8")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
