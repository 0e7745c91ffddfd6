"""Garbled outputs of tools: none may give a wrong row that is taken for a right one.

``python tests/campaign/garbled.py --count 20000`` garbles transcripts of tests/parse so often, and
``--state FILE`` goes on where an earlier call with the same file stopped. Number N of a seed is
always the same. Each garbled output ends in one of these ways:

- rejected: a ParseError of one line that names the file;
- same: the rows are those of the whole output;
- undetectable: rows differ, where nothing in the format could show it (`UNDETECTABLE` says why);
- wrong: rows differ, though the format could show it;
- crash: another error than ParseError, or one that doesn't name the file.

The last two are faults of a parser: they are printed, and the exit code is 1.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
import re
import shutil
import string
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "parse")]

from figures import arguments, begun, keep  # noqa: E402
from parse_goldens import CASES, TRANSCRIPTS  # noqa: E402

from scripts.parse.errors import ParseError  # noqa: E402
from scripts.parse.rows import TABLE_NAMES  # noqa: E402

Read = Callable[[Path], list[Any]]
Rows = dict[str, list[tuple[Any, ...]]]
# What tools say beside their figures.
MESSAGES = {"tool_messages", "trace_messages"}
# A number of an output is in so many columns at most: before, after, their difference, and sums.
MOST_OF_ONE = 6

# (tool, what of the rows differs), as patterns, to why nothing could show it.
UNDETECTABLE = {
    (".*", "a number"): "another number that could as well be measured",
    (".*", "a text"): "another text: names, commands and messages are free",
    ("bpftrace", "fewer rows of .*|rows of .* alone"): "bpftrace numbers no lines and marks no end",
    ("bpftrace", "numbers"): "a time that bpftrace prints is that of all that follows",
    ("bpftrace", "more rows of .*"): "a line of another time, of a map that had none at this one",
    ("histograms", "(fewer|more) rows of .*"): "which buckets are in use is not announced",
    ("hammerdb", "a time that others count from"): "the first of a series may be any",
    ("engine", "(more|fewer) rows of .*|rows of .* alone"): "names of tables and indexes are free",
    ("system", "more rows of .*"): "numbers of devices are free",
    ("pgbench", "fewer rows of .*"): "how many commands a script has, the script alone knows",
    ("pgbench", "more rows of .*"): "a script may have a command that takes no time twice",
    ("statements", "fewer rows of .*"): "how many statements there are, the workload alone knows",
    ("sysbench", "fewer rows of sysbench_intervals, the last"): "a run's end may come first",
}


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text))]


def _flip_bit(text: str, rng: random.Random) -> str:
    index = rng.randrange(len(text))
    return text[:index] + chr(ord(text[index]) ^ 1 << rng.randrange(7)) + text[index + 1 :]


def _flip_digit(text: str, rng: random.Random) -> str:
    digits = [match.start() for match in re.finditer(r"\d", text)]
    if not digits:
        return text
    index = rng.choice(digits)
    return text[:index] + rng.choice(string.digits) + text[index + 1 :]


def _drop_letters(text: str, rng: random.Random) -> str:
    index = rng.randrange(len(text))
    return text[:index] + text[index + rng.randint(1, 80) :]


def _overwrite(text: str, rng: random.Random) -> str:
    """Part of a page that was never written, or another's."""
    index, size = rng.randrange(len(text)), rng.choice([1, 16, 512, 4096])
    filling = rng.choice(["\0" * size, text[:size], "x" * size])
    return text[:index] + filling + text[index + size :]


def _lines(change: Callable[[list[str], random.Random], None]) -> Callable[..., str]:
    def garble(text: str, rng: random.Random) -> str:
        lines = text.split("\n")
        change(lines, rng)
        return "\n".join(lines)

    return garble


def _duplicate(lines: list[str], rng: random.Random) -> None:
    index, count = rng.randrange(len(lines)), rng.choice([1, 1, 1, 2, 5])
    lines[index:index] = lines[index : index + count]


def _lose(lines: list[str], rng: random.Random) -> None:
    index, count = rng.randrange(len(lines)), rng.choice([1, 1, 1, 2, 5])
    del lines[index : index + count]


def _swap(lines: list[str], rng: random.Random) -> None:
    one = rng.randrange(len(lines))
    two = rng.choice([min(one + 1, len(lines) - 1), rng.randrange(len(lines))])
    lines[one], lines[two] = lines[two], lines[one]


def _move(lines: list[str], rng: random.Random) -> None:
    index, count = rng.randrange(len(lines)), rng.randint(1, 5)
    moved = lines[index : index + count]
    del lines[index : index + count]
    place = rng.randint(0, len(lines))
    lines[place:place] = moved


def _mix(lines: list[str], rng: random.Random) -> None:
    """Two writers at once: one line in the middle of another."""
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    at = rng.randint(0, len(lines[one]))
    lines[one] = lines[one][:at] + lines[two] + lines[one][at:]


def _insert(lines: list[str], rng: random.Random) -> None:
    noise = [
        "",
        " ",
        "Killed",
        "WARNING: out of memory",
        "0",
        "null",
        "\x1b[0m",
        "}",
        "{}",
        "[ 1s ]",
    ]
    lines.insert(rng.randint(0, len(lines)), rng.choice(noise))


GARBLINGS: dict[str, Callable[[str, random.Random], str]] = {
    "cut": _cut,
    "bit flipped": _flip_bit,
    "digit changed": _flip_digit,
    "letters lost": _drop_letters,
    "block overwritten": _overwrite,
    "lines doubled": _lines(_duplicate),
    "lines lost": _lines(_lose),
    "lines swapped": _lines(_swap),
    "lines moved": _lines(_move),
    "lines mixed": _lines(_mix),
    "line inserted": _lines(_insert),
}


class Transcripts:
    """A copy of all transcripts, in which one at a time is garbled."""

    def __init__(self, root: Path) -> None:
        shutil.copytree(TRANSCRIPTS, root / "transcripts")
        self.cases: list[tuple[Path, Read]] = [
            (root / "transcripts" / path.relative_to(TRANSCRIPTS), read) for path, read in CASES
        ]
        self.texts = {path: path.read_bytes().decode() for path, _ in self.cases}
        self.right = {path: rows_by_table(read(path)) for path, read in self.cases}

    def garbled(self, seed: int, number: int) -> tuple[str, str, str, str]:
        """Garble one; return its tool and file, the garbling, how it ended, and what was said."""
        rng = random.Random(f"{seed} {number}")
        path, read = rng.choice(self.cases)
        name = rng.choice(list(GARBLINGS))
        text = self.texts[path]
        wrong = GARBLINGS[name](text, rng)
        tool = path.parent.name
        shown = f"{tool}/{path.name}"
        if wrong == text:
            return shown, name, "same", ""
        path.write_bytes(wrong.encode(errors="surrogateescape"))
        try:
            rows = rows_by_table(read(path))
        except ParseError as error:
            said = str(error)
            if "\n" in said or not said.startswith(error.source) or not error.source:
                return shown, name, "crash", f"not one line that begins with its file: {said!r}"
            return shown, name, "rejected" if error.line else "rejected without a line", said
        except Exception as error:
            return shown, name, "crash", f"{type(error).__name__}: {error}"
        finally:
            path.write_bytes(text.encode())
        if rows == self.right[path]:
            return shown, name, "same", ""
        what = difference(self.right[path], rows)
        return shown, name, ending(tool, what), what


def difference(right: Rows, found: Rows) -> str:
    """What differs: "a number" and "a text" are of one place in the output each."""
    added = {name for name in set(right) ^ set(found) if name not in MESSAGES}
    if added:
        return f"rows of {', '.join(sorted(added))} alone"
    numbers: set[tuple[Any, Any]] = set()
    for table in sorted(set(right) & set(found) - MESSAGES):
        before, after = right[table], found[table]
        if len(before) != len(after):
            last = ", the last" if after == before[:-1] else ""
            return f"{'fewer' if len(after) < len(before) else 'more'} rows of {table}{last}"
        for old, new in zip(itertools.chain(*before), itertools.chain(*after), strict=True):
            if old != new and _is_number(old) and _is_number(new):
                numbers.add((old, new))
    if len(numbers) > MOST_OF_ONE:
        shifts = {new - old for old, new in numbers if None not in (old, new)}
        return "a time that others count from" if len(shifts) == 1 else "numbers"
    return "a number" if numbers else "a text"


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def rows_by_table(rows: list[Any]) -> Rows:
    """The rows' values by the name of their table."""
    tables: Rows = {}
    for row in rows:
        tables.setdefault(TABLE_NAMES[type(row)], []).append(dataclasses.astuple(row))
    return tables


def ending(tool: str, what: str) -> str:
    """Whether rows that differ in ``what`` could have been distinguished from right ones."""
    for pattern, words in UNDETECTABLE:
        if re.fullmatch(pattern, tool) and re.fullmatch(words, what):
            return "undetectable"
    return "wrong"


def main() -> int:
    """Garble outputs; return 1 if any gave a fault."""
    options = arguments(__doc__, count=1000)
    state = begun(options, next=0)
    figures: Counter[str] = Counter(state["figures"])
    began, faults = time.monotonic(), 0
    first = state["next"]
    with tempfile.TemporaryDirectory() as folder:
        transcripts = Transcripts(Path(folder))
        for number in range(first, first + options.count):
            if options.seconds and time.monotonic() - began > options.seconds:
                break
            shown, name, end, said = transcripts.garbled(state["seed"], number)
            figures[f"{shown.partition('/')[0]} | {name} | {end}"] += 1
            if end == "undetectable":
                figures[f"undetectable: {shown.partition('/')[0]}: {said}"] += 1
            if end in ("wrong", "crash"):
                faults += 1
                print(f"{number}: {shown}: {name}: {end}: {said[:300]}", flush=True)
            state["next"] = number + 1
            state["figures"] = figures
            if number % 1000 == 0:
                keep(options, state)
    keep(options, state)
    _tell(figures, state["next"] - first, time.monotonic() - began)
    return 1 if faults else 0


def _tell(figures: Counter[str], tried: int, took_s: float) -> None:
    tools: dict[str, Counter[str]] = {}
    for key, count in figures.items():
        if " | " in key:
            tool, _, end = key.split(" | ")
            tools.setdefault(tool, Counter())[end] += count
    ends = ("rejected", "rejected without a line", "same", "undetectable", "wrong", "crash")
    print(f"{tried} garbled outputs in {took_s:.0f} s; all so far:")
    print(" " * 13 + "".join(f"{end:>25}" for end in ends))
    everything = sum(tools.values(), Counter())
    for tool, counts in [*sorted(tools.items()), ("all", everything)]:
        print(f"{tool:13}" + "".join(f"{counts[end]:25}" for end in ends))


if __name__ == "__main__":
    sys.exit(main())
