"""The mmdebstrap call, and what its failures say to the user."""

from pathlib import Path

import pytest

from scripts.layers.debian import MIRROR_VARIABLE, command, explain
from scripts.layers.model import ENVS, Layer, load_layer

ROLLING = Layer(
    name="x",
    role="engine",
    adapter="mysql",
    suite="sid",
    description="x",
    packages=["mysql-server-core"],
)


@pytest.fixture(autouse=True)
def _no_own_mirror(monkeypatch):
    monkeypatch.delenv(MIRROR_VARIABLE, raising=False)


def test_rolling_suites_may_have_an_old_index():
    option = '--aptopt=Acquire::Check-Valid-Until "false"'
    assert option in command(ROLLING, Path("layer.tar"))
    assert option not in command(load_layer(ENVS / "base.yaml"), Path("layer.tar"))


def test_the_mirror_is_the_users_to_choose(monkeypatch):
    assert command(ROLLING, Path("layer.tar"))[-2:] == ["sid", "layer.tar"]
    monkeypatch.setenv(MIRROR_VARIABLE, "http://mirror.example/debian")
    assert command(ROLLING, Path("layer.tar"))[-1] == "http://mirror.example/debian"


@pytest.mark.parametrize(
    ("log", "advice"),
    [
        ("E: write failed: No space left on device", "the disk is full"),
        ("W: Temporary failure resolving 'mirror.example.org'", "check the network"),
        ("E: The repository is not signed.", "debian-archive-keyring"),
        ("E: Unable to locate package postgresql-99", "correct the names"),
        ("E: newuidmap 1 0 100000 1 failed", "install uidmap"),
        ("I: begin\nE: something new\nE: setup failed\n", "something new"),
        ("", "no reason"),
    ],
)
def test_a_failure_says_what_to_do(log, advice):
    assert advice in explain(log)
    assert "\n" not in explain(log)
