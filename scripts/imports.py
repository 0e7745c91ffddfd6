"""Which files of the repository code imports: what a stage runs, and what a guest runs.

Known to the workflow, which watches these files, and to the lab, which sends them. Paths are
relative to the repository's root, sorted, and exist.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path

from scripts.python_files import facts

ROOT = Path(__file__).resolve().parents[1]
GUEST = "scripts/guest"
ENGINES = "scripts/engines"
WORKLOADS = "scripts/workloads"
DATA = "scripts/data"
_NEVER = {"__pycache__", ".DS_Store"}


def files_below(path: str, without: Collection[str] = ()) -> list[str]:
    """A file, or all files below a folder but those whose path has a part in ``without``.

    Nothing, when the path does not exist: a repository without it does not depend on it.
    """
    top = ROOT / path
    if top.is_file():
        return [path]
    skipped = _NEVER | set(without)
    return sorted(
        str(file.relative_to(ROOT))
        for file in top.rglob("*")
        if file.is_file() and skipped.isdisjoint(file.relative_to(top).parts)
    )


@cache
def _imported_files(path: str) -> frozenset[str]:
    """Files of the repository that a Python file imports itself."""
    known = facts(ROOT / path)
    in_guest = is_guests(path)
    # What the guest imports late is another task's, and comes with that task's payload.
    names = set(known.imports) - set(known.late if in_guest else ())
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
    return frozenset(file for file in present if facts(ROOT / file).acts)


def module_sources(path: str, without: Collection[str] = ()) -> list[str]:
    """A Python file and all that it imports from ``scripts``, directly or not.

    Args:
        path: the file.
        without: files to leave out, with what only they import.
    """
    found: set[str] = set()
    waiting = {path}
    while waiting:
        current = waiting.pop()
        found.add(current)
        waiting |= _imported_files(current) - found - set(without)
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

    Loading is apart from the rest, so that new code to measure with loads no dataset anew. The
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
