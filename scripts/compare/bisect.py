"""Finding the commit that changed a row: ``git bisect run``, with a comparison for each step.

The search is done in a clone of its own, which shares the repository's objects: what is checked out
there, and a search of the user's own, stay as they are. Each commit is compared with the good one,
whose cells are measured once. What a step found is kept in ``bisect.json``, so that a search that
was interrupted is begun again and has its answers at once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from scripts.analyse.rule import CHANGED, SAME
from scripts.compare.errors import CompareError
from scripts.compare.wanted import Wanted
from scripts.files import write_whole
from scripts.files.locks import LockedError, hold
from scripts.layers.errors import LayerError
from scripts.layers.git import resolve_commit
from scripts.programs import die_with, run_program
from scripts.values.messages import listed

STATE = "bisect.json"
CLONE = "repository.git"
GOOD, BAD, SKIP, STOP = 0, 1, 125, 128
"""What ``git bisect run`` takes an exit code for; by the last, the search ends."""
CANNOT = 3
"""The exit code of a comparison, one side of which can't be built or measured."""
STOPPED = "stopped"
GIT_LOG = "git-bisect.log"
VERDICTS = {GOOD: "good", BAD: "bad", SKIP: "skipped"}


@dataclass(frozen=True)
class Step:
    """What was found of one commit."""

    commit: str
    subject: str
    verdict: str
    value: float | None
    """The mean of its twins; None for one that is skipped."""
    reason: str
    """Why it is skipped, or whether it has changed from the good one."""
    took_s: float


@dataclass(frozen=True)
class Search:
    """A search: what is wanted, and what was found so far."""

    repository: str
    good: str
    bad: str
    wanted: Wanted
    compare: tuple[str, ...]
    """The command that compares two sides, which are added to it."""
    ends: tuple[float, float] | None = None
    """The row's values of the good and the bad commit."""
    steps: dict[str, Step] = field(default_factory=dict)
    found: str | None = None
    possible: tuple[str, ...] = ()
    """Where commits were skipped, those that it may be."""

    def side(self, commit: str) -> str:
        """A commit as the command line of a comparison has it."""
        return f"{self.repository}@{commit}"


def begin(
    repository: Path,
    good: str,
    bad: str,
    wanted: Wanted,
    compare: Sequence[str],
    of: str | None = None,
) -> Search:
    """A search between two commits of a repository. Raises CompareError.

    All commits go into one tree, that of the layer ``of``, else the one that fits the ends best.
    """
    from scripts.layers.derive import tree_for  # slow to import, and steps do without

    try:
        repository = repository.expanduser().resolve()
        first, last = (resolve_commit(repository, named) for named in (good, bad))
        tree = of or tree_for(repository, first, last)
    except LayerError as error:
        raise CompareError(str(error)) from None
    if first == last:
        raise CompareError(f"{good} and {bad} are the same commit: name two between which to look")
    if _is_ancestor(repository, last, first):
        raise CompareError(f"{bad} comes before {good}: --good names the older commit")
    if not _is_ancestor(repository, first, last):
        parted = _git(repository, "merge-base", first, last)[:12]
        raise CompareError(
            f"{good} is no ancestor of {bad}: they lie on branches that part at {parted}, as "
            f"releases do: name that with --good {parted}, or two commits of one branch"
        )
    return Search(str(repository), first, last, wanted, (*compare, "--of", tree))


def search(first: Search, folder: Path) -> Search:
    """Look for the commit, and return what was found; ``folder`` keeps it from step to step.

    Raises CompareError where a commit is not to blame, or the search can't go on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        held = hold(folder / "lock")
    except LockedError as error:
        raise CompareError(str(error)) from None
    with held:
        state = folder / STATE
        known = _read(state) if state.exists() else None
        if known and known.steps:
            print(f"{len(known.steps)} commits are known from {state}", flush=True)
        begun = replace(known or first, compare=first.compare, found=None, possible=())
        _write(state, begun)
        if begun.ends is None:
            _write(state, replace(begun, ends=_ends(begun, folder)))
        clone = _clone(begun, folder)
        _run(clone, folder)
        ended = _read(state)
        ended = replace(ended, **_found(clone))
        _write(state, ended)
        return ended


def step(folder: Path) -> int:
    """Judge the commit that git asks about; the exit code that git bisect run understands."""
    search = _read(folder / STATE)
    clone = folder / CLONE
    commit = _git(clone, "rev-parse", "--verify", "BISECT_HEAD")
    codes = {verdict: code for code, verdict in VERDICTS.items()}
    if known := search.steps.get(commit):
        return codes[known.verdict]
    started = time.monotonic()
    try:
        verdict, value, said = _judged(search, commit, folder)
    except CompareError as error:
        write_whole(folder / STOPPED, f"{commit[:12]}: {error}\n")
        return STOP
    subject = _git(clone, "show", "--no-patch", "--format=%s", commit)
    took_s = round(time.monotonic() - started, 1)
    done = Step(commit, subject, verdict, value, said, took_s)
    _write(folder / STATE, replace(search, steps={**search.steps, commit: done}))
    shown = "" if value is None else f" {search.wanted.shown(value)}"
    print(f"{commit[:12]} {subject}: {verdict}{shown}, {said}", file=sys.stderr, flush=True)
    return codes[verdict]


def _judged(search: Search, commit: str, folder: Path) -> tuple[str, float | None, str]:
    """The verdict on a commit, its value, and why it has none or whether it has changed."""
    assert search.ends is not None
    good, bad = search.ends
    try:
        value, said = _measure(search, commit, folder)
    except _SkipError as skipped:
        return VERDICTS[SKIP], None, str(skipped)
    return VERDICTS[BAD if abs(value - bad) < abs(value - good) else GOOD], value, said


class _SkipError(Exception):
    """A commit that says nothing of the row."""


class _AbsentError(_SkipError):
    """What was measured has no such row, although nothing failed."""


def _ends(search: Search, folder: Path) -> tuple[float, float]:
    """The values of both ends. Raises CompareError where they do not differ."""
    try:
        row = _row(search, search.bad, folder)
    except _AbsentError as error:
        raise CompareError(str(error)) from None
    except _SkipError as error:
        raise CompareError(f"the two ends can't be compared: {error}") from None
    values = search.wanted.shown(row["first"]), search.wanted.shown(row["other"])
    if row["state"] == SAME:
        raise CompareError(
            f"{search.wanted.row} is the same at both ends ({values[0]}): nothing is to be found"
        )
    if row["state"] != CHANGED:
        raise CompareError(
            f"{search.wanted.row} is {row['state']} between both ends ({' and '.join(values)}): "
            "nothing is to be found"
        )
    print(f"{search.wanted.row}: good {values[0]}, bad {values[1]}", flush=True)
    return row["first"], row["other"]


def _measure(search: Search, commit: str, folder: Path) -> tuple[float, str]:
    """A commit's value of the row, and whether that has changed from the good commit's."""
    assert search.ends is not None
    if commit in (search.good, search.bad):
        return search.ends[commit == search.bad], "an end"
    row = _row(search, commit, folder)
    return row["other"], row["state"]


def _row(search: Search, commit: str, folder: Path) -> dict[str, Any]:
    """The row of the good commit and another. Raises _SkipError where nothing is said of it."""
    log = folder / f"{commit[:12]}.log"
    with log.open("w", encoding="utf-8") as stream:
        command = [*search.compare, search.side(search.good), search.side(commit)]
        done = subprocess.run(command, stdout=stream, stderr=subprocess.STDOUT, check=False)
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    said = [line.removeprefix("compare: ") for line in lines if line.startswith("compare: ")]
    reason = said[-1] if said else f"the comparison ended with {done.returncode}: see {log}"
    # Above it in the log, that is.
    reason = reason.replace("see above", f"see {log}")
    if done.returncode == CANNOT:
        raise _SkipError(reason)
    reports = [line for line in lines if line.endswith("report.json")]
    if not reports:
        raise CompareError(reason)
    report = json.loads(Path(reports[-1]).read_text(encoding="utf-8"))
    compared = report["compared"][0]
    same = [
        {**row, "state": SAME, "first": row["value"], "other": row["value"]}
        for row in compared["same"]
    ]
    wanted, rows = search.wanted, [*compared["changed"], *compared["level"], *same]
    for row in rows:
        if wanted.is_named(row):
            return row
    # A failed cell leaves rows out, which are not the same for it.
    if report["failed"]:
        raise _SkipError(f"{report['failed'][0]['cell']}: {report['failed'][0]['reason']}")
    measures = sorted({row["measure"] for row in rows if row["operation"] == wanted.operation})
    raise _AbsentError(
        f"{wanted.operation} has no {wanted.measure} in {reports[-1]}, but {listed(measures)}: "
        "name another row"
    )


def _clone(search: Search, folder: Path) -> Path:
    clone = folder / CLONE
    shutil.rmtree(clone, ignore_errors=True)
    _git(Path(search.repository), "clone", "--quiet", "--bare", "--shared", ".", clone.resolve())
    _git(clone, "bisect", "start", "--no-checkout", search.bad, search.good)
    return clone


def _run(clone: Path, folder: Path) -> None:
    """Have git ask about commits until it knows. Raises CompareError where a step ends it."""
    stopped = folder / STOPPED
    stopped.unlink(missing_ok=True)
    # git has its commands work on the clone, and sides are of the user's repository.
    script = 'unset $(git rev-parse --local-env-vars); cd "$0" && exec "$1" -m "$2" "$3"'
    words = [str(Path.cwd()), sys.executable, "scripts.compare.bisect", str(folder)]
    # What git says of itself is of its own commands; a step's line goes where errors go.
    done = subprocess.run(
        ["git", "-C", clone, "bisect", "run", "sh", "-c", script, *words],
        stdout=subprocess.DEVNULL, check=False, preexec_fn=die_with(os.getpid()),
    )  # fmt: skip
    log = folder / GIT_LOG
    log.write_text(_git(clone, "bisect", "log") + "\n", encoding="utf-8")
    if stopped.exists():
        reason = stopped.read_text(encoding="utf-8").strip()
        raise CompareError(f"stopped at {reason}; run again to go on from there")
    if done.returncode and not _found(clone)["possible"]:
        raise CompareError(f"git bisect has ended without an answer: see {log}, and run again")


def _found(clone: Path) -> dict[str, Any]:
    """What git's log of the search says at its end."""
    lines = _git(clone, "bisect", "log").splitlines()
    first = [line for line in lines if line.startswith("# first bad commit: [")]
    possible = [line for line in lines if line.startswith("# possible first bad commit: [")]
    commits = [line.partition("[")[2].partition("]")[0] for line in (*first, *possible)]
    return {"found": commits[0] if first else None, "possible": tuple(commits[len(first) :])}


def table(search: Search, clone: Path) -> tuple[list[Step], str | None]:
    """The steps in the order of the history, and the parent of the commit that was found."""
    order = _git(clone, "rev-list", "--reverse", "--topo-order", search.bad).splitlines()
    place = {commit: number for number, commit in enumerate(order)}
    steps = sorted(search.steps.values(), key=lambda step: place[step.commit])
    parents = _git(clone, "rev-parse", f"{search.found}^@").splitlines() if search.found else []
    return steps, parents[0] if parents else None


def subject_of(clone: Path, commit: str) -> str:
    """The first line of a commit's message."""
    return _git(clone, "show", "--no-patch", "--format=%s", commit)


def _is_ancestor(repository: Path, older: str, younger: str) -> bool:
    words = ["git", "-C", str(repository), "merge-base", "--is-ancestor", older, younger]
    return run_program(words, "git").returncode == 0


def _git(folder: Path, *words: str | Path) -> str:
    done = run_program(["git", "-C", str(folder), *words], "git")
    if done.returncode:
        said = (done.stderr.strip() or "no message").splitlines()[-1]
        raise CompareError(f"{folder}: git {words[0]} failed: {said}")
    return done.stdout.strip()


def _read(state: Path) -> Search:
    known = json.loads(state.read_text(encoding="utf-8"))
    return Search(
        **{
            **known,
            "wanted": Wanted(**known["wanted"]),
            "compare": tuple(known["compare"]),
            "ends": tuple(known["ends"]) if known["ends"] else None,
            "steps": {commit: Step(**step) for commit, step in known["steps"].items()},
            "possible": tuple(known["possible"]),
        }
    )


def _write(state: Path, search: Search) -> None:
    write_whole(state, json.dumps(asdict(search), indent=1) + "\n")


if __name__ == "__main__":
    # What git bisect runs.
    sys.exit(step(Path(sys.argv[1])))
