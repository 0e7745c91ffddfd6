"""What is wrong in a configuration, as one line a problem: ``file:line: key: what is allowed``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from scripts.values.messages import listed, shorten, unknown


@dataclass(frozen=True)
class Problem:
    """One error: the file as the user named it, its line (None: unknown), the dotted key.

    ``origin`` is where its value stands: an alias of it is the same error.
    """

    file: str
    line: int | None
    key: str
    message: str
    origin: tuple[int, int] | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        key = f"{shorten(self.key)}: " if self.key else ""
        return one_line(f"{place}: {key}{self.message}")


class ConfigError(Exception):
    """All problems found in a configuration; ``str()`` gives one line for each.

    What stands in one place of a file, and is used in several by an alias, is reported once.
    """

    def __init__(self, problems: Sequence[Problem]):
        found: dict[object, Problem] = {}
        for problem in problems:
            place = problem.origin or (problem.line, problem.key)
            found.setdefault((problem.file, place, problem.message), problem)
        self.problems = tuple(found.values())
        super().__init__("\n".join(map(str, self.problems)))


def one_line(text: str) -> str:
    """``text`` with what would break the line, or can't be seen, as its escape; no endless word."""
    text = re.sub(r"\S{200,}", lambda word: shorten(word[0], 60), text)
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def dotted(path: Iterable[str | int]) -> str:
    """``("phases", 0, "name")`` as ``phases[0].name``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _followed(
    model: type[BaseModel], path: Sequence[str | int]
) -> tuple[type[BaseModel], tuple[str | int, ...]]:
    """The model that holds the last key of ``path``, and the path as the file has it.

    Where a block is one of several kinds, pydantic puts the kind into the path.
    """
    current, in_file = model, []
    kinds: dict[str, type[BaseModel]] = {}
    for index, part in enumerate(path):
        # The name of an entry stands between the mapping's key and the entry's kind.
        if part in kinds and path[index - 1] not in current.model_fields:
            current, kinds = kinds[str(part)], {}
            continue
        in_file.append(part)
        field = current.model_fields.get(str(part))
        if field is None or index == len(path) - 1:
            continue  # an index of a list, or a name in a mapping
        models = _models_in(field.annotation)
        if len(models) == 1:
            current = models[0]
        else:
            kinds = {get_args(each.model_fields["kind"].annotation)[0]: each for each in models}
    return current, tuple(in_file)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    """The pydantic models inside ``list[X]``, ``dict[str, X | Y]`` or ``X | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for argument in get_args(annotation) for found in _models_in(argument)]


_BOUNDS = {
    "greater_than": ("gt", ">"),
    "greater_than_equal": ("ge", ">="),
    "less_than": ("lt", "<"),
    "less_than_equal": ("le", "<="),
}
_KINDS = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "invalid_key": "a text, as a key of this block",
}


def _number(value: Any) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value)) if whole else str(value)


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else "nothing" if value is None else f"{value}"
    return text if len(text) <= 60 else text[:57] + "..."


def describe(error: Mapping[str, Any], model: type[BaseModel]) -> str:
    """One pydantic error as what is allowed and what was given."""
    kind, context = error["type"], error.get("ctx", {})
    path = [part for part in error["loc"] if part != "[key]"]
    if kind == "extra_forbidden":
        return unknown("key", str(path[-1]), _followed(model, path)[0].model_fields)
    if kind in ("missing", "union_tag_not_found"):
        return "is missing"
    if kind == "union_tag_invalid":
        return f"must be one of {context['expected_tags']} (got {_shown(context['tag'])})"
    got = f"(got {_shown(error['input'])})"
    if kind in _BOUNDS:
        name, sign = _BOUNDS[kind]
        return f"must be {sign} {_number(context[name])} {got}"
    if kind in _KINDS:
        return f"must be {_KINDS[kind]} {got}"
    if kind == "literal_error":
        return f"must be one of {context['expected']} {got}"
    if kind == "too_short":
        return f"must have at least {context['min_length']} entries"
    if kind == "too_long":
        return f"must have at most {context['max_length']} entries (got {context['actual_length']})"
    if kind == "string_too_long":
        return f"must have at most {context['max_length']} letters {got}"
    if kind == "string_too_short":
        return "must not be empty"
    if kind == "string_pattern_mismatch":
        return f"must match {context['pattern']} {got}"
    if kind in ("value_error", "plan"):
        return str(error["msg"]).removeprefix("Value error, ")
    return f"{error['msg']} {got}"


def from_validation(
    error: ValidationError, model: type[BaseModel]
) -> list[tuple[tuple[str | int, ...], str]]:
    """Pydantic's errors as (path, message), in the order of the file's keys."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    missing: dict[tuple[str | int, ...], list[str]] = {}
    misnamed: dict[tuple[str | int, ...], int] = {}
    for entry in error.errors():
        path = [part for part in entry["loc"] if part != "[key]"]
        if entry["type"].startswith("union_tag"):
            path.append("kind")
        if entry["type"] == "invalid_key":
            path[-1] = str(path[-1])
        in_file = _followed(model, path)[1]
        if entry["type"] == "missing":
            missing.setdefault(in_file[:-1], []).append(str(in_file[-1]))
        elif entry["type"] in ("extra_forbidden", "invalid_key"):
            misnamed.setdefault(in_file[:-1], len(found))
        found.append((in_file, describe(entry, model)))
    # A key that is missing and one that is unknown are one error: the name.
    for block, index in misnamed.items():
        names = missing.get(block, [])
        gone = [(*block, name) for name in names]
        if names:
            place, message = found[index]
            found[index] = place, f"{message}; missing is {listed(names)}"
        found = [each if each[0] not in gone else (each[0], "") for each in found]
    return [each for each in found if each[1]]
