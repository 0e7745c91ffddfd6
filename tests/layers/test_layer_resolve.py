"""Today's packages: what moves is shown, and a lock changes only if something does."""

import shutil

import pytest

from scripts.layers import relock as relock_module
from scripts.layers.errors import LayerError
from scripts.layers.lock import lock_path, read_lock, required_lock, write_lock
from scripts.layers.model import ENVS, load_layer
from scripts.layers.proxy import parse_apt_config
from scripts.layers.relock import relock
from scripts.layers.resolve import _explain
from tests.layers.stand_in import lock_of, package

LAYER = """\
name: {name}
role: engine
adapter: postgresql
suite: {suite}
description: a layer
packages: [bash]
"""
OLD = lock_of(bash=package("bash", b"old").model_copy(update={"version": "5.2-1"}))
NEW = lock_of(bash=package("bash", b"new").model_copy(update={"version": "5.2-2"}))


@pytest.fixture
def today(tmp_path, monkeypatch):
    """Two layers whose locks are old; returns their files and what is shown."""
    files = []
    for name in ("one", "two"):
        files.append(tmp_path / f"{name}.yaml")
        files[-1].write_text(LAYER.format(name=name, suite="trixie"))
        write_lock(lock_path(files[-1]), OLD)
    now = NEW.model_copy(update={"image_sha256": None})
    monkeypatch.setattr(relock_module, "_resolve", lambda layers, _show: [now] * len(layers))
    return files, []


def test_relock_shows_what_moves_and_forgets_the_image(today):
    files, shown = today
    assert relock(files[:1], shown.append) == files[:1]
    assert shown == ["one: 1 of 1 packages move", "  bash 5.2-1 -> 5.2-2"]
    written = read_lock(lock_path(files[0]))
    assert written.packages == NEW.packages
    assert written.image_sha256 is None
    assert read_lock(lock_path(files[1])) == OLD


def test_relock_leaves_a_lock_alone_when_nothing_moves(today):
    files, shown = today
    path = lock_path(files[0])
    write_lock(path, NEW.model_copy(update={"snapshot": "20200101T000000Z"}))
    before = path.read_bytes()
    assert relock(files[:1], shown.append) == []
    assert shown == ["one: nothing moves"]
    assert path.read_bytes() == before


def test_the_same_version_of_other_content_is_taken(today):
    files, shown = today
    path = lock_path(files[0])
    same = {"bash": NEW.packages["bash"].model_copy(update={"sha256": "cd" * 32})}
    write_lock(path, NEW.model_copy(update={"packages": same}))
    assert relock(files[:1], shown.append) == files[:1]


def test_a_layer_whose_image_was_never_built_is_built(today):
    files, shown = today
    write_lock(lock_path(files[0]), NEW.model_copy(update={"image_sha256": None}))
    assert relock(files[:1], shown.append) == files[:1]


def test_no_lock_is_written_unless_all_could_be_resolved(today, monkeypatch):
    files, shown = today

    def fail(_layers, _show):
        raise LayerError("no network")

    monkeypatch.setattr(relock_module, "_resolve", fail)
    with pytest.raises(LayerError):
        relock(files, shown.append)
    assert [read_lock(lock_path(path)) for path in files] == [OLD, OLD]


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("E: The repository is not signed.", "debian-archive-keyring"),
        ("Err: Temporary failure resolving 'mirror.example.org'", "check the network"),
        ("E: The repository 'x trixbox' does not have a Release file.", "key suite"),
        ("E: Unable to locate package postgresql-99", "correct the names"),
        ("E: something new", "something new"),
        ("", "no reason"),
    ],
)
def test_a_failure_of_apt_says_what_to_do(output, advice):
    assert advice in _explain("apt-get", output)


def test_the_proxy_of_apt_is_used_where_the_environment_has_none():
    text = """\
Acquire::http::Proxy "http://proxy.example:3128/";
Acquire::http::proxy::mirror.example "DIRECT";
Acquire::https::Proxy::archive.example "http://other.example:1";
Acquire::Retries "3";
"""
    assert parse_apt_config(text) == {
        "http": "http://proxy.example:3128/",
        "https://archive.example": "http://other.example:1",
    }


def test_layers_have_the_versions_that_their_names_say():
    for path in sorted(ENVS.glob("*.lock.yaml")):
        layer_file = path.with_name(path.name.replace(".lock", ""))
        relock_module.check_version(load_layer(layer_file), read_lock(path))


def test_a_source_of_another_version_than_its_tree_is_refused():
    path = ENVS / "postgresql-18-source.yaml"
    lock = read_lock(ENVS / "postgresql-18-source.lock.yaml")
    newer = lock.packages["postgresql-18"].model_copy(update={"version": "18.99-1"})
    lock = lock.model_copy(update={"packages": {"postgresql-18": newer}})
    with pytest.raises(LayerError, match=r"is 18\.99-1, but postgresql-18 has postgresql-18 18\."):
        relock_module.check_version(load_layer(path), lock)


def test_a_source_whose_version_is_named_may_be_another_of_the_same_series():
    path = ENVS / "mariadb-10.11-source.yaml"
    layer, lock = load_layer(path), required_lock(path, load_layer(path))
    named = layer.source.version
    assert lock.packages["mariadb"].version == named
    assert read_lock(ENVS / "mariadb-10.11.lock.yaml").versions()["mariadb-server-core"] != named
    relock_module.check_version(layer, lock)

    def at(version):
        moved = lock.packages["mariadb"].model_copy(update={"version": version})
        return lock.model_copy(update={"packages": {"mariadb": moved}})

    with pytest.raises(LayerError, match=r"mariadb in bookworm is 11\.8\.9-1 and not 10\.11: name"):
        relock_module.check_version(layer, at("1:11.8.9-1"))


def test_a_lock_of_another_source_than_the_one_that_is_named_is_refused(tmp_path):
    path = tmp_path / "mariadb-10.11-source.yaml"
    text = (ENVS / path.name).read_text()
    path.write_text(text.replace("10.11.18-0", "10.11.17-0"))
    shutil.copy(lock_path(ENVS / path.name), tmp_path)
    with pytest.raises(LayerError, match=r"asks for mariadb 1:10\.11\.17-0.*make relock"):
        required_lock(path, load_layer(path))


def test_a_suite_that_has_another_version_is_refused():
    lock = read_lock(ENVS / "mariadb-11.8.lock.yaml")
    layer = load_layer(ENVS / "mariadb-11.8.yaml").model_copy(update={"name": "mariadb-12.3"})
    with pytest.raises(LayerError, match=r"in trixie is 11\.8\..* and not 12\.3: name another"):
        relock_module.check_version(layer, lock)
