"""Readings to try: what real servers answered, grown by some load, and what can be wrong."""

from __future__ import annotations

import re
from pathlib import Path

# Answers of servers that were started in their layers for it.
READINGS = Path(__file__).parent / "readings"
REAL = (READINGS / "postgresql-17.txt").read_text(encoding="utf-8")
HOUR_US = 3_600_000_000
STAT = "cpu  {0} 0 0 9 0 0 0 0 0 0\ncpu0 1 0 0 9 0 0 0 0 0 0\ncpu1 1 0 0 9 0 0 0 0 0 0\n"
DISK = " 259 0 nvme0n1 {0} 0 {1} 5 {0} 0 {1} 5 0 {2} 9 0 0 0 0 {0} 1\n"
AHEAD = "/sys/block/nvme0n1/queue/read_ahead_kb:{0}\n"


def grown(text: str = REAL, **more: int) -> str:
    """The answer an hour later, after 36,000 transactions of two clients."""
    more = {"taken_us": HOUR_US, "transactions": 36_000, "active_us": 2 * HOUR_US} | more
    for name, by in more.items():
        text = re.sub(
            rf"(\| {name} +\| )(\d+)", lambda found, by=by: f"{found[1]}{int(found[2]) + by}", text
        )
    return text


def timed(text: str) -> str:
    """Of a server that times its waits."""
    return re.sub(r"(waits_timed +\| )0", r"\g<1>1", text)


BEFORE, AFTER = timed(REAL), timed(grown())

MARIADB = (READINGS / "mariadb-11.8.txt").read_text(encoding="utf-8")
# The same with performance_schema.
COUNTING = re.sub(r"((?:active|waited)_us +\| )absent", r"\g<1>0", MARIADB)


def committing(transactions: int, statements: int, text: str = COUNTING) -> str:
    """An hour later, after so many COMMIT statements and statements."""
    more = {"transactions": transactions, "statements": statements}
    return grown(text, **more, read_bytes=10**10, write_bytes=10**10)


# A text of a reading, and what its refusal says.
BAD_FILES = [
    ("", "no row of a statement"),
    ("datname | xact_commit\npostgres | 5\n", "no row of a statement"),
    (REAL[: len(REAL) // 2], "cut off"),
    (REAL.replace("5734400", "5.734.400"), "not a whole number"),
    (REAL.replace("5734400", "5,734,400"), "not a whole number"),
    (REAL.replace("5734400", "9" * 5000), "not a whole number"),
    (REAL.replace("5734400", "\u0665"), "not a whole number"),
    (REAL.replace("5734400", "<img src=x onerror=alert(1)>"), "not a whole number"),
    (REAL.replace("5734400", "\x1b[31m\u2603"), r"'\?\[31m☃'"),
    (REAL + REAL, "twice"),
    (REAL + STAT.format(0) * 2, "cpu comes twice"),
    (REAL + DISK.format(0, 0, 0) * 2, "nvme0n1 comes twice"),
    (REAL.replace("bandwise | identity", "bandwisf | identity"), "identity is missing"),
    # What would take long to read by a pattern that tries too much.
    ("cpu " + "1" * 10_000 + "x\n" + "bandwise" + "|" * 10_000 + "\n", "no row of a statement"),
    ("bandwise | " + "| " * 8_000_000, "no row of a statement"),
]

WHOLE = "bandwise_statement | whole | {0} | {1} | absent | absent | absent | absent | since\n"


def with_statements(text: str, count: int, each: int, since: int = 1, rows: int = 99) -> str:
    """A reading with statements, of which each was called so often, or only the first rows."""
    form = "bandwise_statement | {0} | {1} | 6 | 7 | {1} | absent | 9 | S\n"
    lines = [form.format(number, each * number) for number in range(1, count + 1)]
    return text + "".join([*lines, WHOLE.format(count, since)][:rows])


BAD_FILES += [(with_statements(REAL, 9, 5, rows=rows), "cut off, .* statements") for rows in (1, 9)]

# Layouts that have no row in a line: psql's \x, mysql's \G, JSON, HTML.
_ROWS = [[cell.strip() for cell in row.split("|")] for row in REAL.splitlines() if "|" in row][1:]
LAYOUTS = [
    "".join(form.format(*row) for row in _ROWS)
    for form in (
        "-[ RECORD 1 ]-----\nreading | {}\nname    | {}\nvalue   | {}\n",
        "*** 1. row ***\nreading: {}\n   name: {}\n  value: {}\n",
        '{{"reading": "{}", "name": "{}", "value": "{}"}},\n',
        "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
    )
]
BAD_FILES += [(text, r"export the answer as CSV.*\\x.*\\G") for text in LAYOUTS]
_ALONE = "-[ RECORD 1 ]\nreading | bandwise_statement\nid | 5\ncalls | 5\n"
BAD_FILES.append((REAL + _ALONE, "export the answer as CSV"))

# A later reading, and what the refusal of it with BEFORE says.
BAD_PAIRS = [
    (AFTER.replace("17.12", "18.6"), "one version"),
    (AFTER.replace("baf773428cf6", "baf773428cf7"), "two servers"),
    (re.sub(r"(replica +\| )0", r"\g<1>1", AFTER), "replica"),
    (timed(REAL), "the earlier reading first"),
    (timed(grown(reset_us=HOUR_US)), "reset"),
    (timed(grown(started_us=HOUR_US)), "restarted"),
    (timed(grown(read_bytes=-1)), "reset"),
    (timed(grown(transactions=3)), "idle"),
    (grown(), "track_io_timing"),
    (re.sub(r"(active_us +\| )\d+", r"\g<1>absent", AFTER), "--clients"),
    (AFTER.replace("page_bytes", "page_bytez"), "page_bytes is missing"),
    (timed(grown(active_us=0)), "--clients"),
    (timed(grown(active_us=HOUR_US * 10_001)), "10,000 at most"),
    (timed(grown(started_us=-2_000_001)), "another took its place"),
    (timed(grown(started_us=2_000_001, taken_us=2 * HOUR_US)), "reset|another took its place"),
    (timed(grown(waited_us=2 * HOUR_US)), "asked for nothing"),
]
