"""Manifests: the small files that the workflow watches, the last of a stage's files."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.files import write_whole


def write_manifest(path: Path, manifest: dict[str, object]) -> None:
    """Write a manifest, whole or not at all."""
    write_whole(path, json.dumps(manifest, indent=1, sort_keys=True) + "\n")
