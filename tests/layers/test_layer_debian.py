"""The mmdebstrap call, and what its failures say to the user."""

from pathlib import Path

import pytest

from scripts.layers.debian import command, explain
from scripts.layers.model import ENVS, load_layer


def test_packages_come_from_the_repository_alone():
    argv = command(load_layer(ENVS / "mysql-9.7.yaml"), Path("/my folder/50%"), Path("layer.tar"))
    line = "deb [trusted=yes] copy:/my%20folder/50%25 ./"
    assert argv[-3:] == ["sid", "layer.tar", line]
    assert not [word for word in argv if "http" in word]


@pytest.mark.parametrize(
    ("log", "advice"),
    [
        ("E: write failed: No space left on device", "the disk is full"),
        ("E: Unable to locate package postgresql-99", "make relock NAMES=small"),
        ("E: newuidmap 1 0 100000 1 failed", "install uidmap"),
        ("I: begin\nE: something new\nE: setup failed\n", "something new"),
        ("", "no reason"),
    ],
)
def test_a_failure_says_what_to_do(log, advice):
    assert advice in explain(log, "small")
    assert "\n" not in explain(log, "small")
