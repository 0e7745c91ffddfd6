"""Reading JSON texts of which the shape is known: every deviation names file, line and field."""

from __future__ import annotations

import json
from typing import Any

from scripts.parse.errors import ParseError, shorten, to_integer

# Longer than any name that a tool gives; what was overwritten can look like a name.
NAME_MAX = 256


def load_json(text: str, source: str, first_line: int = 1, *, doubled: str = "") -> Any:
    """Parse `text`, which begins at `first_line` of `source`; ParseError if cut or broken.

    A name that an object has twice is an error, unless ``doubled`` says that the tool may write one
    plain value of an object twice ("plain"), or any in an object of texts alone ("texts"); the last
    counts. So is what JSON has no numbers for, such as NaN.
    """
    try:
        return json.loads(text, object_pairs_hook=_HOOKS[doubled], parse_constant=_no_number)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise ParseError(source, line, f"cut or broken JSON: {error.msg}") from None
    except _Garbled as error:
        raise ParseError(source, _line_of(text, error.name, first_line), str(error)) from None
    except (RecursionError, ValueError) as error:  # nested for ever, or a number without an end
        words = f"cut or broken JSON: {shorten(str(error))}"
        raise ParseError(source, first_line, words) from None


class _Garbled(ValueError):
    """Text that Python's reader takes, and no tool writes; ``name`` is to be found in it."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _check_names(pairs)
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Garbled(f'"{twice}"', f"an object has {shorten(twice)} twice")
    return found


def _check_names(pairs: list[tuple[str, Any]]) -> None:
    for name, _ in pairs:
        if len(name) > NAME_MAX:
            raise _Garbled(name, f"an object has a name of {len(name)} characters")


def _unique_blocks(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _unique([pair for pair in pairs if isinstance(pair[1], dict | list)])
    _check_names(pairs)
    names = [name for name, _ in pairs]
    twice = sorted({name for name in names if names.count(name) > 1}, key=names.index)
    if len(twice) > 1:  # two objects whose border was lost
        raise _Garbled(f'"{twice[0]}"', f"an object has {shorten(' and '.join(twice))} twice")
    return dict(pairs)


def _unique_but_texts(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if not all(isinstance(value, str) for _, value in pairs):
        return _unique(pairs)
    _check_names(pairs)
    return dict(pairs)


_HOOKS = {"": _unique, "plain": _unique_blocks, "texts": _unique_but_texts}


def _no_number(name: str) -> Any:
    raise _Garbled(name, f"{name} is not a number")


def _line_of(text: str, name: str, first_line: int) -> int:
    """The last line that has the name, which is where it stands too often; else the first."""
    return first_line + text.count("\n", 0, max(text.rfind(name), 0))


def load_object(text: str, source: str, *, doubled: str = "") -> dict[str, Any]:
    """Parse a JSON object; ``doubled`` as in `load_json`."""
    value = load_json(text, source, doubled=doubled)
    if not isinstance(value, dict):
        raise ParseError(source, 1, f"should be a JSON object, found {shorten(text)}")
    return value


def load_records(text: str, source: str) -> list[dict[str, Any]]:
    """Parse a JSON list of objects."""
    value = load_json(text, source)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ParseError(source, 1, "should be a JSON list of objects")
    return value


class Record:
    """A JSON object read field by field; `finish` complains of fields that were not read."""

    def __init__(self, value: dict[str, Any], source: str, line: int | None, what: str) -> None:
        self.value, self.source, self.line, self.what = value, source, line, what
        self._asked: set[str] = set()

    def fail(self, message: str) -> ParseError:
        """Return an error about this object."""
        return ParseError(self.source, self.line, f"{self.what}: {message}")

    def _get(self, name: str, optional: bool) -> Any:
        self._asked.add(name)
        if name not in self.value and not optional:
            raise self.fail(f"the field {name!r} is missing")
        return self.value.get(name)

    def integer(self, name: str) -> int:
        """Return a whole number."""
        return to_integer(self._get(name, False), self.source, self.line, f"{self.what}: {name}")

    def optional_integer(self, name: str) -> int | None:
        """Return a whole number, or None where the field is null or absent."""
        value = self._get(name, True)
        if value is None:
            return None
        return to_integer(value, self.source, self.line, f"{self.what}: {name}")

    def optional(self, name: str) -> Any:
        """Return whatever the field holds, or None where it is null or absent."""
        return self._get(name, True)

    def text(self, name: str) -> str:
        """Return a text."""
        value = self._get(name, False)
        if not isinstance(value, str):
            raise self.fail(f"{name} should be a text, found {shorten(str(value))}")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; false where the field is absent."""
        value = self._get(name, True)
        if not isinstance(value, bool | None):
            raise self.fail(f"{name} should be true or false, found {shorten(str(value))}")
        return bool(value)

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        value = self._get(name, False)
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self.fail(f"{name} should be a list of texts")
        return value

    def span_ns(self) -> tuple[int, int]:
        """The fields begin_ns and end_ns, which must not run backwards."""
        begin_ns, end_ns = self.integer("begin_ns"), self.integer("end_ns")
        if end_ns < begin_ns:
            raise self.fail(f"ends at {end_ns} ns, before it begins at {begin_ns} ns")
        return begin_ns, end_ns

    def finish(self) -> None:
        """Raise ParseError if the object has fields that were not asked for."""
        unknown = sorted(set(self.value) - self._asked)
        if unknown:
            raise self.fail(f"unknown fields: {', '.join(unknown)}")
