"""A server that is started in its layer for a moment: how a family's is made, started and asked.

A family has it in ``trial.py`` in its folder, with one function ``server(tree)``, which returns a
``Server``; ``tree`` is the layer's.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from scripts.engines.families import family_of

# Of the server's data and its socket, in the layer.
FOLDER = "/tmp/own"
DATABASE = "own"
# Comes back behind each answer: the record separator of ASCII.
MARK = "\x1e"
Row = tuple[str | None, ...]


@dataclass(frozen=True)
class Answer:
    """What a server answers to a statement: rows, or its own words for what is wrong."""

    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Server:
    """Commands in the tree of a layer, and how its client is understood.

    Attributes:
        make: run in turn, they make a database system.
        start: the server, which stays.
        client: reads statements, and goes on after one that is refused.
        opened: what a client is told first, when the database is there.
        mark: makes the client write MARK, and a line's end.
        read: what a client wrote, up to the mark.
        loaded: a statement that loads the rows of a CSV file, as cells' data are loaded.
        prepared: statements that prepare a text with ? for that many whole numbers.
        left: what a client is told before the database is dropped, if it has to leave it.
        account: of the layer's own, for a server that doesn't serve as root.
        table_end: stands behind a table's columns in CREATE TABLE.
        keywords: a query for all words that the server knows.
        counting: more arguments of ``start``, with which the server counts each statement and has
            so many bytes of cache.
        recount: statements after which it counts from nothing again.
    """

    make: Sequence[Sequence[str]]
    start: Sequence[str]
    client: Sequence[str]
    opened: str
    mark: str
    read: Callable[[str], Answer]
    loaded: Callable[[str, str], str]
    prepared: Callable[[str, str, int], list[str]]
    keywords: str
    counting: Callable[[int], Sequence[str]]
    recount: Sequence[str]
    left: str = ""
    account: str = ""
    table_end: str = ""
    stop_signal: signal.Signals = signal.SIGKILL


def server_of(engine: str, tree: Path) -> Server:
    """The server of an engine's layer."""
    module = import_module(f"scripts.engines.{family_of(engine)}.trial")
    found: Server = module.server(tree)
    return found
