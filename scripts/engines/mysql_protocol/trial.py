"""Servers that grew from MySQL, in their layers for a moment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scripts.engines.mysql_protocol.guest.answers import rows_of
from scripts.engines.trial import DATABASE, FOLDER, MARK, Answer, Server

_PROBLEM = re.compile(r"^ERROR \d+ \(\w+\)(?: at line \d+)?: (.*)$", re.MULTILINE)
DATA = f"{FOLDER}/data"
_SOCKET = f"{FOLDER}/socket"
_SETTINGS = (
    *("--user=root", f"--datadir={DATA}", f"--socket={_SOCKET}", "--skip-networking"),
    *("--default-time-zone=+00:00", "--innodb-flush-log-at-trx-commit=0"),
    *("--innodb-buffer-pool-size=32M", "--performance-schema=OFF", "--skip-log-bin"),
)


def server(
    make: Sequence[str],
    start: Sequence[str],
    client: Sequence[str],
    keywords: str,
    storage_engine: str = "innodb",
) -> Server:
    """A server by its programs; each gets the place of its data or its socket besides."""
    program, *rest = make
    return Server(
        make=[[program, "--no-defaults", "--user=root", f"--datadir={DATA}", *rest]],
        start=[start[0], "--no-defaults", *_SETTINGS, *start[1:]],
        client=[
            *(client[0], "--no-defaults", f"--socket={_SOCKET}", "--user=root", "--batch"),
            *("--force", "--unbuffered", "--default-character-set=latin1", *client[1:]),
        ],
        opened=f"USE {DATABASE};",
        mark=f"SELECT '{MARK}' AS mark;",
        read=read,
        loaded=loaded,
        prepared=prepared,
        keywords=keywords,
        counting=counting,
        recount=["TRUNCATE TABLE performance_schema.events_statements_summary_by_digest"],
        table_end=f" ENGINE = {storage_engine} CHARACTER SET latin1 COLLATE latin1_bin",
    )


def counting(cache_bytes: int) -> list[str]:
    """Arguments of a server that counts statements; the least cache is 8 MiB."""
    return [
        "--performance-schema=ON",
        "--performance-schema-digests-size=20000",
        f"--innodb-buffer-pool-size={max(cache_bytes, 8 << 20)}",
    ]


def read(text: str) -> Answer:
    """Rows between tabs with a heading, or an error."""
    if problem := _PROBLEM.search(text):
        return Answer(problem=problem[1])
    text = text.removesuffix("mark\n")
    rows = rows_of(text)
    columns = tuple(text.split("\n", 1)[0].split("\t")) if text else ()
    return Answer(columns, tuple(tuple(row.values()) for row in rows))


def loaded(table: str, file: str) -> str:
    """LOAD DATA, as the adapter has it."""
    return (
        f"LOAD DATA INFILE '{file}' INTO TABLE {table} CHARACTER SET latin1 "
        "FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '\"' ESCAPED BY '' IGNORE 1 LINES"
    )


def prepared(name: str, text: str, count: int) -> list[str]:
    """PREPARE of a text, which says of no type."""
    quoted = text.replace("\\", "\\\\").replace("'", "''")
    return [f"PREPARE {name} FROM '{quoted}'", f"DEALLOCATE PREPARE {name}"]
