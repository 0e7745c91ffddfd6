"""What a Python file says, in the terms of staleness: what it imports, and what it does.

What it does is its syntax tree without docstrings, so comments, docstrings and layout don't count.
Parsing a hundred files takes a second; what was found is remembered by each file's time and size.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.stripped import is_string, python

# Of what is remembered: another number forgets it all.
FORMAT = 2


@dataclass(frozen=True)
class Facts:
    """A Python file, read.

    ``imports`` are the full names that it may import, ``late`` those that only functions do;
    ``acts`` is whether it holds more than a docstring. ``digest`` is of all that it does, and
    ``functions`` and ``rest`` are of its parts; imports are in none but ``digest``. ``sent`` is of
    the bytes that a guest gets of it, for which layout counts.
    """

    imports: tuple[str, ...]
    late: tuple[str, ...]
    acts: bool
    digest: str
    functions: dict[str, str]
    rest: str
    sent: str


_read: dict[str, tuple[list[int], Facts]] = {}
_changed = False


def facts(path: Path) -> Facts:
    """What the file at an absolute path says now."""
    global _changed
    about = path.stat()
    stamp = [about.st_mtime_ns, about.st_size]
    known = _read.get(str(path))
    if known is None or known[0] != stamp:
        known = _read[str(path)] = (stamp, _facts(path.read_bytes()))
        _changed = True
    return known[1]


def recall(store: Path) -> None:
    """Take what ``remember`` left in the file ``store``; whatever else is there is passed over."""
    try:
        content = json.loads(store.read_text(encoding="utf-8"))
        if content["format"] == FORMAT:
            for path, (stamp, known) in content["files"].items():
                known |= {name: tuple(known[name]) for name in ("imports", "late")}
                _read.setdefault(path, (stamp, Facts(**known)))
    except (OSError, ValueError, KeyError, TypeError):
        return


def remember(store: Path) -> None:
    """Keep all that was read in the file ``store``, for the next process."""
    if not _changed:
        return
    files = {path: [stamp, asdict(known)] for path, (stamp, known) in _read.items()}
    beside = store.with_name(f"{store.name}.{os.getpid()}")
    with suppress(OSError):  # it only saves time
        beside.write_text(json.dumps({"format": FORMAT, "files": files}), encoding="utf-8")
        beside.replace(store)


def _facts(source: bytes) -> Facts:
    tree = ast.parse(source)
    names = _imported(ast.walk(tree))
    early = _imported(tree.body)
    _leave_out_docstrings(tree)
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    apart = (*functions, ast.Import, ast.ImportFrom)
    rest = [node for node in tree.body if not isinstance(node, apart)]
    return Facts(
        imports=tuple(sorted(names)),
        late=tuple(sorted(names - early)),
        acts=bool(tree.body),
        digest=_digest(tree.body),
        functions={node.name: _digest([node]) for node in tree.body if isinstance(node, functions)},
        rest=_digest(rest),
        sent=hashlib.sha256(python(source.decode()).encode()).hexdigest()[:32],
    )


def _imported(nodes: object) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _leave_out_docstrings(tree: ast.Module) -> None:
    """Take away every statement that is a string and nothing else."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [inner for inner in body if not is_string(inner)]
            node.body = kept if kept or isinstance(node, ast.Module) else [ast.Pass()]


def _digest(nodes: list[ast.stmt]) -> str:
    text = "\n".join(ast.unparse(node) for node in nodes)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
