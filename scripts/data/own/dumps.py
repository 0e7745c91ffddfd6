"""What stands in a dump (pg_dump --schema-only, mysqldump --no-data) beside its tables."""

from __future__ import annotations

import re

from scripts.data.own.differences import Differences
from scripts.data.own.errors import fail
from scripts.data.own.names import table_name
from scripts.data.own.statements import OTHER_DIALECT, SOURCE_DIALECT

# More is a dump with data, which would take minutes to read.
BYTES_MAX = 20 << 20
WITHOUT_DATA = "pg_dump --schema-only, mysqldump --no-data"
_REMARKS = re.compile(r"--[^\n]*|'(?:[^'\\]|''|\\.)*'|/\*(?!!).*?\*/", re.DOTALL)
_OTHER = re.compile(
    r"`|/\*M?!|\)\s*(?:ENGINE|TYPE)\s*=|\bAUTO_INCREMENT\b"
    r"|\b(?:TINY|MEDIUM|LONG)(?:BLOB|TEXT)\b|\bAS\s+\w+\s*(?:\(\d+\))?\s+ARRAY\s*\)"
    r"|\b(?:TINY|SMALL|MEDIUM|BIG)?INT(?:EGER)?\s*(?:\(\d+\))?\s+UNSIGNED\b"
    r"|^\s*(?:UNIQUE\s+|FULLTEXT\s+)?KEY\s+(?!(?:VAR)?CHAR|NUMERIC|DECIMAL|BIT|TIME)\w+\s*\(",
    re.MULTILINE | re.IGNORECASE,
)
_HEADING = re.compile(r"^-- (?:MySQL|MariaDB) dump", re.MULTILINE)
# Words for MySQL alone, or from a version on; and the mark of MariaDB's dumps.
_NO_VERSION = "999999"
_ONLY = re.compile(r"/\*M?!(\d*)(.*?)\*/", re.DOTALL)
# Commands of psql, and of mysql's client: routines stand between two DELIMITER.
_CLIENTS = re.compile(r"^(?:\\|[ \t]*DELIMITER\b)[^\n]*", re.MULTILINE | re.IGNORECASE)
_INCLUDED = re.compile(r"^\\(?:i|ir|include|include_relative)[ \t]+(\S+)", re.MULTILINE)
_ROUTINES = re.compile(
    r"^[ \t]*DELIMITER[ \t]+(?!;[ \t]*$).*?^[ \t]*DELIMITER[ \t]*;[^\n]*",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
# What a function of PostgreSQL does, as statements of SQL.
_ATOMIC = re.compile(r"\bBEGIN\s+ATOMIC\b(?:.*?;)??\s*END\b", re.DOTALL | re.IGNORECASE)
_COPY = re.compile(
    r"^COPY\s[^;]*\sFROM\s+stdin;[^\n]*\n.*?^\\\.$", re.MULTILINE | re.IGNORECASE | re.DOTALL
)
_ROWS = re.compile(r"(?:INSERT|REPLACE)\s.*?\bINTO\s|UPDATE\s|DELETE\s", re.IGNORECASE | re.DOTALL)
# Settings, rights and comments; and what only a statement that is refused could use.
_PASSED = re.compile(
    r"SET\s|RESET\s|SELECT\s+(?:pg_catalog\.)?(?:set_config|setval)\b|COMMENT\s+ON\s|GRANT\s|REVOKE\s"
    r"|USE\s|(?:UN)?LOCK\s+TABLES|ANALYZE\b|BEGIN\b|COMMIT\b|START\s+TRANSACTION\b|PRAGMA\b"
    r"|FLUSH\s|REFRESH\s|SECURITY\s+LABEL|DO\s|VACUUM\b|SELECT\s+(?:CONCAT\s*\(|')"
    r"|DROP\s.*\bIF\s+EXISTS\b|(?:CREATE|ALTER|DROP)\s+(?:DATABASE|SCHEMA|EXTENSION)\b"
    r"|(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+)?(?:RECURSIVE\s+)?(?:TEMPORARY\s+)?"
    r"(?:ALGORITHM\b.*?)?(?:DEFINER\b.*?)?(?:SQL\s+SECURITY\s+\w+\s+)?"
    r"(?:SEQUENCE|(?:MATERIALIZED\s+)?VIEW|FUNCTION|PROCEDURE|AGGREGATE|OPERATOR|TEXT\s+SEARCH|CAST"
    r"|COLLATION|(?:PROCEDURAL\s+)?LANGUAGE|PUBLICATION|EVENT\s+(?!TRIGGER)|DEFAULT\s+PRIVILEGES|ROLE"
    r"|USER|SERVER|FOREIGN\s+DATA|SUBSCRIPTION|ACCESS\s+METHOD|TRANSFORM|CONVERSION)\b"
    r"|ALTER\s+(?:TABLE|INDEX)\s.*\s(?:OWNER\s+TO|REPLICA\s+IDENTITY|CLUSTER\s+ON|SET\s+WITHOUT"
    r"|(?:DISABLE|ENABLE)\s+KEYS)\b"
    r"|ALTER\s+(?:TYPE|DOMAIN)\s",
    re.IGNORECASE | re.DOTALL,
)
_VIEW = re.compile(
    r"CREATE\s[^(]*?\bVIEW\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[\w\"]+\.)?[\"]?(\w+)", re.IGNORECASE
)
_STATISTICS = re.compile(r"(?:CREATE|ALTER)\s+STATISTICS\b", re.IGNORECASE)
_TRIGGER = re.compile(
    r"(?:CREATE\s+(?:OR\s+REPLACE\s+)?(?:DEFINER\b.*?)?(?:CONSTRAINT\s+)?(?:EVENT\s+)?"
    r"(?:TRIGGER|RULE|POLICY)\b"
    r"|ALTER\s+TABLE\s.*\s(?:ENABLE|DISABLE|FORCE|NO\s+FORCE)\s+(?:ALWAYS\s+)?(?:TRIGGER|RULE|ROW)\b)",
    re.IGNORECASE | re.DOTALL,
)


def decoded(content: bytes, file: str) -> str:
    """The text of a dump, in UTF-8 or, as PowerShell writes it, UTF-16. Raises OwnError."""
    if content.startswith((b"PGDMP", b"\x1f\x8b")):
        raise fail(file, None, f"is no plain text: take a dump without -F and -Z ({WITHOUT_DATA})")
    is_wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise fail(file, None, "is not UTF-8 text") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def language(text: str) -> str:
    """The dialect that a schema is written in, by sqlglot's name."""
    if _HEADING.search(text):
        return OTHER_DIALECT
    return OTHER_DIALECT if _OTHER.search(_REMARKS.sub(" ", text)) else SOURCE_DIALECT


def bare(text: str, dialect: str, differences: Differences) -> str:
    """The text without clients' commands, each line where it was."""
    if len(text) > BYTES_MAX:
        words = f"has {len(text) >> 20} MiB: take a dump without data ({WITHOUT_DATA})"
        raise fail(differences.file, None, words)
    if included := _INCLUDED.search(text):
        line = text.count("\n", 0, included.start()) + 1
        raise fail(differences.file, line, f"put the text of {included[1]} in its place")
    for found in _COPY.finditer(text):
        differences.note("rows", text.count("\n", 0, found.start()) + 1, "COPY")
    if dialect == OTHER_DIALECT:
        text = _ONLY.sub(_only, text)
    for found in _ROUTINES.finditer(text):
        if _TRIGGER.search(found[0]):
            differences.note("triggers", text.count("\n", 0, found.start()) + 1, "a trigger")
    for pattern in (_COPY, _ROUTINES, _ATOMIC, _CLIENTS):
        text = pattern.sub(lambda found: "\n" * found[0].count("\n"), text)
    return text


def _only(found: re.Match[str]) -> str:
    """What stands in a comment for some servers; nothing of one that is for none."""
    kept = "" if found[1] == _NO_VERSION else found[2]
    return f"{' ' * (3 + len(found[1]))}{kept}  "


def makes_nothing(text: str, line: int, differences: Differences) -> bool:
    """Whether a statement is none of tables."""
    if found := _TRIGGER.match(text):
        differences.note("triggers", line, " ".join(found[0].split()))
        return True
    if _STATISTICS.match(text):
        differences.note("storage", line, " ".join(text.split()[:3]))
        return True
    if _ROWS.match(text):
        differences.note("rows", line, " ".join(text.split()[:3]))
        return True
    return bool(_PASSED.match(text))


def view_of(text: str) -> set[str]:
    """The name of the view that a statement makes, if it makes one."""
    found = _VIEW.match(text)
    return {table_name(found[1])} if found else set()
