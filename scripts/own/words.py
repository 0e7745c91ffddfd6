"""Which words an engine reserves: it lists all that it knows, and each is tried as a name."""

from __future__ import annotations

import textwrap
from pathlib import Path

from scripts.engines.families import FOLDER, family_of
from scripts.engines.reserved import FILE, reserved
from scripts.files import write_whole
from scripts.own.servers import asked

WIDTH = 100


def write_words(engine: str, layers: Path) -> tuple[Path, int]:
    """Write ``reserved.txt`` into the folder of the engine's family; returns it and how many."""
    path = FOLDER / family_of(engine) / FILE
    with asked(engine, layers) as client:
        known = {(row[0] or "").lower() for row in client.ask(client.server.keywords).rows}
        names = sorted(word for word in known | reserved() if word.isidentifier())
        # A table takes a word if it takes it as the table's name and as a column's.
        tries = {word: client.ask(f"CREATE TABLE {word} ({word} INT)") for word in names}
        found = [word for word, answer in tries.items() if answer.problem]
    heading = f"# Words that are no names unless quoted: python -m scripts.own words {engine}\n"
    lines = textwrap.wrap(" ".join(found), WIDTH)
    write_whole(path, heading + "\n".join(lines) + "\n")
    return path, len(found)
