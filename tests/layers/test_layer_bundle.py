"""Bundles: which npm files belong to one, and that a damaged file in one is replaced."""

import hashlib
import json

import pytest

from scripts.layers import bundle
from scripts.layers.bundle import NPM_LOCK, make_bundle, npm_packages
from scripts.layers.errors import LayerError
from scripts.layers.lock import lock_path, write_lock
from tests.layers.conftest import ignore
from tests.layers.stand_in import LAYER, lock_of, package

FILE = b"the package"


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A layer whose one package was fetched, with a Python and an npm file beside it."""
    lock = lock_of(bash=package("bash", FILE))
    (tmp_path / "small.yaml").write_text(LAYER)
    write_lock(lock_path(tmp_path / "small.yaml"), lock)
    store = tmp_path / "store"
    store.mkdir()
    (store / lock.packages["bash"].sha256).write_bytes(FILE)

    def download(name):
        def write(scratch):
            (scratch / name).write_bytes(name.encode())
            return [scratch / name]

        return write

    monkeypatch.setattr(bundle, "_python_files", download("a.whl"))
    monkeypatch.setattr(bundle, "_npm_files", download("b.tgz"))
    return tmp_path


def made(small):
    make_bundle([small / "small.yaml"], small / "my bundle", small / "store", ignore)
    lines = (small / "my bundle" / "index.txt").read_text().splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def test_each_file_is_there_by_its_hash_and_named_in_the_index(small):
    index = made(small)
    assert sorted(index) == ["npm/b.tgz", "packages/bash_2.0+deb13u1_amd64.deb", "python/a.whl"]
    folder = small / "my bundle" / "sha256"
    assert sorted(path.name for path in folder.iterdir()) == sorted(index.values())
    for path in folder.iterdir():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name


def test_a_damaged_file_in_a_bundle_is_replaced(small):
    digest = made(small)["packages/bash_2.0+deb13u1_amd64.deb"]
    file = small / "my bundle" / "sha256" / digest
    # On another file system than the store.
    file.unlink()
    file.write_bytes(b"damaged")
    made(small)
    assert file.read_bytes() == FILE


def test_no_python_package_is_downloaded_that_no_lock_names(tmp_path, monkeypatch):
    """Today's setuptools came without a hash, and pip took another to look into a package."""
    calls = []
    monkeypatch.setattr(bundle, "_run", calls.append)
    list(bundle._python_files(tmp_path))
    locks = [argv.pop() for argv in calls]
    assert sorted(locks) == sorted(str(path) for path in (bundle.ROOT / "envs").glob("*.lock"))
    for argv in calls:
        assert {"--require-hashes", "--no-build-isolation", "--no-deps"} < set(argv)
        assert argv[-1] == "--requirement"


def test_an_incomplete_bundle_has_no_index(small, monkeypatch):
    def fail(_scratch):
        raise LayerError("no network")

    monkeypatch.setattr(bundle, "_npm_files", fail)
    with pytest.raises(LayerError):
        made(small)
    assert not (small / "my bundle" / "index.txt").exists()


def test_npm_packages_are_those_that_linux_on_x86_64_needs():
    packages = npm_packages(json.loads(NPM_LOCK.read_text()))
    esbuild = [name for name in packages if name.startswith("@esbuild/")]
    assert [name.rpartition("@")[0] for name in esbuild] == ["@esbuild/linux-x64"]
    assert all(integrity.startswith("sha512-") for integrity in packages.values())


def test_an_npm_file_of_other_content_is_refused(tmp_path, monkeypatch):
    def pack(argv):
        (tmp_path / "d3-7.9.0.tgz").write_bytes(b"another")

    monkeypatch.setattr(bundle, "_run", pack)
    with pytest.raises(LayerError, match=r"not the one that package-lock\.json names"):
        list(bundle._npm_files(tmp_path))
