"""Layer files: what is accepted, and that every complaint is one line that names the fix."""

from pathlib import Path

import pytest

from scripts.layers.errors import LayerError
from scripts.layers.lock import lock_path, read_lock
from scripts.layers.model import ENVS, layer_names, load_layer

ENGINE = """\
name: postgresql-99
role: engine
adapter: postgresql
suite: sid
description: a test
packages: [postgresql-99]
"""


def write(folder: Path, text: str, name: str = "postgresql-99") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", layer_names())
def test_every_layer_of_the_project_is_valid(name):
    assert load_layer(ENVS / f"{name}.yaml").name == name


@pytest.mark.parametrize("name", layer_names())
def test_locks_cover_what_their_layers_ask_for(name):
    """A package added to a layer without a new lock would never be noticed to have changed."""
    layer = load_layer(ENVS / f"{name}.yaml")
    lock = read_lock(lock_path(ENVS / f"{name}.yaml"))
    assert lock is not None
    assert set(layer.packages) <= set(lock.packages)


def test_locks_are_no_layers(tmp_path):
    write(tmp_path, ENGINE)
    write(tmp_path, "packages: {}", name="postgresql-99.lock")
    assert layer_names(tmp_path) == ["postgresql-99"]


def test_an_engine_is_a_handful_of_lines(tmp_path):
    layer = load_layer(write(tmp_path, ENGINE))
    assert layer.rolling
    assert layer.unpack == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("packages:", "package:"), "package: unknown key; known are name, role"),
        (("engine\n", "motor\n"), "role: Input should be 'toolchain', 'base', 'engine'"),
        (("adapter: postgresql\n", ""), "an engine needs the key adapter"),
        (("role: engine", "role: base"), "adapter belongs to engines only"),
        (("[postgresql-99]", "['x; reboot']"), "packages.0: String should match"),
        (("[postgresql-99]", "[]"), "the key packages must name at least one package"),
        (("packages:", "remove: [../../etc]\npackages:"), "remove.0: String should match"),
        (("packages:", "boot_modules: [ext4]\npackages:"), "boot_modules belongs to the base"),
        (("name: postgresql-99", "name: postgresql-98"), "name: is 'postgresql-98'"),
        (("suite: sid", "suite: [sid"), "not valid YAML"),
        (("packages: [postgresql-99]", "source: {of: a}"), "source: name either apt"),
        (("packages: [postgresql-99]", "source: {of: a, git: b}"), "git and commit belong"),
        (("packages: [postgresql-99]", "source: {of: a, git: b, commit: c}"), "commit: String"),
        (("packages:", "source: {of: a, apt: bb}\npackages:"), "whose packages and unpack are"),
    ],
)
def test_mistakes_are_reported_in_one_line(tmp_path, change, complaint):
    assert change[0] in ENGINE
    path = write(tmp_path, ENGINE.replace(*change))
    with pytest.raises(LayerError) as caught:
        load_layer(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert complaint in message
    assert "\n" not in message


def test_a_missing_layer_names_those_that_there_are(tmp_path):
    write(tmp_path, ENGINE)
    with pytest.raises(LayerError, match="layers there: postgresql-99"):
        load_layer(tmp_path / "postgres.yaml")
