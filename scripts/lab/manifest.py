"""Manifests: the small files that the workflow watches, the last of a stage's files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scripts.files import read_file, write_whole
from scripts.lab.errors import LabError


def write_manifest(path: Path, manifest: Mapping[str, object]) -> None:
    """Write a manifest, whole or not at all."""
    write_whole(path, json.dumps(manifest, indent=1, sort_keys=True) + "\n")


def read_object(path: Path, fix: str = "delete it and run snakemake again") -> dict[str, Any]:
    """The JSON object in a file. Raises LabError, with the fix, when there is none."""
    try:
        content = json.loads(read_file(path))
    except FileNotFoundError:
        raise LabError(f"{path} is missing: run snakemake, which makes what a cell needs") from None
    except (ValueError, RecursionError) as error:
        raise LabError(f"{path}: not valid JSON ({error}): {fix}") from None
    if not isinstance(content, dict):
        raise LabError(f"{path}: not a JSON object: {fix}")
    return content
