"""All kinds of workloads, by the name ahead of the slash.

A kind is a folder beside this file with ``kind.py``, which has an object ``WORKLOAD``, and
``guest.py``, which runs in the guest and is described in ``scripts.guest.workloads``. A kind that
is sent as another has no ``guest.py``. Three files more are there where a kind needs them:

``output.py``, of a kind that leaves something to be read, has an object ``OUTPUT``.

``generated.py``, of a kind whose files for the guest are not all in the repository, has the
functions ``inputs(phase, job)``, names below the shared folder, and ``files(phase, job, adapter,
needed)``, bytes by their names in the payload, and ``MAKERS``, the modules that make them.

``answer.py``, of a kind whose answers are compared with what they must be, has the function
``problem(phase, job, folder, needed)``: what is wrong with what a phase left in its folder, or
None.

``needed`` gives the path of a name below the shared folder, and raises an error where nothing is.

All are imported by name, so that no kind is named in general code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scripts.jobs import Job, Phase

FOLDER = Path(__file__).parent
NAMES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/kind.py")))


@cache
def kinds() -> Mapping[str, Any]:
    """Each kind's ``scripts.workloads.workload.Workload``, by name."""
    return MappingProxyType(
        {name: import_module(f"scripts.workloads.{name}.kind").WORKLOAD for name in NAMES}
    )


def split(workload: str) -> tuple[Any, str]:
    """``sysbench/tpcc`` as the object of its kind and ``tpcc``."""
    kind, _, name = workload.partition("/")
    return kinds()[kind], name


def output(workload: str) -> Any:
    """How what a workload left is read: the ``scripts.parse.output.Output`` of its kind.

    None of a kind without ``output.py``, of which nothing is read but the counters around it.
    """
    kind = workload.partition("/")[0]
    if not (FOLDER / kind / "output.py").is_file():
        return None
    return import_module(f"scripts.workloads.{kind}.output").OUTPUT


def made_inputs(phases: Iterable[Phase], job: Job) -> list[str]:
    """What the workflow makes for phases of a job, by names below the shared folder."""
    found = {
        name for phase, hook in _hooked(phases, "generated") for name in hook.inputs(phase, job)
    }
    return sorted(found)


def made_files(
    phases: Iterable[Phase],
    job: Job,
    adapter: str | None,
    needed: Callable[[str], Path],
) -> dict[str, bytes]:
    """What phases need that is not in the repository, by names in the payload.

    Raises WorkloadError where what was made does not do for the engine.
    """
    found: dict[str, bytes] = {}
    for phase, hook in _hooked(phases, "generated"):
        found |= hook.files(phase, job, adapter, needed)
    return found


def answer_problem(
    phase: Phase,
    job: Job,
    folder: Path,
    needed: Callable[[str], Path],
) -> str | None:
    """What is wrong with what a phase left in its folder; None where nothing is compared."""
    problems = (hook.problem(phase, job, folder, needed) for _, hook in _hooked([phase], "answer"))
    return next(problems, None)


def makers(phases: Iterable[Phase]) -> tuple[str, ...]:
    """The modules that make what the workflow makes for phases, the kinds' hooks among them."""
    phases = list(phases)
    made = {maker for _, hook in _hooked(phases, "generated") for maker in hook.MAKERS}
    return (*hook_files(phases, "generated"), *sorted(made))


def hook_files(phases: Iterable[Phase], *names: str) -> tuple[str, ...]:
    """The hooks of those names of the kinds of phases, as paths from the repository's root."""
    used = {_kind(phase) for phase in phases}
    return tuple(sorted(path for kind in used for path in _hooks_of(kind, names)))


@cache
def _hooks_of(kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
    paths = (f"{kind}/{name}.py" for name in names)
    return tuple(f"scripts/workloads/{path}" for path in paths if (FOLDER / path).is_file())


def _hooked(phases: Iterable[Phase], name: str) -> Iterable[tuple[Mapping[str, Any], Any]]:
    for phase in phases:
        if hook_files([phase], name):
            yield phase, import_module(f"scripts.workloads.{_kind(phase)}.{name}")


def _kind(phase: Phase) -> str:
    return str(phase["workload"]).partition("/")[0]
