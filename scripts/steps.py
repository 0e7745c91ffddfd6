"""What each step of the workflow runs on the host, as one hash.

A hash goes over the step's part of its entry module, the modules that this part imports with all
that they import, the files of ``scripts`` that these read, and the locked versions of the packages
that make the step's numbers. It is a parameter of the step's rule, so a step is stale when what it
runs was changed: not when a comment was, and not when another step's code was.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from scripts.data import has_rows
from scripts.engines.families import DESCRIPTION, FOLDER
from scripts.engines.settings import ABOUT
from scripts.engines.statistics import STATISTICS
from scripts.imports import ROOT, files_below, module_sources
from scripts.lab.registry import labs
from scripts.python_files import facts
from scripts.sent import content
from scripts.workloads.registry import NAMES as WORKLOADS

LOCK = "envs/requirements.lock"
# Packages that compute or write results, by what is imported. Those that only read what people
# wrote (yaml, pydantic) can't change a number without changing a job, which has its hash in its id.
PACKAGES = {
    "duckdb": "duckdb",
    "numpy": "numpy",
    "pyarrow": "pyarrow",
    "pypandoc": "pypandoc-binary",
    "scipy": "scipy",
    "sqlglot": "sqlglot",
}

# What reads the outputs of each kind of workload.
OUTPUTS = tuple(f"scripts/workloads/{name}/output.py" for name in WORKLOADS)


@dataclass(frozen=True)
class Step:
    """What runs: functions of an entry module, and modules with all that they import.

    Of the modules in ``alone``, what they import can't matter, nor can what only those in
    ``without`` import. ``files`` of ``scripts`` are read as they are, and ``tools`` are packages
    that are run as programs. An entry's functions that read arguments are left out: what a rule's
    command says is watched already.
    """

    entry: str
    functions: tuple[str, ...]
    modules: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


# What rows and database say of a lab.
LABS = tuple(f"scripts/lab/{name}/lab.py" for name in labs())


def _lab(module: str, *functions: str) -> Step:
    return Step("scripts/lab/__main__.py", ("main", *functions), (module,))


def of_families(*names: str) -> tuple[str, ...]:
    """The files of those names in the folders of families of engines, which no module imports."""
    found = (path for name in names for path in FOLDER.glob(f"*/{name}"))
    return tuple(sorted(str(path.relative_to(ROOT)) for path in found))


STEPS = {
    # What is planned is a parameter of its own: this is how it is written down.
    "plan": Step("scripts/plan/__main__.py", ("_on_plan",), alone=("scripts/plan/write.py",)),
    "layer": Step(
        "scripts/layers/__main__.py",
        ("main", "_build", "_build_into"),
        ("scripts/layers/build.py",),
    ),
    "source_layer": Step(
        "scripts/layers/__main__.py",
        ("main", "_build", "_build_into"),
        ("scripts/layers/source.py",),
    ),
    "hammerdb": Step(
        "scripts/layers/__main__.py", ("main", "_hammerdb"), ("scripts/layers/hammerdb.py",)
    ),
    "module": _lab("scripts/lab/module.py", "_module"),
    "host_module": _lab("scripts/lab/native/module.py", "_host_module"),
    "boot": _lab("scripts/lab/boot.py", "_boot"),
    # The tasks of each lab, as "LAB/cell".
    **{
        f"{lab.name}/{task}": _lab(f"{module.replace('.', '/')}.py", "_job")
        for lab in labs().values()
        for task, module in lab.tasks.items()
    },
    "tpch_tables": Step(
        "scripts/data/tpch/__main__.py",
        ("main",),
        ("scripts/data/tpch/tables.py",),
        tools=("tpchgen-cli",),
    ),
    "tpch_reference": Step(
        "scripts/data/tpch/__main__.py", ("main",), ("scripts/data/tpch/reference.py",)
    ),
    "own_tables": Step(
        "scripts/data/own/__main__.py", ("main", "_tables"), ("scripts/data/own/build.py",)
    ),
    "own_script": Step(
        "scripts/data/own/__main__.py", ("main", "_script"), ("scripts/data/own/build.py",)
    ),
    "rows": Step(
        "scripts/parse/__main__.py",
        ("main",),
        (
            "scripts/parse/many.py",
            *(*OUTPUTS, *of_families("plans.py", "settings.py")),
        ),
        files=of_families(STATISTICS, ABOUT),
        alone=LABS,
    ),
    "database": Step(
        "scripts/store/__main__.py",
        ("main", "_build", "_claims"),
        ("scripts/store/build.py", "scripts/store/plan_file.py", "scripts/plan/claims.py"),
        alone=LABS,
        without=("scripts/plan/__init__.py",),  # it imports the whole of that stage
        files=of_families(DESCRIPTION, STATISTICS, ABOUT),
    ),
    "render": Step(
        "scripts/site/__main__.py",
        ("main", "_build"),
        ("scripts/site/build.py",),
        without=("scripts/plan/__init__.py",),
        files=(
            *("scripts/site/bundle.js", "scripts/site/compress.js"),
            *("scripts/site/small", "scripts/site/still"),
            "scripts/site/publication/card.js",
            "scripts/site/publication/lines.js",
            *("scripts/engines/families.js", *of_families(DESCRIPTION)),
        ),
    ),
    "complete": Step(
        "scripts/verify/__main__.py", ("main", "_complete"), ("scripts/verify/outcomes.py",)
    ),
}


@cache
def code_of(
    name: str,
    kind: str | None = None,
    guest: tuple[str, ...] = (),
    hooks: tuple[str, ...] = (),
) -> str:
    """The hash of all that a step runs.

    Args:
        name: of the step, as in ``STEPS``.
        kind: of the dataset that the step loads.
        guest: files that the step sends to a guest, of which every byte that it gets counts.
        hooks: modules of the kinds of workloads and of data that the step's job uses.
    """
    step = STEPS[name]
    sources = sources_of(name, kind, hooks)
    entry = facts(ROOT / step.entry)
    parts = [f"{step.entry} {entry.rest}"]
    parts += [f"{function} {entry.functions.get(function)}" for function in step.functions]
    parts += [f"{path} {facts(ROOT / path).digest}" for path in sources]
    parts += [f"{path} {_digest(path)}" for path in _data_files(step.files)]
    parts += [f"{path} {_digest_sent(path)}" for path in guest]
    used = {PACKAGES[top] for path in sources for top in _imported_packages(path)}
    parts += [
        _locked(ROOT / LOCK).get(package, package) for package in sorted({*used, *step.tools})
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def sources_of(name: str, kind: str | None = None, hooks: Collection[str] = ()) -> list[str]:
    """The Python files of a step's modules and hooks; of what loads data, a kind's alone."""
    step = STEPS[name]
    rows = [f"scripts/data/{kind}/rows.py"] if kind and has_rows(kind) else []
    modules = [*step.modules, *rows, *hooks]
    found = {file for module in modules for file in module_sources(module, without=step.without)}
    return sorted(found | set(step.alone))


def _data_files(paths: Iterable[str]) -> list[str]:
    """Files that are no Python, below the given paths."""
    found = (file for path in paths for file in files_below(path))
    return [file for file in found if not file.endswith(".py")]


def _imported_packages(path: str) -> Collection[str]:
    return {name.partition(".")[0] for name in facts(ROOT / path).imports} & PACKAGES.keys()


@cache
def _digest(path: str) -> str:
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()[:32]


@cache
def _digest_sent(path: str) -> str:
    if path.endswith(".py"):
        return facts(ROOT / path).sent  # remembered: to take out comments takes time
    return hashlib.sha256(content(path)).hexdigest()[:32]


@cache
def _locked(lock: object) -> dict[str, str]:
    """What a lock says of each package: version and hashes."""
    text = lock.read_text(encoding="utf-8") if lock.exists() else ""
    entries = re.findall(r"^([\w.-]+)==(.*?)(?=^[\w.-]+==|\Z)", text, re.MULTILINE | re.DOTALL)
    return {package: f"{package}=={rest}" for package, rest in entries}
