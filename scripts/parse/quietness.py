"""``quietness.json``: whether the host of a cell in real time did anything else, by attempts."""

from __future__ import annotations

from scripts.parse.errors import ParseError, to_number
from scripts.parse.json_text import Record, load_records
from scripts.parse.rows import Quietness

MOMENTS = ("before", "during", "after")


def parse_quietness(text: str, source: str) -> list[Quietness]:
    """Return a row a look. Raises ParseError for fields and moments that are not known."""
    return [_row(value, source) for value in load_records(text, source)]


def _row(value: dict[str, object], source: str) -> Quietness:
    record = Record(value, source, None, f"attempt {value.get('attempt')!r}")

    def number(name: str) -> float | None:
        found = record.optional(name)
        return None if found is None else to_number(found, source, None, name)

    load, steal = number("load_average"), number("steal_share")
    if load is None or steal is None:
        raise ParseError(source, None, "load_average and steal_share should be numbers")
    row = Quietness(
        attempt=record.integer("attempt"),
        moment=record.text("moment"),
        load_average=load,
        busy_share=number("busy_share"),
        others_share=number("others_share"),
        steal_share=steal,
        work_ms=number("work_ms"),
        read_mib_s=number("read_mib_s"),
        write_mib_s=number("write_mib_s"),
        foreign_mib_s=number("foreign_mib_s"),
        problem=None if record.optional("problem") is None else record.text("problem"),
    )
    record.finish()
    if row.moment not in MOMENTS:
        raise record.fail(f"moment {row.moment!r} should be one of {', '.join(MOMENTS)}")
    return row
