"""The kit of a machine that loads a dataset: the emulator, and how the tables are made."""

from __future__ import annotations

import json
from typing import Any

import yaml

from scripts.lab.kits.kit import kit_for
from scripts.lab.places import REPOSITORY, Places, adapter_of


def load_kit(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "load"."""
    files = {"vnvme.ko": places.module.read_bytes()}
    schema = REPOSITORY / f"workloads/{job['dataset']['kind']}/schema.yaml"
    if schema.exists():  # sysbench's tables are the adapters' own
        files["tables.json"] = json.dumps(yaml.safe_load(schema.read_text())).encode()
    routines = schema.with_name(f"routines.{adapter_of(job['engine'])}.sql")
    files["routines.sql"] = routines.read_bytes() if routines.exists() else b""
    if "hammerdb" in job:
        script = "workloads/hammerdb/build.tcl"
        files[script] = (REPOSITORY / script).read_bytes()
    return kit_for(job, "load", files)
