"""A family of engines is added to a copy of the repository as scripts/engines/README.md says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from scratch_copy import copy_repository, run

pytestmark = pytest.mark.long
MODEL, NEW = "postgresql", "newcomer"


def test_family_is_a_folder_a_layer_and_two_readings(tmp_path: Path) -> None:
    copy_repository(tmp_path)
    folder = tmp_path / "scripts/engines"
    shutil.copytree(folder / MODEL, folder / NEW)
    about = json.loads((folder / NEW / "family.json").read_text())
    about |= {"name": "Newcomer", "rank": 99, "versions": {}}
    (folder / NEW / "family.json").write_text(json.dumps(about))
    for ending in (".yaml", ".lock.yaml"):
        text = (tmp_path / f"envs/{MODEL}-17{ending}").read_text()
        text = text.replace(f"name: {MODEL}-17", f"name: {NEW}-17")
        text = text.replace(f"adapter: {MODEL}", f"adapter: {NEW}")
        (tmp_path / f"envs/{NEW}-17{ending}").write_text(text)
    readings = tmp_path / "tests/parse/transcripts/engine"
    for moment in ("before", "after"):
        shutil.copy2(readings / f"{MODEL}-{moment}.json", readings / f"{NEW}-{moment}.json")
    config = tmp_path / "config/smoke.yaml"
    config.write_text(config.read_text().replace("engines: [", f"engines: [{NEW}-17, "))
    run("git add --all", tmp_path)
    run("python -m pytest -q tests/engines", tmp_path)
    assert f"{NEW}-17" in run("python -m scripts.plan check --config config/smoke.yaml", tmp_path)
