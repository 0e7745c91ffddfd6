"""Shared by the tests of several CPUs: the layers that they run on, made by `make test-cpus`."""

from pathlib import Path

import pytest

from tests.cpus.bare import Machine

NEEDED = ("layers/qemu/layer.json", "layers/toolchain/layer.json", "boot/boot.json")


@pytest.fixture(scope="session")
def machine() -> Machine:
    """What bare guests run on."""
    results = Path("results").resolve()
    for name in NEEDED:
        assert (results / name).exists(), f"results/{name} is missing: run `make test-cpus`"
    return Machine(results / "layers", results / "boot")
