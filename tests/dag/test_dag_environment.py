"""The environment for conda users names the same packages as the one for everybody else."""

from __future__ import annotations

import yaml
from scratch_workflow import REPOSITORY


def test_conda_environment_has_the_packages_of_the_requirements() -> None:
    environment = yaml.safe_load((REPOSITORY / "rules/environment.yaml").read_text())
    listed = next(entry for entry in environment["dependencies"] if isinstance(entry, dict))["pip"]
    text = (REPOSITORY / "envs/requirements.in").read_text().partition("# Tests")[0]
    required = [line.partition("#")[0].strip() for line in text.splitlines()]
    assert listed == [line for line in required if line]
