"""Shared by the layer tests: a real toolchain, the one of `results/` when it is built."""

from pathlib import Path

import pytest

from scripts.layers.build import build_layer
from scripts.layers.model import ENVS

BUILT = Path("results/layers/toolchain")


def ignore(_text: str) -> None:
    """Take no notice of progress or warnings."""


@pytest.fixture(scope="session")
def toolchain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a built toolchain layer."""
    if (BUILT / "layer.json").exists():
        return BUILT.resolve()
    folder = tmp_path_factory.mktemp("layers") / "toolchain"
    store = Path("results/packages").resolve()
    build_layer(ENVS / "toolchain.yaml", folder, folder, store, report=ignore, warn=ignore)
    return folder
