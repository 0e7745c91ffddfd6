"""Changes of a source tree that change nothing that it does, as patches.

``python -m tests.compare.harmless TREE FOLDER`` writes them for an unpacked source of PostgreSQL,
whose functions have their names, braces and locals where this file looks for them.
"""

import difflib
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

COUNT = 50
# Where a server's work is done.
FOLDERS = ("access", "storage", "executor", "utils/sort", "utils/time", "utils/cache", "commands")
_FUNCTION = re.compile(
    # A comment ahead of it, the type, and the name at the beginning of a line.
    r"(?P<head>^(?:/\*(?:[^*]|\*(?!/))*\*/\n)?"
    r"(?P<type>[A-Za-z][\w *]*)\n(?P<name>\w+)\([^;{}]*?\)\n)"
    r"(?P<body>\{\n.*?^\}\n)",
    re.M | re.S,
)
_LOCAL = re.compile(r"^\t(?:int|bool|uint32|Size|BlockNumber|OffsetNumber|Buffer|Page)\t+(\w{3,});")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')


@dataclass(frozen=True)
class Function:
    """A function's definition in a text."""

    start: int
    end: int
    name: str
    is_static: bool
    body: str


def functions(text: str) -> list[Function]:
    """The definitions of functions in a file, in order."""
    return [
        Function(
            found.start(),
            found.end(),
            found["name"],
            found["type"].startswith("static"),
            found["body"],
        )
        for found in _FUNCTION.finditer(text)
        # Behind a condition of the preprocessor, what is moved would leave it.
        if "\n#" not in found[0]
    ]


def comment(text: str, chance: random.Random) -> Iterator[str]:
    """A comment at a function's beginning, by which all lines behind it move."""
    known = functions(text)
    for function in chance.sample(known, len(known)):
        at = text.index("{\n", function.end - len(function.body)) + 2
        yield f"{text[:at]}\t/*\n\t * Nothing of this is new.\n\t */\n{text[at:]}"


def renamed(text: str, chance: random.Random) -> Iterator[str]:
    """A local variable with another name."""
    known = functions(text)
    for function in chance.sample(known, len(known)):
        start = function.end - len(function.body)
        code = _TEXT.sub("", function.body)
        names = [found[1] for line in code.splitlines() if (found := _LOCAL.match(line))]
        for name in names:
            # Not one that something else has as well, such as a member of a structure.
            if re.search(rf"(?:->|\.)\s*{name}\b", code) or code.count(f"{name}_too"):
                continue
            if len(re.findall(rf"\b{name}\b", function.body)) < 2:
                continue
            if len(re.findall(rf"\b{name}\b", code)) != len(
                re.findall(rf"\b{name}\b", function.body)
            ):
                continue
            body = re.sub(rf"\b{name}\b", f"{name}_too", function.body)
            yield text[:start] + body + text[function.end :]


def unused(text: str, chance: random.Random) -> Iterator[str]:
    """One function more, which nobody calls and the compiler has to keep."""
    known = functions(text)
    for function in chance.sample(known, len(known)):
        name = f"{function.name}_unused"
        added = (
            f"\nextern int {name}(int value);\n\nint\n{name}(int value)\n{{\n"
            "\treturn value * 31 + 17;\n}\n"
        )
        yield text[: function.end] + added + text[function.end :]


def moved(text: str, chance: random.Random) -> Iterator[str]:
    """Two functions that follow each other, in the other order."""
    known = functions(text)
    pairs = list(pairwise(known))
    for first, second in chance.sample(pairs, len(pairs)):
        between = text[first.end : second.start]
        if between.strip() or not all(_is_declared(text, each) for each in (first, second)):
            continue
        yield (
            text[: first.start]
            + text[second.start : second.end]
            + between
            + text[first.start : first.end]
            + text[second.end :]
        )


def _is_declared(text: str, function: Function) -> bool:
    """Whether it may be used ahead of its definition: its file or a header declares it."""
    ahead = text[: functions(text)[0].start]
    return not function.is_static or bool(re.search(rf"\b{function.name}\([^;{{]*\);", ahead))


Kind = Callable[[str, random.Random], Iterator[str]]
KINDS: tuple[Kind, ...] = (comment, renamed, unused, moved)


def changes(tree: Path, count: int = COUNT) -> Iterator[tuple[str, str]]:
    """Names and texts of patches: kinds in turn, each in another file, the same for every call."""
    chance = random.Random(1)
    files = sorted(
        path for folder in FOLDERS for path in (tree / "src/backend" / folder).rglob("*.c")
    )
    chance.shuffle(files)
    made = 0
    for path in files:
        if made == count:
            return
        kind = KINDS[made % len(KINDS)]
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        changed = next(kind(text, chance), None)
        if changed is None:
            continue
        made += 1
        name = str(path.relative_to(tree))
        lines = (each.splitlines(keepends=True) for each in (text, changed))
        patch = "".join(difflib.unified_diff(*lines, f"a/{name}", f"b/{name}"))
        yield f"{made:02d}-{kind.__name__}-{path.stem}", patch


def main() -> None:
    """Write all patches into a folder."""
    tree, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for name, patch in changes(tree):
        text = patch.encode("utf-8", "surrogateescape")
        (folder / f"{name}.patch").write_bytes(text)


if __name__ == "__main__":
    main()
