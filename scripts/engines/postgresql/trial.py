"""PostgreSQL in its layer for a moment; it doesn't serve as root."""

from __future__ import annotations

import csv
import io
import re
import signal
from pathlib import Path

from scripts.engines.trial import DATABASE, FOLDER, MARK, Answer, Server

_NULL = "\\N"
_PROBLEM = re.compile(r"^(?:psql: )?(?:ERROR|FATAL|error): +(.*)$", re.MULTILINE)
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_directories": FOLDER,
    "shared_buffers": "32MB",
    "fsync": "off",
    "timezone": "UTC",
}


def server(tree: Path) -> Server:
    """The server in the layer ``tree``."""
    (version,) = (tree / "usr/lib/postgresql").iterdir()
    programs = f"/usr/lib/postgresql/{version.name}/bin"
    made = (f"{programs}/initdb", "-D", f"{FOLDER}/data", "--auth=trust", "--locale=C.UTF-8")
    settings = [part for key, value in _SETTINGS.items() for part in ("-c", f"{key}={value}")]
    return Server(
        make=[[*made, "--username=postgres", "--no-sync"]],
        start=[f"{programs}/postgres", "-D", f"{FOLDER}/data", *settings],
        client=[
            *(f"{programs}/psql", "-h", FOLDER, "-U", "postgres", "-d", "postgres", "-X", "-q"),
            *("--csv", "-v", "VERBOSITY=terse", "-P", f"null={_NULL}"),
        ],
        opened=f"\\c {DATABASE}",
        mark=f"\\echo {MARK}",
        read=read,
        loaded=loaded,
        prepared=prepared,
        keywords="SELECT word FROM pg_get_keywords()",
        counting=counting,
        recount=[
            "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
            "SELECT pg_stat_statements_reset()",
        ],
        left="\\c postgres",
        account="postgres",
        stop_signal=signal.SIGQUIT,
    )


def counting(cache_bytes: int) -> list[str]:
    """Arguments of a server that counts statements; the least cache is 16 pages."""
    settings = (
        "shared_preload_libraries=pg_stat_statements",
        "pg_stat_statements.max=20000",
        "track_io_timing=on",
        f"shared_buffers={max(cache_bytes >> 10, 128)}kB",
    )
    return [part for setting in settings for part in ("-c", setting)]


def read(text: str) -> Answer:
    """Rows as CSV with a heading, or an error."""
    if problem := _PROBLEM.search(text):
        return Answer(problem=problem[1])
    # What the server notes, such as that there is no table to drop.
    lines = re.sub(r"^(?:NOTICE|WARNING|INFO): .*\n", "", text, flags=re.MULTILINE)
    rows = list(csv.reader(io.StringIO(lines)))
    if not rows:
        return Answer()
    found = [tuple(None if value == _NULL else value for value in row) for row in rows[1:]]
    return Answer(tuple(rows[0]), tuple(found))


def loaded(table: str, file: str) -> str:
    """COPY, as the adapter has it."""
    return f"COPY {table} FROM '{file}' WITH (FORMAT csv, HEADER, NULL 'NULL')"


def prepared(name: str, text: str, count: int) -> list[str]:
    """PREPARE, with the type that sysbench's whole numbers have."""
    numbers = iter(range(1, count + 1))
    numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", text)
    types = f" ({', '.join(['bigint'] * count)})" if count else ""
    return [f"PREPARE {name}{types} AS {numbered}", f"DEALLOCATE {name}"]
