"""The rows of the real file: FAF 4.5.1 as the Bureau of Transportation Statistics publishes it."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator
from pathlib import Path

from scripts.data.errors import DataError
from scripts.data.freight.columns import NULL, columns

_TEXT = re.compile(r"VARCHAR\((\d+)\)")
_CODE = re.compile(r"[A-Za-z0-9]+")


def real(path: Path, rows: int | None) -> Iterator[bytes]:
    """The file's rows as lines of the file that is loaded.

    A heading is left out, an empty field (quoted or not) is null. ``rows`` limits them, and of a
    file with fewer they come from its beginning again, as in S2; without it, each comes once.

    Raises:
        DataError: the file can't be read, has no rows, or has a line that is not a row.
    """
    given = 0
    while True:
        begun = given
        for line in _lines(path):
            if given == rows:
                return
            yield line
            given += 1
        if given == begun:
            raise DataError(f"{path}: has no rows; name the unpacked CSV file of FAF 4.5.1")
        if rows is None:
            return


def _lines(path: Path) -> Iterator[bytes]:
    kinds = columns()
    widths = [
        int(found[1]) if (found := _TEXT.fullmatch(kind)) else None for kind in kinds.values()
    ]
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            for fields in reader:
                if not fields or (reader.line_num == 1 and _is_heading(fields)):
                    continue
                where = f"{path}:{reader.line_num}"
                if len(fields) != len(kinds):
                    raise DataError(
                        f"{where}: has {len(fields)} columns in place of {len(kinds)}; name the "
                        "CSV file of FAF 4.5.1's database, which has a row a year"
                    )
                checked = zip(kinds, fields, widths, strict=True)
                yield b",".join(_field(*each, where) for each in checked) + b"\n"
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or "is not a CSV file of UTF-8 text"
        raise DataError(f"{path}: cannot be read: {reason}") from error


def _is_heading(fields: list[str]) -> bool:
    """Of the amounts' columns, which are numbers or empty in any row."""
    return any(field.strip().lower() in ("tons", "tmiles", "curval") for field in fields)


def _field(name: str, text: str, width: int | None, where: str) -> bytes:
    value = text.strip()
    if not value:
        return NULL
    if width is None:
        try:
            good = math.isfinite(float(value)) and "_" not in value
        except ValueError:
            good = False
        if not good:
            raise DataError(f'{where}: {name} should be a number (got "{value}")')
    elif len(value) > width or not _CODE.fullmatch(value):
        raise DataError(f'{where}: {name} should be a code of {width} at most (got "{value}")')
    return value.encode()
