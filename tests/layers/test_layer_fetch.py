"""Fetching locked packages: the order of places, what is refused, and what a miss says."""

import hashlib
import json
import socket
import threading

import pytest

from scripts.layers import fetch, places, server
from scripts.layers.errors import LayerError
from scripts.layers.fetch import fetch_packages
from tests.layers.conftest import ignore
from tests.layers.stand_in import lock_of, package, stand_in

CONTENT = b"a package " * 100_000
BASH = package("bash", CONTENT)
LOCK = lock_of(bash=BASH)


@pytest.fixture
def debian(monkeypatch):
    """Stand-ins for the user's mirror, this host's and the snapshot archive, none with any file."""
    monkeypatch.setattr(fetch, "PAUSE_S", 0.01)
    monkeypatch.delenv(places.BUNDLE_VARIABLE, raising=False)
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(server, "proxies", dict)
    with stand_in() as own, stand_in() as default, stand_in() as snapshot:
        monkeypatch.setenv(places.MIRROR_VARIABLE, f"{own.url}/debian")
        hosts = places.beside(f"{default.url}/debian")
        monkeypatch.setattr(places, "host_archives", lambda _server: hosts)
        monkeypatch.setenv(places.SNAPSHOT_VARIABLE, snapshot.url)
        yield own, default, snapshot


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """An empty bundle, in use."""
    folder = tmp_path / "my bundle"
    (folder / "sha256").mkdir(parents=True)
    monkeypatch.setenv(places.BUNDLE_VARIABLE, str(folder))
    return folder


def in_bundle(folder, content=CONTENT):
    (folder / "sha256" / BASH.sha256).write_bytes(content)


def fetched(tmp_path, lock=LOCK):
    """Fetch, and see that what is there is whole and nothing half-written is left."""
    store = tmp_path / "the store"
    files = fetch_packages(lock, store, ignore)
    for name, file in files.items():
        assert hashlib.sha256(file.read_bytes()).hexdigest() == lock.packages[name].sha256
    assert not list(store.glob("*.partial"))
    return files


def test_a_bundle_is_asked_first_and_then_nobody(tmp_path, debian, bundle):
    in_bundle(bundle)
    for stand in debian:
        stand.files[f"/debian/{BASH.path}"] = CONTENT
    fetched(tmp_path)
    assert [stand.asked for stand in debian] == [[], [], []]


def test_then_the_users_mirror_then_this_hosts_then_the_snapshot_archive(tmp_path, debian, bundle):
    own, default, snapshot = debian
    at = f"/archive/debian/20261121T040400Z/{BASH.path}"
    asked = []
    for number, (stand, path) in enumerate(
        [(snapshot, at), (default, f"/debian/{BASH.path}"), (own, f"/debian/{BASH.path}")]
    ):
        stand.files[path] = CONTENT
        fetched(tmp_path / str(number))
        asked.append([len(each.asked) for each in debian])
    # Each time one more of the earlier places has it, and the later ones are left alone.
    assert asked == [[1, 1, 1], [2, 2, 1], [3, 2, 1]]


def test_security_packages_come_from_the_security_archive(tmp_path, debian):
    own, default, _snapshot = debian
    lock = lock_of(bash=package("bash", CONTENT, "security"))
    path = f"/debian-security/{lock.packages['bash'].path}"
    default.files[path] = CONTENT
    fetched(tmp_path, lock)
    assert own.asked == default.asked == [path]


def test_the_snapshot_archive_is_asked_by_name_when_it_lacks_the_path_at_that_time(
    tmp_path, debian
):
    _own, _default, snapshot = debian
    name = BASH.path.rpartition("/")[2]
    copies = {
        "11" * 20: [{"name": name, "size": 1}],
        "22" * 20: [{"name": "other.deb", "size": BASH.size}, {"name": name, "size": BASH.size}],
    }
    query = "/mr/binary/bash/1:2.0+deb13u1/binfiles?fileinfo=1"
    snapshot.files[query] = json.dumps({"fileinfo": copies}).encode()
    snapshot.files["/file/" + "22" * 20] = CONTENT
    fetched(tmp_path)
    assert snapshot.asked[1:] == [query, "/file/" + "22" * 20]


def test_nothing_is_fetched_twice(tmp_path, debian):
    own, _default, _snapshot = debian
    own.files[f"/debian/{BASH.path}"] = CONTENT
    fetched(tmp_path)
    fetched(tmp_path)
    assert len(own.asked) == 1


def test_a_corrupted_file_is_passed_over(tmp_path, debian, bundle):
    own, default, _snapshot = debian
    in_bundle(bundle, CONTENT[:-1] + b"!")
    own.files[f"/debian/{BASH.path}"] = CONTENT + b" and more"
    default.files[f"/debian/{BASH.path}"] = CONTENT
    fetched(tmp_path)
    assert len(default.asked) == 1


def test_a_corrupted_file_in_the_store_is_fetched_again(tmp_path, debian):
    own, _default, _snapshot = debian
    own.files[f"/debian/{BASH.path}"] = CONTENT
    store = tmp_path / "the store"
    store.mkdir()
    (store / BASH.sha256).write_bytes(b"!" + CONTENT[1:])
    fetched(tmp_path)
    assert len(own.asked) == 1


def test_a_corrupted_file_everywhere_is_refused(tmp_path, debian):
    for stand in debian:
        stand.files[f"/debian/{BASH.path}"] = b"!" + CONTENT[1:]
    with pytest.raises(LayerError, match="its SHA-256 differs"):
        fetched(tmp_path)
    assert list((tmp_path / "the store").iterdir()) == []


def test_a_mirror_that_stops_half_way_is_not_taken_for_whole(tmp_path, debian):
    own, default, _snapshot = debian
    own.files[f"/debian/{BASH.path}"] = CONTENT
    own.cut.add(f"/debian/{BASH.path}")
    default.files[f"/debian/{BASH.path}"] = CONTENT
    fetched(tmp_path)
    assert (len(own.asked), len(default.asked)) == (fetch.ATTEMPTS, 1)


def test_a_mirror_in_trouble_is_not_asked_for_each_package(tmp_path, debian):
    own, default, _snapshot = debian
    lock = lock_of(**{f"p{number}": package(f"p{number}", b"%d" % number) for number in range(60)})
    for name, each in lock.packages.items():
        own.statuses[f"/debian/{each.path}"] = 503
        default.files[f"/debian/{each.path}"] = name[1:].encode()
    fetched(tmp_path, lock)
    assert len(own.asked) <= fetch.ATTEMPTS * fetch.AT_A_TIME


def test_a_missing_package_is_one_line_that_says_where_it_was_looked_for(tmp_path, debian, bundle):
    own, default, snapshot = debian
    lock = lock_of(bash=BASH, zsh=package("zsh", b"z"))
    with pytest.raises(LayerError) as caught:
        fetched(tmp_path, lock)
    reported = str(caught.value)
    assert "\n" not in reported
    assert "bash 1:2.0+deb13u1" in reported
    assert "zsh" in reported
    for place in (str(bundle), own.url, default.url, snapshot.url):
        assert place.removeprefix("http://") in reported
    assert "BANDWISE_BUNDLE" in reported
    assert "make relock" in reported


def test_no_network_is_one_line(tmp_path, debian, monkeypatch):
    monkeypatch.setenv(places.MIRROR_VARIABLE, "http://127.0.0.1:9/debian")
    monkeypatch.setattr(
        places, "host_archives", lambda _server: places.beside("http://127.0.0.1:9/debian")
    )
    monkeypatch.setenv(places.SNAPSHOT_VARIABLE, "http://127.0.0.1:9")
    with pytest.raises(LayerError, match="can't be reached") as caught:
        fetched(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_silent_mirror_is_given_up(tmp_path, debian, monkeypatch):
    monkeypatch.setattr(server, "SILENCE_S", 0.2)
    _own, default, _snapshot = debian
    default.files[f"/debian/{BASH.path}"] = CONTENT
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/debian"
        monkeypatch.setenv(places.MIRROR_VARIABLE, address)
        fetched(tmp_path)
    assert len(default.asked) == 1


def test_a_full_disk_is_one_line(tmp_path, debian, monkeypatch):
    own, _default, _snapshot = debian
    own.files[f"/debian/{BASH.path}"] = CONTENT

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fetch, "_take", full)
    with pytest.raises(LayerError, match="No space left"):
        fetched(tmp_path)


def test_a_folder_that_is_not_a_bundle_is_named(tmp_path, debian, monkeypatch):
    monkeypatch.setenv(places.BUNDLE_VARIABLE, str(tmp_path))
    with pytest.raises(LayerError, match=r"BANDWISE_BUNDLE: .* is not a bundle"):
        fetched(tmp_path)


def test_a_mirror_that_is_no_address_is_named(tmp_path, debian, monkeypatch):
    monkeypatch.setenv(places.MIRROR_VARIABLE, "deb http://mirror.example/debian trixie main")
    with pytest.raises(LayerError, match=r"BANDWISE_DEBIAN_MIRROR: .* not an address"):
        fetched(tmp_path)


def test_packages_are_fetched_at_the_same_time(tmp_path, debian, monkeypatch):
    own, _default, _snapshot = debian
    lock = lock_of(**{f"p{number}": package(f"p{number}", b"%d" % number) for number in range(4)})
    for name, each in lock.packages.items():
        own.files[f"/debian/{each.path}"] = name[1:].encode()
    together = threading.Barrier(4, timeout=20)
    take = fetch._take

    def meet(*arguments):
        together.wait()
        take(*arguments)

    monkeypatch.setattr(fetch, "_take", meet)
    fetched(tmp_path, lock)
