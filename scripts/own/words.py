"""Which words an engine reserves: it lists all that it knows, and each is tried as a name."""

from __future__ import annotations

import textwrap
from pathlib import Path

from scripts.engines.families import FOLDER, family_names, family_of
from scripts.engines.trial import server_of as server_of
from scripts.files import write_whole
from scripts.own.servers import asked

WIDTH = 100


def write_words(engine: str, layers: Path) -> tuple[Path, int]:
    """Write ``reserved.txt`` into the folder of the engine's family; returns it and how many."""
    path = FOLDER / family_of(engine) / "reserved.txt"
    with asked(engine, layers) as client:
        known = {(row[0] or "").lower() for row in client.ask(client.server.keywords).rows}
        names = sorted(word for word in known | _of_others() if word.isidentifier())
        # A table takes a word if it takes it as the table's name and as a column's.
        tries = {word: client.ask(f"CREATE TABLE {word} ({word} INT)") for word in names}
        found = [word for word, answer in tries.items() if answer.problem]
    heading = f"# Words that are no names unless quoted: python -m scripts.own words {engine}\n"
    lines = textwrap.wrap(" ".join(found), WIDTH)
    write_whole(path, (heading + "\n".join(lines) + "\n"))
    return path, len(found)


def _of_others() -> set[str]:
    """The words of the other families' lists."""
    lists = (FOLDER / name / "reserved.txt" for name in family_names())
    return {
        word
        for path in lists
        if path.is_file()
        for line in path.read_text(encoding="ascii").splitlines()
        if not line.startswith("#")
        for word in line.split()
    }
