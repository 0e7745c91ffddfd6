"""The words of a run of TPROC-H, line by line: each query's time, and each query set's result.

A query's time is in whole milliseconds, that of a set in whole seconds. HammerDB's mean is over
the queries that returned rows, and does not say which they were: it must be the mean of as many of
the times that were printed.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from itertools import combinations

from scripts.parse.errors import ParseError, shorten
from scripts.parse.hammerdb.console import Console, numbered
from scripts.parse.rows import HammerdbQuery, HammerdbQuerySet

QUERIES = 22
# HammerDB rounds a mean to five decimals, and reads the clock of a set in whole seconds.
_MEAN_OFF_S_MOST = 0.000_006
_SET_OFF_S_MOST = 1.0
# With more queries without rows, there are too many ways to leave them out: 1540 with three.
_WITHOUT_ROWS_MOST = 3

_CREATED = re.compile(r"(\d+) Virtual Users Created")
_KNOWN = re.compile(r"Benchmark set to TPC-H for \S+|TPROC-H Driver Script")
_KNOWN_WORDS = re.compile(
    r"RUNNING|Ssl_cipher( .*)?|Verifying the scale factor of the existing schema\.\.\."
)
_OTHER_SCALE = re.compile(r"The setting of the scale factor .* is different from .*")
_BEGUN = re.compile(r"Executing Query (\d+) \((\d+) of (\d+)\)")
_DONE = re.compile(r"query (\d+) completed in (\d+\.\d{1,3}) seconds")
_SET = re.compile(r"Completed (\d+) query set\(s\) in (\d+) seconds")
_MEAN = re.compile(r"Geometric mean of query times returning rows \((\d+)\) is (\d+\.\d{5})")


@dataclass(slots=True)
class QuerySets:
    """A whole run: each virtual user's query sets, and their queries in the order they ran in."""

    sets: list[HammerdbQuerySet]
    queries: list[HammerdbQuery]


@dataclass(slots=True)
class _User:
    """How far a virtual user is: the times of its set's queries, which runs, its results."""

    elapsed_s: dict[int, float] = field(default_factory=dict)
    running: int | None = None
    set_elapsed_s: int | None = None
    # What each finished set has: its time, how many queries returned rows, their mean, all times.
    sets: list[tuple[int, int, float, dict[int, float]]] = field(default_factory=list)


@dataclass(slots=True)
class _Run(Console):
    """What the lines of a run said so far."""

    users: dict[str, _User] = field(default_factory=dict)

    def knows(self, number: int, line: str) -> bool:
        if created := _CREATED.fullmatch(line):
            self.once("the number of virtual users", created[1], number)
        return bool(created or _KNOWN.fullmatch(line))

    def take_words(self, number: int, user: str, words: str) -> None:
        """Take what a virtual user said; nothing of it may be unknown."""
        state = self.users.setdefault(user, _User())
        if begun := _BEGUN.fullmatch(words):
            self._begin(number, state, *map(int, begun.groups()))
        elif done := _DONE.fullmatch(words):
            if state.running != int(done[1]):
                raise self.fail(
                    number, f"query {done[1]} is completed, {state.running} was running"
                )
            state.elapsed_s[int(done[1])] = float(done[2])
            state.running = None
        elif over := _SET.fullmatch(words):
            self._end(number, state, int(over[1]), int(over[2]))
        elif mean := _MEAN.fullmatch(words):
            self._conclude(number, state, int(mean[1]), float(mean[2]))
        elif _OTHER_SCALE.fullmatch(words):
            raise self.fail(number, f"the data are of another scale factor: {shorten(words)}")
        elif not _KNOWN_WORDS.fullmatch(words):
            raise self.fail(number, f"unknown words of virtual user {user}: {shorten(words)}")

    def _begin(self, number: int, state: _User, query: int, position: int, of: int) -> None:
        if state.running is not None or state.set_elapsed_s is not None:
            raise self.fail(number, f"query {query} begins ahead of another's end, or of a set's")
        expected = len(state.elapsed_s) + 1
        if (position, of) != (expected, QUERIES):
            words = f"query {query} is {position} of {of}, should be {expected} of {QUERIES}"
            raise self.fail(number, words)
        if not 1 <= query <= QUERIES or query in state.elapsed_s:
            raise self.fail(number, f"there is no query {query}, or it ran already in this set")
        state.running = query

    def _end(self, number: int, state: _User, index: int, elapsed_s: int) -> None:
        if len(state.elapsed_s) != QUERIES or state.set_elapsed_s is not None:
            words = f"query set {index} ends after {len(state.elapsed_s)} of {QUERIES} queries"
            raise self.fail(number, words)
        if index != len(state.sets) + 1:
            raise self.fail(number, f"query set {index} ends as number {len(state.sets) + 1}")
        queries_s = sum(state.elapsed_s.values())
        if elapsed_s < queries_s - _SET_OFF_S_MOST:
            words = f"query set {index} took {elapsed_s} s, its queries {queries_s:.3f}"
            raise self.fail(number, words)
        state.set_elapsed_s = elapsed_s

    def _conclude(self, number: int, state: _User, with_rows: int, mean_s: float) -> None:
        if state.set_elapsed_s is None:
            raise self.fail(number, "reports the mean of a query set that hasn't ended")
        times_s = list(state.elapsed_s.values())
        if with_rows > QUERIES:
            raise self.fail(number, f"{with_rows} of {QUERIES} queries returned rows")
        if with_rows == 0 or mean_s == 0:
            raise self.fail(number, f"the result of query set {len(state.sets) + 1} is not above 0")
        if not _can_be_mean(mean_s, times_s, with_rows):
            words = f"a geometric mean of {mean_s:.5f} s isn't that of the queries' times"
            raise self.fail(number, words)
        state.sets.append((state.set_elapsed_s, with_rows, mean_s, state.elapsed_s))
        state.elapsed_s, state.set_elapsed_s = {}, None


def _can_be_mean(mean_s: float, times_s: list[float], count: int) -> bool:
    """Whether some ``count`` of the times have this geometric mean."""
    if len(times_s) - count > _WITHOUT_ROWS_MOST:
        return min(times_s) - _MEAN_OFF_S_MOST <= mean_s <= max(times_s) + _MEAN_OFF_S_MOST
    return any(
        abs(math.prod(some) ** (1 / count) - mean_s) <= _MEAN_OFF_S_MOST
        for some in combinations(times_s, count)
    )


def parse_query_sets(text: str, phase: str, source: str) -> QuerySets:
    """Parse the output of a run; ParseError with HammerDB's own words where it failed."""
    run = _Run(source)
    last = run.read(numbered(text.removesuffix("\n")), ends_whole=text.endswith("\n"))
    count = _check_users(run, last)
    found = QuerySets([], [])
    for user in sorted(run.users, key=int):
        for index, (elapsed_s, with_rows, mean_s, times_s) in enumerate(run.users[user].sets, 1):
            found.sets.append(
                HammerdbQuerySet(
                    phase=phase,
                    version=run.needed("HammerDB's version", last),
                    job_id=run.needed("the job", last),
                    database=run.needed("the database", last),
                    database_version=run.needed("the database's version", last),
                    virtual_users=count,
                    virtual_user=int(user),
                    query_set=index,
                    elapsed_s=elapsed_s,
                    queries_with_rows=with_rows,
                    query_s_geometric_mean=mean_s,
                )
            )
            found.queries += [
                HammerdbQuery(phase, int(user), index, position, query, time_s)
                for position, (query, time_s) in enumerate(times_s.items(), 1)
            ]
    return found


def _check_users(run: _Run, last: int) -> int:
    """The number of virtual users, each of which has ended as many query sets as the others."""
    count = run.number("the number of virtual users", last)
    if len(run.created) != count or set(run.users) != run.created:
        words = f"{count} virtual users, {len(run.created)} were created, {len(run.users)} spoke"
        raise ParseError(run.source, last, words)
    for user, state in run.users.items():
        if state.running is not None or state.elapsed_s:
            raise ParseError(run.source, last, f"virtual user {user} ended inside a query set")
    ended = {len(state.sets) for state in run.users.values()}
    if len(ended) != 1 or ended == {0}:
        words = f"the virtual users ended {sorted(ended)} query sets, should be as many each"
        raise ParseError(run.source, last, words)
    return count
