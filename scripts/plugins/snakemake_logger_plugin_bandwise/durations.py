"""How long jobs take: as in this run, else as before it or as is typical, at this run's pace.

Names of jobs begin with what matters most: an experiment, an engine, a bandwidth. So what is known
of a job is what was measured of those whose names begin alike. The pace says how much slower this
run is than what was known before it: a host may be slow, or busy with something else.

What is typical was measured where the default study has it. Of other experiments it is 8 s, and
5.5 s for each billion instructions of a published cell's guest.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import starmap
from pathlib import Path
from statistics import fmean

from scripts.files import open_to_append, read_file, write_whole

from .pace import Pace

TYPICAL = Path(__file__).with_name("typical.json")
# The hash at the end of a name says nothing of the time.
# 8 digits in earlier versions.
HASH = re.compile(r"-[0-9a-f]{8}([0-9a-f]{8})?$")


class Durations:
    """Seconds by rule and name.

    ``file`` keeps those of earlier runs; None keeps nothing. It has a line for each finished job,
    so that the last of many costs no more than the first. ``kinds`` has a word for jobs whose names
    do not say what takes their time.
    """

    def __init__(self, file: Path | None = None, kinds: Mapping[str, str] | None = None):
        self.file = file
        self._kinds = kinds or {}
        self._typical = {
            tuple(key.split()): seconds
            for key, seconds in json.loads(TYPICAL.read_text(encoding="utf-8")).items()
        }
        # Of these a job may be of a kind that takes much longer than the others.
        self._varied = {words[0] for words in self._typical if len(words) > 1}
        self._earlier = _Measured()
        self._pace = Pace()
        for key, seconds in _stored(file).items():
            self._earlier.add(key, seconds)

    @property
    def measured(self) -> bool:
        """Whether anything is known of this machine."""
        return bool(self._pace.ended or self._earlier.of)

    def add(self, rule: str, name: str, seconds: float) -> None:
        """Take note of a finished job, and keep it for later runs."""
        key = self._key(rule, name)
        words, (before, is_known) = _words(key), self._before(key)
        if not is_known and self._pace.is_other_kind(words, seconds, before):
            # Now its kind is known, as it is where nothing slows it.
            self._earlier.add(key, seconds / self._pace.of_all(words))
        else:
            self._pace.add(words, seconds, before)
        if self.file is None:
            return
        # What can't be stored is only missing from a later estimate.
        with contextlib.suppress(OSError), open_to_append(self.file) as lines:
            lines.write(_line(key, seconds).encode())

    def see(self, running: Iterable[tuple[str, str, float]]) -> None:
        """Take note of what runs, as (rule, name, seconds so far): some may be late already."""
        keys = ((self._key(rule, name), took_s) for rule, name, took_s in running)
        self._pace.see((_words(key), took_s, *self._before(key)) for key, took_s in keys)

    def expected(self, rule: str, name: str = "") -> float:
        """Seconds that a job is expected to take."""
        key = self._key(rule, name)
        return self._before(key)[0] * self._pace.of(_words(key))

    def _before(self, key: str) -> tuple[float, bool]:
        """What was known before this run, and whether that was of jobs of this kind."""
        if found := self._earlier.alike(key):
            return found, True
        words = _words(key)
        known = ((self._typical.get(words[:count]), count) for count in range(len(words), 0, -1))
        found, count = next(((each, count) for each, count in known if each), (1.0, 1))
        return found, count > 1 or words[0] not in self._varied

    def _key(self, rule: str, name: str) -> str:
        """``snapshot warm-postgresql-17-sysbench``: by it a job is known to later runs."""
        kind = self._kinds.get(name)
        return f"{rule} {f'{kind}-' if kind else ''}{HASH.sub('', name)}".strip()


class _Measured:
    """Seconds by the words that names begin with."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
        self._means: dict[tuple[str, ...], float] = {}

    def add(self, key: str, seconds: float) -> None:
        words = _words(key)
        for count in range(1, len(words) + 1):
            self.of[words[:count]][key] = seconds
            self._means.pop(words[:count], None)

    def alike(self, key: str) -> float | None:
        """Its own, or the mean of those whose names begin alike, by as many words as any does."""
        words = _words(key)
        if key in self.of.get(words, ()):
            return self.of[words][key]
        for count in range(len(words), 1, -1):
            prefix = words[:count]
            if prefix in self.of:
                if prefix not in self._means:
                    self._means[prefix] = fmean(self.of[prefix].values())
                return self._means[prefix]
        return None


def _words(key: str) -> tuple[str, ...]:
    """``(cell, oltp, mariadb, 11.8)``."""
    return tuple(word for word in re.split("[ -]", key) if word)


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
