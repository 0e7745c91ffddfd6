"""The user's own HammerDB: which folder can be used, and what a study may ask of it.

HammerDB is in no registry, so the key ``hammerdb`` names a folder that was unpacked by hand. What
is wrong with it is reported before anything runs.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from scripts.plan.model import CellConfig, StudyConfig
from scripts.workloads.registry import split

TOOL = "hammerdb"
PROGRAM = "hammerdbcli"
# Those whose outputs scripts/parse/hammerdb was written from.
KNOWN_VERSIONS = ("6.0",)
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
                f"{folder} doesn't say its version: rename it to what the archive "
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
    users = [split(phase.workload)[0] for phase in phases]
    if cell.dataset in config.datasets:
        users.append(config.datasets[cell.dataset])
    return any(user.tool == TOOL for user in users)


def tools_of(config: StudyConfig, cell: CellConfig) -> dict[str, dict[str, str]]:
    """What a job says of HammerDB: its version by ``tools``, or nothing where it needs none."""
    folder = folder_of(config)
    if not (folder and needs_hammerdb(config, cell)):
        return {}
    return {"tools": {TOOL: version_of(folder)}}
