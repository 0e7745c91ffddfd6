"""The code on the host that makes what engines are loaded with and asked: rows and statements.

Other code of the host carries bytes; this code writes them, so a data set is loaded again when it
changes. Comments don't count, and neither does what it imports from beyond the kinds of data.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath

from scripts.data import generated as data
from scripts.data import has_rows
from scripts.files.hashes import ROOT, files_below, hash_of, hash_of_text
from scripts.identity.imports import imports_of, module_sources
from scripts.identity.payload import hash_of_sent
from scripts.jobs import Job, warm_up_of
from scripts.workloads.registry import hook_files, makers

LOCK = "envs/requirements.lock"
# Packages that compute or write what is made. Those that only read what people wrote can't change
# it without changing a job.
PACKAGES = frozenset({"duckdb", "numpy", "pyarrow", "sqlglot"})
# Parts of a kind of data that write nothing.
_WRITES_NOTHING = {"__init__.py", "errors.py"}


def made_for(job: Job, task: str) -> str:
    """The hash of what makes, on the host, what a task's guest is given beyond the repository."""
    if task == "dataset":
        kind = job["dataset"]["kind"]
        rows = (f"scripts/data/{kind}/rows.py",) if has_rows(kind) else ()
        return hash_of_code((*rows, *data.makers(job)))
    phases = [*warm_up_of(job), *job.get("phases", [])]
    made = [phase for phase in phases if hook_files([phase], "generated")]
    sources = {path for phase in made for path in _sources(phase["workload"])}
    return hash_of_text(f"{hash_of_code(makers(made))} {hash_of(sources)}") if made else ""


@cache
def hash_of_code(modules: tuple[str, ...], tools: tuple[str, ...] = ()) -> str:
    """The hash of modules with all that they import of data, and of the locked packages they use.

    ``tools`` are packages that are run as programs.
    """
    found = {file for module in modules for file in module_sources(module) if _makes(file)}
    used = {name.partition(".")[0] for file in found for name in imports_of(file).names}
    versions = [_locked().get(name, name) for name in sorted((used & PACKAGES) | set(tools))]
    return hash_of_text(
        "\n".join([f"{file} {hash_of_sent(file)}" for file in sorted(found)] + versions)
    )


def _makes(file: str) -> bool:
    """Whether a file makes data, or is the part of a kind of workload that hands it over."""
    return (
        file.startswith(("scripts/data/", "scripts/workloads/"))
        and PurePath(file).name not in _WRITES_NOTHING
        and file not in ("scripts/data/generated.py", "scripts/workloads/registry.py")
    )


@cache
def _sources(workload: str) -> list[str]:
    """The files of the repository that a workload's statements are made of; some have none."""
    kind, _, name = workload.partition("/")
    files = files_below(f"workloads/{kind}")
    return [path for path in files if PurePath(path).stem == name]


@cache
def _locked() -> dict[str, str]:
    """What the lock says of each package: version and hashes."""
    lock = ROOT / LOCK
    # A job of the workflow may see its own inputs alone.
    text = lock.read_text(encoding="utf-8") if lock.exists() else ""
    entries = re.findall(r"^([\w.-]+)==(.*?)(?=^[\w.-]+==|\Z)", text, re.MULTILINE | re.DOTALL)
    return {package: f"{package}=={rest}" for package, rest in entries}
