"""All kinds of workloads, by the name ahead of the slash.

A kind is a folder beside this file with ``kind.py``, which has an object ``WORKLOAD``, and
``output.py``, which has an object ``OUTPUT``. Both are imported by name, so that they are not
among the sources of a step that imports this: what a guest is sent is in the hash of its own step,
byte for byte, and ``scripts.steps`` names what reads outputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

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
    """How what a workload left is read: the ``scripts.parse.output.Output`` of its kind."""
    kind = workload.partition("/")[0]
    return import_module(f"scripts.workloads.{kind}.output").OUTPUT
