"""Locks: what they say, and that a layer is built from its own or not at all."""

import pytest

from scripts.layers.build import build_layer
from scripts.layers.errors import LayerError
from scripts.layers.lock import changes, few, lock_path, read_lock, required_lock, write_lock
from scripts.layers.model import ENVS, layer_names, load_layer
from tests.layers.conftest import ignore
from tests.layers.stand_in import LAYER as SMALL_LAYER
from tests.layers.stand_in import lock_of, package

LOCK = lock_of(
    bash=package("bash", b"1"),
    libssl3=package("libssl3", b"2", "security").model_copy(update={"priority": "required"}),
    linux=package("linux", b"3").model_copy(update={"unpacked": True}),
)
LAYER = SMALL_LAYER + "unpack: [linux]\n"


@pytest.fixture
def layer_file(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(LAYER)
    return path


def test_a_lock_survives_writing_and_reading(tmp_path):
    path = lock_path(tmp_path / "mariadb-11.8.yaml")
    write_lock(path, LOCK)
    assert path.name == "mariadb-11.8.lock.yaml"
    assert read_lock(path) == LOCK
    assert list(tmp_path.iterdir()) == [path]


def test_results_of_an_earlier_image_are_kept(tmp_path):
    path = tmp_path / "qemu.lock.yaml"
    lock = LOCK.model_copy(update={"results_of_sha256": "a7" * 32})
    write_lock(path, lock)
    assert read_lock(path) == lock


def test_versions_that_look_like_numbers_stay_text(tmp_path):
    path = tmp_path / "base.lock.yaml"
    lock = lock_of(tzdata=LOCK.packages["bash"].model_copy(update={"version": "2026"}))
    write_lock(path, lock)
    assert read_lock(path) == lock


def test_a_package_is_a_line_so_that_a_diff_shows_what_moved(tmp_path):
    path = tmp_path / "base.lock.yaml"
    write_lock(path, LOCK)
    assert sum("{version: " in line for line in path.read_text().splitlines()) == len(LOCK.packages)


@pytest.mark.parametrize("name", layer_names())
def test_every_layer_of_the_project_has_a_lock_with_an_image(name):
    path = ENVS / f"{name}.yaml"
    layer = load_layer(path)
    lock = required_lock(path, layer)
    # What is compiled is known by its sources, before anybody has compiled it.
    assert lock.source_sha256 if layer.source else lock.image_sha256


def test_a_layer_without_a_lock_is_not_built(tmp_path, layer_file):
    with pytest.raises(LayerError, match=r"no lock .*make relock NAMES=small"):
        build_layer(
            layer_file, tmp_path / "out", tmp_path, tmp_path / "store", report=ignore, warn=ignore
        )


@pytest.mark.parametrize(
    ("before", "now", "named"),
    [
        ("suite: trixie", "suite: sid", "the suite sid"),
        ("[bash]", "[bash, zsh]", "zsh"),
        ("[linux]", "[linux, headers]", "other packages to unpack"),
    ],
)
def test_a_lock_of_another_description_is_refused(layer_file, before, now, named):
    write_lock(lock_path(layer_file), LOCK)
    assert required_lock(layer_file, load_layer(layer_file)) == LOCK
    layer_file.write_text(LAYER.replace(before, now))
    with pytest.raises(LayerError, match=f"asks for {named}.*make relock"):
        required_lock(layer_file, load_layer(layer_file))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("packages: {}\n", "suite"),
        ("[", "not a lock"),
        ("packages: {bash: 5.2}\nimage_sha256: ab\n", "suite"),
        ("path: pool/main/b/../../x.deb", "not a lock"),
    ],
)
def test_a_damaged_lock_is_refused_in_one_line(tmp_path, text, named):
    path = tmp_path / "base.lock.yaml"
    path.write_text(text)
    with pytest.raises(LayerError, match=named) as caught:
        read_lock(path)
    assert "\n" not in str(caught.value)
    assert "make relock NAMES=base" in str(caught.value)


def test_a_path_out_of_the_pool_is_refused(tmp_path):
    path = tmp_path / "base.lock.yaml"
    write_lock(path, LOCK)
    path.write_text(path.read_text().replace("pool/main/b/bash/", "pool/main/../../"))
    with pytest.raises(LayerError, match=r"packages\.bash\.path"):
        read_lock(path)


def test_what_moves_is_named():
    assert changes({"a": "1", "b": "1", "c": "1"}, {"b": "1", "c": "2", "d": "1"}) == [
        "a 1 -> absent",
        "c 1 -> 2",
        "d absent -> 1",
    ]


def test_a_long_list_is_cut():
    assert few([str(number) for number in range(9)]) == "0, 1, 2, 3, 4 and 4 more"
    assert few(["0", "1"]) == "0, 1"
