"""``layout.json``: sizes of tables and indexes as the engine sees them.

A list of relations, read after the last phase; or an object of such lists by moment, for
example ``{"before": [...], "after": [...]}``.
"""

from __future__ import annotations

from scripts.parse.errors import ParseError
from scripts.parse.json_text import Record, load_json, load_records
from scripts.parse.rows import Relation

KINDS = ("table", "primary", "secondary")
# No engine allows longer ones: 63 bytes in PostgreSQL, 64 characters in MariaDB and MySQL.
NAME_MAX = 64
AFTER = "after"


def parse_layout(text: str, source: str) -> list[Relation]:
    """Return a row a relation and moment. Raises ParseError for unknown kinds and fields."""
    if text.lstrip().startswith("{"):
        moments = load_json(text, source)
    else:
        moments = {AFTER: load_records(text, source)}
    rows: list[Relation] = []
    for moment, relations in moments.items():
        if not isinstance(relations, list) or not all(isinstance(r, dict) for r in relations):
            raise ParseError(source, None, f"{moment} should be a list of relations")
        rows.extend(_relation(relation, moment, source) for relation in relations)
    return rows


def _relation(value: dict[str, object], moment: str, source: str) -> Relation:
    record = Record(value, source, None, f"relation {value.get('relation')!r}")
    row = Relation(
        phase=moment,
        relation=record.text("relation"),
        kind=record.text("kind"),
        bytes=record.integer("bytes"),
        rows=record.optional_integer("rows"),
        depth=record.optional_integer("depth"),
    )
    record.finish()
    if len(row.relation) > NAME_MAX:
        raise ParseError(source, None, f"no name of a relation has more than {NAME_MAX} characters")
    if row.kind not in KINDS:
        raise record.fail(f"kind {row.kind!r} should be one of {', '.join(KINDS)}")
    return row
