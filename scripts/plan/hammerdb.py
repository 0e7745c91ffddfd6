"""The user's own HammerDB: which folder can be used, and what a study may ask of it.

HammerDB is in no registry, so the key ``hammerdb`` names a folder that was unpacked by hand. What
is wrong with it is told before anything runs.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from scripts.plan.data_model import HammerdbDataset
from scripts.plan.errors import listed, unknown
from scripts.plan.model import CellConfig, StudyConfig

PROGRAM = "hammerdbcli"
# Those whose outputs scripts/parse/hammerdb was written from.
KNOWN_VERSIONS = ("6.0",)
TPROCC_OPTIONS = ("all_warehouses", "rampup_min")
TPROCH_OPTIONS = ("degree_of_parallel", "query_sets")
# All that HammerDB's build of TPROC-H takes.
SCALE_FACTORS = (1, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
# The release comes in two forms: scripts with their own Tcl, or one program that holds all.
_BANNER = re.compile(r'^set hdb_version "v([^"]+)"', re.MULTILINE)
_FOLDER = re.compile(r"HammerDB-(\d+(?:\.\d+)+)(?:-.*)?")
_ELF = b"\x7fELF"
_NAME_IT = "name the folder that HammerDB's archive for Linux unpacks to, such as HammerDB-6.0"


class NoHammerdb(Exception):
    """The folder can't be used; the message says why and what to do."""


def folder_of(config: StudyConfig) -> Path | None:
    """The folder that the study names; None without one."""
    return Path(config.hammerdb).expanduser() if config.hammerdb else None


@cache
def version_of(folder: Path) -> str:
    """The version of the HammerDB in ``folder``, such as "6.0".

    Raises:
        NoHammerdb: there is none that can be run, or not one that is known.
    """
    program = folder / PROGRAM
    if not folder.is_dir():
        raise NoHammerdb(f"there is no folder {folder}: {_NAME_IT}")
    if not program.is_file():
        raise NoHammerdb(f"{folder} has no {PROGRAM}: {_NAME_IT}")
    if not os.access(program, os.X_OK):
        raise NoHammerdb(f"{program} can't be run: chmod +x it, or unpack the archive again")
    version = _told(folder, program)
    if version not in KNOWN_VERSIONS:
        known = ", ".join(KNOWN_VERSIONS)
        raise NoHammerdb(f"{folder} is HammerDB {version}, and what is known here is {known}")
    return version


def _told(folder: Path, program: Path) -> str:
    """The version as a script says it, or else as the folder is called."""
    content = program.read_bytes()
    if content.startswith(_ELF):
        named = _FOLDER.fullmatch(folder.resolve().name)
        if named is None:
            raise NoHammerdb(
                f"{folder} doesn't tell its version: give it back the name that the archive "
                "unpacks to, such as HammerDB-6.0"
            )
        return named[1]
    banner = _BANNER.search(content.decode(errors="replace"))
    if banner is None:
        raise NoHammerdb(f"{program} names no version, so it isn't HammerDB's: {_NAME_IT}")
    if not list(folder.glob("bin/tclsh*")) or not (folder / "lib").is_dir():
        raise NoHammerdb(f"{folder} is HammerDB's source, without its bin/ and lib/: {_NAME_IT}")
    return banner[1]


def needs_hammerdb(config: StudyConfig, cell: CellConfig) -> bool:
    """Whether a cell's data or work are HammerDB's."""
    phases = [*cell.phases, *([cell.warm_up] if cell.warm_up else [])]
    return isinstance(config.datasets.get(cell.dataset or ""), HammerdbDataset) or any(
        phase.workload.startswith("hammerdb/") for phase in phases
    )


def tools_of(config: StudyConfig, cell: CellConfig) -> dict[str, str]:
    """What a job says of HammerDB: its version, or nothing where the cell needs none."""
    folder = folder_of(config)
    return {"hammerdb": version_of(folder)} if folder and needs_hammerdb(config, cell) else {}


def dataset_problem(dataset: HammerdbDataset) -> tuple[str, str] | None:
    """The key that is wrong with a data set of HammerDB's, and why; None if all is well."""
    sizes = {"tprocc": "warehouses", "tproch": "scale_factor"}
    for benchmark, key in sizes.items():
        value = getattr(dataset, key)
        if benchmark == dataset.benchmark and value is None:
            return key, f"is missing, the size of {benchmark}"
        if benchmark != dataset.benchmark and value is not None:
            return key, f"is the size of {benchmark}, and this is {dataset.benchmark}: leave it out"
    if dataset.scale_factor is not None and dataset.scale_factor not in SCALE_FACTORS:
        known = listed(map(str, SCALE_FACTORS))
        return "scale_factor", f"must be one that HammerDB builds: {known} (got {value})"
    return None


def benchmark_problem(workload: str, dataset: HammerdbDataset) -> str | None:
    """What is wrong with a workload ``hammerdb/...`` on the data set; None if they fit."""
    wanted = workload.partition("/")[2]
    if wanted == dataset.benchmark:
        return None
    return f"{workload} needs a dataset of benchmark {wanted}; this is {dataset.benchmark}"


def tprocc_option_problem(option: str, value: Any) -> str | None:
    """What is wrong with an option of a phase ``hammerdb/tprocc``."""
    if option not in TPROCC_OPTIONS:
        return unknown("option", option, TPROCC_OPTIONS)
    if option == "all_warehouses":
        return None if value in ("on", "off") else f"must be on or off (got {value})"
    whole = isinstance(value, int) and value >= 0
    return None if whole else f"must be a whole number of minutes >= 0 (got {value})"


def tproch_option_problem(option: str, value: Any) -> str | None:
    """What is wrong with an option of a phase ``hammerdb/tproch``."""
    if option not in TPROCH_OPTIONS:
        return unknown("option", option, TPROCH_OPTIONS)
    least = 1 if option == "query_sets" else 0
    whole = isinstance(value, int) and not isinstance(value, bool) and value >= least
    return None if whole else f"must be a whole number >= {least} (got {value})"
