"""The commit that changed a row is found, in a history with some that can't be built."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.compare.__main__ import main
from scripts.compare.basket import read_basket
from scripts.compare.bisect import STATE, Search, begin, search
from scripts.compare.errors import CompareError
from scripts.compare.sides import read_sides
from scripts.compare.steps import write_steps
from scripts.compare.study import places_of
from scripts.compare.wanted import Wanted, wanted_row

ROOT = Path(__file__).parents[2]
ROW = "Commits of INSERTs: flushes"
COMMITS = 16
# One flush more by the way is a change, and not the one that is looked for.
FLUSHES = [300] * 4 + [301] * 7 + [600] * 5
CULPRIT = 11
BROKEN = (7, 12)


def row_of(basket: str, text: str) -> Wanted:
    """A row of a basket, as the command line names it."""
    known = read_basket(basket, ROOT)
    return wanted_row(text, known.operations, places_of(known))


class Engine:
    """A repository of a small program, which flushes as often as its commit says."""

    def __init__(
        self,
        folder: Path,
        flushes: Sequence[int],
        broken: Sequence[int],
        dead: Sequence[int] = (),
    ) -> None:
        self.folder = folder
        self.log = folder.parent / "measured"
        self.log.touch()
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch", "main")
        for number, count in enumerate(flushes):
            text = f"# {number}\nflushes = {count}\n" + ("}" if number in broken else "")
            text += "flushes / 0\n" if number in dead else ""
            (folder / "engine.py").write_text(text)
            self.git("add", "engine.py")
            self.git("commit", "--quiet", "--message", f"commit {number}")
        self.commits = self.git("rev-list", "--reverse", "HEAD").split()

    def git(self, *words: str) -> str:
        """What git prints."""
        named = ["-c", "user.name=a", "-c", "user.email=a@b.example"]
        command = ["git", "-C", str(self.folder), *named, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def search(self, good: str = "HEAD~15", bad: str = "HEAD", row: str = ROW) -> Search:
        """The search, not yet done."""
        wanted = row_of("quick", row)
        compare = [sys.executable, "-m", "tests.compare.small_engine", str(self.log)]
        return begin(self.folder, good, bad, wanted, compare, "postgresql-18")

    @property
    def measured(self) -> list[str]:
        """Commits that were measured, but for the one that others are compared with."""
        return [line for line in self.log.read_text().split() if line != self.commits[0]]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(tmp_path / "engine", FLUSHES, BROKEN)


def test_the_commit_is_found(engine: Engine, tmp_path: Path) -> None:
    (engine.folder / "engine.py").write_text("what the user is working on\n")
    found = search(engine.search(), tmp_path / "search")
    assert found.found == engine.commits[CULPRIT]
    verdicts = {step.commit: step.verdict for step in found.steps.values()}
    expected = {
        commit: "skipped" if number in BROKEN else "bad" if number >= CULPRIT else "good"
        for number, commit in enumerate(engine.commits)
    }
    assert verdicts.items() <= expected.items()
    assert verdicts[engine.commits[7]] == "skipped"
    assert 4 <= len(verdicts) <= 6
    # The user's repository is as it was.
    assert engine.git("status", "--porcelain") == "M engine.py"
    assert not list((engine.folder / ".git").glob("BISECT*"))


def test_the_end_says_which_commit_and_what_each_step_found(engine: Engine, tmp_path: Path) -> None:
    found = search(engine.search(), tmp_path / "search")
    text = write_steps(found, tmp_path / "search").read_text()
    commit = engine.commits[CULPRIT][:12]
    assert f"**{commit} commit 11** changes it.\n301 before it, 600 with it: 99.7 % of all." in text
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert any(f"| {commit} | commit 11 | bad | 600 | 100% | changed |" in line for line in lines)
    (skipped,) = [line for line in lines if "commit 7" in line]
    assert "| skipped |  |  | the compilation failed: engine.py: unmatched '}'" in skipped
    # The oldest first.
    numbers = [int(line.split("commit ")[1].split()[0]) for line in lines[2:]]
    assert numbers == sorted(numbers)


def test_an_interrupted_search_goes_on(
    engine: Engine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "search"
    wanted = engine.search()
    whole = search(wanted, folder)
    measured = engine.measured
    # As it was after two steps, when the disk was full.
    (folder / STATE).unlink()
    engine.log.write_text("")
    full = tmp_path / "full"
    full.touch()
    with pytest.raises(CompareError, match="the disk is full"):
        search(wanted, folder)
    full.unlink()
    steps = 0

    def stop_after_two(stop: bool) -> Search:
        nonlocal steps
        script = f"#!/bin/sh\ntest $(wc -w <{engine.log}) -lt 6 || exec touch {full}\n"
        hook = tmp_path / "watch.sh"
        hook.write_text(script)
        program = [*wanted.compare]
        if stop:
            program = ["sh", "-c", f'sh {hook}; exec "$@"', "sh", *wanted.compare]
        return search(Search(**{**vars(wanted), "compare": tuple(program)}), folder)

    with pytest.raises(CompareError, match=r"stopped at .*the disk is full.*run again to go on"):
        stop_after_two(stop=True)
    before = engine.measured
    assert 0 < len(before) < len(measured)
    full.unlink()
    again = search(wanted, folder)
    assert again.found == whole.found
    assert again.steps.keys() == whole.steps.keys()
    # Nothing was measured twice.
    assert sorted(engine.measured) == sorted(measured)
    assert "commits are known from" in capfd.readouterr().out


def test_commits_between_which_all_are_skipped_are_named(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "engine", FLUSHES, [CULPRIT - 1, CULPRIT])
    found = search(engine.search(), tmp_path / "search")
    assert found.found is None
    assert set(found.possible) == set(engine.commits[CULPRIT - 1 : CULPRIT + 2])
    text = write_steps(found, tmp_path / "search").read_text()
    assert "One of these commits changes it" in text
    assert all(f"- {commit[:12]} commit" in text for commit in found.possible)


def test_a_commit_whose_engine_does_not_start_is_skipped(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "engine", FLUSHES, [], dead=[7])
    found = search(engine.search(), tmp_path / "search")
    assert found.found == engine.commits[CULPRIT]
    step = found.steps[engine.commits[7]]
    assert step.verdict == "skipped"
    assert "cell-1: division by zero" in step.reason


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("Commits of INSERTs: log bytes", "has no log bytes in .*, but flushes: name another row"),
        ("Index build: flushes", "Index build has no flushes in .*, but none"),
    ],
)
def test_a_row_that_was_not_measured_is_no_row_that_is_the_same(
    tmp_path: Path, row: str, message: str
) -> None:
    engine = Engine(tmp_path / "engine", [300, 600], [])
    with pytest.raises(CompareError, match=message):
        search(engine.search("HEAD~1", row=row), tmp_path / "search")


@pytest.mark.parametrize(
    ("flushes", "broken", "message"),
    [
        ([300] * 3, [], r"is the same at both ends \(300\): nothing is to be found"),
        ([300, 300, 600], [2], "the two ends can't be compared: the compilation failed"),
        ([300, 300, 600], [0], "the two ends can't be compared: the compilation failed"),
    ],
)
def test_ends_that_show_nothing_are_one_line(
    tmp_path: Path, flushes: list[int], broken: list[int], message: str
) -> None:
    engine = Engine(tmp_path / "engine", flushes, broken)
    with pytest.raises(CompareError, match=message) as caught:
        search(engine.search("HEAD~2"), tmp_path / "search")
    assert "\n" not in str(caught.value)


def test_all_commits_go_into_one_tree_and_changes_of_the_tree_do_not_matter(
    tmp_path: Path,
) -> None:
    engine = Engine(tmp_path / "engine", [300], [])
    sign = engine.folder / "src/backend/postmaster/postmaster.c"
    sign.parent.mkdir(parents=True)
    sign.touch()
    for version in ("16.0", "17devel"):
        (engine.folder / "configure.ac").write_text(f"AC_INIT([PostgreSQL], [{version}], [b])\n")
        engine.git("add", ".")
        engine.git("commit", "--quiet", "--message", version)
    sign.write_text("int changed;\n")
    wanted = row_of("quick", ROW)
    begun = begin(engine.folder, "HEAD~1", "HEAD", wanted, ["compare", "run"])
    assert begun.compare == ("compare", "run", "--of", "postgresql-17")
    (tmp_path / "envs").symlink_to(ROOT / "envs")
    ends = [begun.side(begun.good), begun.side(begun.bad)]
    layers = [side.layer for side in read_sides(ends, tmp_path, of="postgresql-17")]
    assert all(layer.startswith("postgresql-17-") for layer in layers)
    # Both at once, with no tree named.
    assert [side.layer for side in read_sides(ends, tmp_path)] == layers


def test_releases_on_branches_are_told_where_they_part(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "engine", [300, 600], [])
    engine.git("branch", "other", "HEAD~1")
    engine.git("checkout", "--quiet", "other")
    engine.git("commit", "--quiet", "--allow-empty", "--message", "a release")
    with pytest.raises(CompareError, match=f"--good {engine.commits[0][:12]}"):
        engine.search("other", "main")


def test_a_step_names_the_log_that_it_says_to_see(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "engine", [300, 600], [])
    begun = engine.search("HEAD~1")
    script = "echo 'compare: a layer could not be built: see above, and run again' >&2; exit 1"
    begun = Search(**{**vars(begun), "compare": ("sh", "-c", script)})
    with pytest.raises(CompareError, match=r"see .*/search/[0-9a-f]{12}\.log, and run again"):
        search(begun, tmp_path / "search")


def test_the_commands_that_a_search_prints_have_its_options(engine: Engine, tmp_path: Path) -> None:
    found = search(engine.search(), tmp_path / "search")
    words = ("python", "run", "--basket", "io", "--only", "compare-commits", "--no-site")
    found = Search(**{**vars(found), "compare": (*words, "--of", "postgresql-17")})
    text = write_steps(found, tmp_path / "search").read_text()
    (line,) = (line for line in text.splitlines() if line.startswith("Compare it"))
    assert line.endswith("--basket io --only compare-commits --of postgresql-17`")
    assert f"@{engine.commits[CULPRIT]} --basket" in line


def test_two_searches_at_once_are_refused(engine: Engine, tmp_path: Path) -> None:
    from scripts.files.locks import hold

    (tmp_path / "search").mkdir()
    with hold(tmp_path / "search/lock"), pytest.raises(CompareError, match="run"):
        search(engine.search(), tmp_path / "search")


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ("HEAD~15", "none", "has no commit none"),
        ("HEAD", "HEAD", "are the same commit"),
        ("HEAD", "HEAD~3", "HEAD~3 comes before HEAD"),
    ],
)
def test_wrong_commits_are_one_line(engine: Engine, good: str, bad: str, message: str) -> None:
    with pytest.raises(CompareError, match=message):
        engine.search(good, bad)


def test_rows_are_named_as_in_a_report() -> None:
    assert row_of("quick", "Full scan, cold: instructions") == Wanted(
        "compare-reads", "Full scan, cold", "instructions", ""
    )
    placed = row_of("io", "Commits of INSERTs, flush-500us: bytes written")
    assert (placed.experiment, placed.operation) == (
        "compare-commits",
        "Commits of INSERTs, flush-500us",
    )


@pytest.mark.parametrize(
    ("basket", "operation", "message"),
    [
        ("io", "Commits of INSERTs", "is done in several places: add one of flush-20us, flush-"),
        ("io", "Commits of INSERTs, flush-50us", 'unknown place "flush-50us" .did you mean'),
        ("quick", "Commits of INSERTs, flush-20us", 'leave out ", flush-20us"'),
    ],
)
def test_a_place_that_a_basket_lacks_is_one_line(basket: str, operation: str, message: str) -> None:
    with pytest.raises(CompareError, match=message) as caught:
        row_of(basket, f"{operation}: flushes")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("Commits of INSERTs", 'name a row as "OPERATION: MEASURE"'),
        ("Commits of INSERTs: flush", 'unknown measure "flush" (did you mean "flushes"'),
        ("Commit of INSERTs: flushes", 'unknown operation "Commit of INSERTs" (did you mean'),
    ],
)
def test_a_wrong_row_is_one_line(
    engine: Engine, row: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--repo", str(engine.folder), "--good", "HEAD~2", "--bad", "HEAD", "--row", row]
    assert main(["bisect", *words]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
