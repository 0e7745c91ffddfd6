"""A YAML file with the line of every key, so that an error can name the place to mend."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from scripts.plan.errors import ConfigError, Problem, dotted

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # PyYAML without libyaml: the same language, slower
    from yaml import SafeLoader as Loader

KeyPath = tuple[str | int, ...]


@dataclass
class Document:
    """Plain data of one file; ``lines`` maps a path into the data to its line (from 1)."""

    file: str
    data: Any
    lines: dict[KeyPath, int] = field(default_factory=dict)

    def problem(self, path: KeyPath, message: str) -> Problem:
        """A problem at ``path``, or at the nearest key above it that the file has."""
        known = path
        while known and known not in self.lines:
            known = known[:-1]
        return Problem(self.file, self.lines.get(known), dotted(path), message)


def load_document(path: Path, shown_as: str) -> Document:
    """Read a YAML file whose top is a mapping.

    Args:
        path: the file.
        shown_as: how errors name it.

    Raises:
        ConfigError: the file is absent, is no YAML, is no mapping, or repeats a key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise ConfigError([Problem(shown_as, None, "", f"cannot be read: {reason}")]) from error
    loader = Loader(text)
    document = Document(shown_as, None)
    repeated: list[Problem] = []
    try:
        node = loader.get_single_node()
        document.data = {} if node is None else _plain(loader, node, (), document, repeated)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise ConfigError([Problem(shown_as, line, "", f"no YAML: {error.problem}")]) from error
    finally:
        loader.dispose()
    if repeated:
        raise ConfigError(repeated)
    if not isinstance(document.data, dict):
        raise ConfigError([Problem(shown_as, 1, "", "must be a mapping of keys to values")])
    return document


def _plain(
    loader: Any, node: yaml.Node, path: KeyPath, document: Document, repeated: list[Problem]
) -> Any:
    """The node as dict, list or scalar; notes lines and repeated keys on the way."""
    if isinstance(node, yaml.MappingNode):
        data: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            key = loader.construct_object(key_node, deep=True)
            line = key_node.start_mark.line + 1
            below = (*path, str(key))
            if not isinstance(key, str | int | float):
                message = f"a key must be a text or a number (got {key})"
                raise ConfigError([Problem(document.file, line, dotted(path), message)])
            if key in data:
                message = f"is given twice (first in line {document.lines[below]})"
                repeated.append(Problem(document.file, line, dotted(below), message))
                continue
            document.lines[below] = line
            data[key] = _plain(loader, value_node, below, document, repeated)
        return data
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            document.lines[(*path, index)] = item.start_mark.line + 1
            items.append(_plain(loader, item, (*path, index), document, repeated))
        return items
    return loader.construct_object(node, deep=True)
