"""A YAML file with the line of every key, so that an error can name the place to fix."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from scripts.plan.errors import ConfigError, Problem, dotted

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # PyYAML without libyaml: the same language, slower
    from yaml import SafeLoader as Loader  # type: ignore[assignment]

KeyPath = tuple[str | int, ...]

# More than any study has, and less than aliases of aliases can make of a few lines.
DEEPEST, MOST_VALUES = 30, 100_000
# YAML knows more, such as sets and bytes, which mean nothing here.
_KNOWN_TAGS = {
    f"tag:yaml.org,2002:{name}"
    for name in ("null", "bool", "int", "float", "str", "map", "seq", "timestamp", "merge")
}


@dataclass
class Document:
    """Plain data of one file; ``lines`` maps a path into the data to its line (from 1).

    ``origins`` says where the value itself stands, which is elsewhere for an alias. What is
    ``changed`` was not read from the file, but given beside it.
    """

    file: str
    data: Any
    lines: dict[KeyPath, int] = field(default_factory=dict)
    origins: dict[KeyPath, tuple[int, int]] = field(default_factory=dict)
    changed: Collection[str] = ()

    def problem(self, path: KeyPath, message: str) -> Problem:
        """A problem at ``path``, or at the nearest key above it that the file has."""
        if path and path[0] in self.changed:
            return Problem("--config", None, dotted(path), message)
        known = path
        while known and known not in self.lines:
            known = known[:-1]
        line, origin = self.lines.get(known), self.origins.get(known)
        return Problem(self.file, line, dotted(path), message, origin)


def load_document(path: Path, shown_as: str) -> Document:
    """Read a YAML file whose top is a mapping.

    Args:
        path: the file.
        shown_as: how errors name it.

    Raises:
        ConfigError: the file is missing, is not valid YAML, is not a mapping, or repeats a key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise ConfigError([Problem(shown_as, None, "", f"cannot be read: {reason}")]) from error
    document = Document(shown_as, None)
    repeated: list[Problem] = []
    loader = None
    try:
        loader = Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise ConfigError([Problem(shown_as, 1, "", "is empty: must have keys and values")])
        reader = _Reader(loader, document, repeated)
        document.data = reader.plain(node, (), ())
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise ConfigError([Problem(shown_as, line, "", f"no YAML: {error.problem}")]) from error
    except yaml.reader.ReaderError as error:  # of a character that YAML has not
        line = text.count("\n", 0, error.position) + 1
        raise ConfigError([Problem(shown_as, line, "", f"no YAML: {error.reason}")]) from error
    except RecursionError as error:
        message = f"is nested deeper than {DEEPEST} levels"
        raise ConfigError([Problem(shown_as, 1, "", message)]) from error
    finally:
        if loader is not None:
            loader.dispose()
    if repeated:
        raise ConfigError(repeated)
    if not isinstance(document.data, dict):
        raise ConfigError([Problem(shown_as, 1, "", "must be a mapping of keys to values")])
    return document


class _Reader:
    """Makes plain data of nodes; notes places and repeated keys on the way."""

    def __init__(self, loader: Any, document: Document, repeated: list[Problem]) -> None:
        self.loader, self.document, self.repeated = loader, document, repeated
        self.values = 0

    def plain(self, node: yaml.Node, path: KeyPath, inside: tuple[yaml.Node, ...]) -> Any:
        """The node as dict, list or scalar; ``inside`` are the nodes that hold it."""
        self._check(node, path, inside)
        self.document.origins[path] = _place(node)
        inside = (*inside, node)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path, inside)
        if isinstance(node, yaml.SequenceNode):
            items = []
            for index, item in enumerate(node.value):
                self.document.lines[(*path, index)] = _place(item)[0]
                items.append(self.plain(item, (*path, index), inside))
            return items
        return self._scalar(node, path)

    def _check(self, node: yaml.Node, path: KeyPath, inside: tuple[yaml.Node, ...]) -> None:
        self.values += 1
        if node in inside:
            raise self._error(node, path, "holds itself, by an alias of what it is in")
        if len(inside) > DEEPEST:
            raise self._error(node, path, f"is nested deeper than {DEEPEST} levels")
        if self.values > MOST_VALUES:
            raise self._error(node, path, f"makes more than {MOST_VALUES} values, by aliases")
        if node.tag.startswith("tag:yaml.org,2002:") and node.tag not in _KNOWN_TAGS:
            kind = node.tag.rpartition(":")[2]
            raise self._error(node, path, f"must be plain YAML (got a !!{kind})")

    def _mapping(
        self, node: yaml.MappingNode, path: KeyPath, inside: tuple[yaml.Node, ...]
    ) -> dict[Any, Any]:
        data: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            self._check(key_node, path, inside)
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error(key_node, path, "a key must be a text or a number (got a block)")
            key = self._scalar(key_node, path)
            if isinstance(key, bool) or not isinstance(key, str | int | float):
                words = f"{key_node.value or 'nothing'}; in quotes it is a text"
                message = f"a key must be a text or a number (got {words})"
                raise self._error(key_node, path, message)
            below = (*path, str(key))
            if key in data:
                first = self.document.lines[below]
                message = f"is given twice (first in line {first})"
                problem = Problem(self.document.file, _place(key_node)[0], dotted(below), message)
                self.repeated.append(problem)
                continue
            self.document.lines[below] = _place(key_node)[0]
            data[key] = self.plain(value_node, below, inside)
        return data

    def _scalar(self, node: yaml.Node, path: KeyPath) -> Any:
        try:
            return self.loader.construct_object(node, deep=True)
        except ValueError as error:  # such as the 31st of February, or a number of 5000 digits
            raise self._error(node, path, f"can't be read: {error}") from error

    def _error(self, node: yaml.Node, path: KeyPath, message: str) -> ConfigError:
        return ConfigError([Problem(self.document.file, _place(node)[0], dotted(path), message)])


def _place(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1
