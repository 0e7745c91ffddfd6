"""Which files of the repository a Python file imports, and which code a guest runs for a task.

Paths are relative to the repository's root, sorted, and exist.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from scripts.files.hashes import ROOT, files_below
from scripts.identity.comments import is_string, statements

GUEST = "scripts/guest"
ENGINES = "scripts/engines"
WORKLOADS = "scripts/workloads"
DATA = "scripts/data"


@dataclass(frozen=True)
class Imports:
    """Full names that a file may import; ``late`` are those that only its functions do.

    ``acts`` is whether the file holds more than a docstring.
    """

    names: frozenset[str]
    late: frozenset[str]
    acts: bool


@cache
def imports_of(path: str) -> Imports:
    """What a Python file imports."""
    tree = ast.parse((ROOT / path).read_bytes())
    names = _imported(statements(tree))
    acts = any(not is_string(node) for node in tree.body)
    return Imports(names, names - _imported(tree.body), acts)


@cache
def _imported_files(path: str) -> frozenset[str]:
    """Files of the repository that a Python file imports itself."""
    known = imports_of(path)
    in_guest = is_guests(path)
    # What the guest imports late is another task's, and comes with that task's payload.
    names = known.names - (known.late if in_guest else frozenset())
    # In the guest, its packages stand alone.
    full = (f"scripts.{name}" if in_guest else name for name in names)
    ours = [name for name in full if name.split(".")[0] == "scripts"]
    return frozenset().union(*map(_files_of, ours))


@cache
def _files_of(name: str) -> frozenset[str]:
    """The file of a module and the ``__init__`` of each package on the way, where it does a thing.

    Or a guest would be sent a word about a package.
    """
    parts = name.split(".")
    files = {"/".join(parts[:count]) + "/__init__.py" for count in range(1, len(parts) + 1)}
    files.add("/".join(parts) + ".py")
    present = (file for file in files if (ROOT / file).is_file())
    return frozenset(file for file in present if imports_of(file).acts)


def module_sources(path: str) -> list[str]:
    """A Python file and all that it imports from ``scripts``, directly or not."""
    found: set[str] = set()
    waiting = {path}
    while waiting:
        current = waiting.pop()
        found.add(current)
        waiting |= _imported_files(current) - found
    return sorted(found)


def is_guests(path: str) -> bool:
    """Whether a file is a guest's code: the runner's, or a family's, a workload's or data's."""
    return (
        path.startswith(f"{GUEST}/")
        or (path.startswith(f"{ENGINES}/") and "/guest/" in path.removeprefix(ENGINES))
        or (path.startswith((f"{WORKLOADS}/", f"{DATA}/")) and path.endswith("/guest.py"))
    )


@cache
def guest_sources(
    adapter: str | None,
    task: str,
    kinds: tuple[str, ...] = (),
    *,
    data: str | None = None,
    tools: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """The guest's code for a task, of engines' adapters and kinds of workloads only those given.

    Loading is apart from the rest, so that new code to measure with reloads no dataset. The
    other tasks follow each other in one machine, and share their code.

    Args:
        adapter: the family of engines, a folder in ``scripts/engines``; None without an engine.
        task: "load", "boot", "prepare" or "measure".
        kinds: of workloads that the task runs, folders in ``scripts/workloads``.
        data: the kind that is loaded, a folder in ``scripts/data``.
        tools: programs of the user's own that the job runs, such as "hammerdb".
    """
    names = ["__main__", *(["load"] if task == "load" else ["prepare", "measure"])]
    modules = [f"{GUEST}/{name}.py" for name in [*names, *tools]]
    if adapter:
        modules += [f"{ENGINES}/{adapter}/guest/{name}.py" for name in ["adapter", *tools]]
    modules += [f"{WORKLOADS}/{kind}/guest.py" for kind in kinds]
    modules += files_below(f"{DATA}/{data}/guest.py") if task == "load" and data else []
    found = {file for module in modules for file in module_sources(module)}
    return tuple(sorted(filter(is_guests, found)))


def _imported(nodes: Iterable[ast.AST]) -> frozenset[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)
