"""The eight tables as CSV files, made by tpchgen-cli: the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml

from scripts.data.errors import DataError
from scripts.files import write_whole
from scripts.programs import TooLongError, run_program

SCHEMA = Path(__file__).parents[3] / "workloads/tpch/schema.yaml"
MANIFEST = "tables.json"


def schema() -> dict[str, dict[str, Any]]:
    """Tables by name, in the order of loading: columns with their types, primary key, indexes."""
    return yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))


def generate(scale_factor: float, out: Path) -> None:
    """Write ``out``/<table>.csv for each table, with a heading each, and tables.json at last.

    tables.json has scale factor, generator, and SHA-256 of each file and of them all.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="work-", dir=out) as folder:
        work = Path(folder)
        _run_generator(scale_factor, work)
        digests = {}
        for table in schema():
            path = work / f"{table}.csv"
            digests[table] = hashlib.sha256(path.read_bytes()).hexdigest()
            path.replace(out / path.name)
    manifest = {
        "scale_factor": scale_factor,
        "generator": f"tpchgen-cli {version('tpchgen-cli')}",
        "tables_sha256": digests,
        "sha256": hashlib.sha256("".join(digests.values()).encode()).hexdigest(),
    }
    write_whole(out / MANIFEST, json.dumps(manifest, indent=1) + "\n")


def _run_generator(scale_factor: float, folder: Path) -> None:
    program = shutil.which("tpchgen-cli", path=str(Path(sys.executable).parent))
    program = program or shutil.which("tpchgen-cli")
    if program is None:
        raise DataError("tpchgen-cli is missing: run make setup, which installs it")
    command = [program, "csv", "--quiet", "--scale-factor", f"{scale_factor:g}"]
    try:
        done = run_program([*command, "--output-dir", folder], "tpchgen-cli")
    except TooLongError as error:
        raise DataError(str(error)) from None
    if done.returncode != 0:
        raise DataError(f"tpchgen-cli failed ({done.returncode}): {done.stderr.strip()}")
