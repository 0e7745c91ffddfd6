"""Which mirror and which snapshot archive this host has, by its own apt and mmdebstrap."""

import shutil

import pytest

from scripts.layers import mirrors, places, server
from scripts.layers.errors import LayerError
from scripts.layers.mirrors import MIRROR_VARIABLE, SNAPSHOT_VARIABLE, host_archives
from scripts.layers.server import Server, Unavailable
from tests.layers.stand_in import lock_of, package, stand_in

CONTENT = b"a package"
BASH = package("bash", CONTENT)
LOCK = lock_of(bash=BASH)
DEBIAN = """\
Types: deb deb-src
URIs: {address}
Suites: trixie trixie-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: {address}-security
Suites: trixie-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""
UBUNTU = """\
Types: deb
URIs: {address}/ubuntu/
Suites: noble noble-updates noble-backports
Components: main universe restricted multiverse
Signed-By: /usr/share/keyrings/ubuntu-archive-keyring.gpg

Enabled: no
Types: deb
URIs: {address}/debian/
Suites: trixie
Components: main
"""


def release(**fields):
    """A Release file with these fields, signed by nobody."""
    lines = [f"{key}: {value}\n" for key, value in fields.items()]
    return "".join([*lines, "SHA256:\n", f" {'0' * 64} 7 main/binary-amd64/Packages\n"]).encode()


def apt_has_read(folder, stand, suite, **fields):
    """Leave what `apt-get update` leaves of a suite."""
    name = f"{stand.url.removeprefix('http://')}_{suite}"
    (folder / "lists" / f"{name}_Release").write_bytes(release(**fields))
    (folder / "lists" / f"{name}_main_binary-amd64_Packages").write_text("Package: bash\n")


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """The folder of an apt configuration of our own, which no other has a part in."""
    if shutil.which("apt-get") is None:
        pytest.skip("this host has no apt")
    for name in ("etc/sources.list.d", "lists/partial"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "apt.conf").write_text(
        f'Dir::Etc "{tmp_path}/etc";\nDir::State::Lists "{tmp_path}/lists";\n'
    )
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    monkeypatch.setattr(server, "proxies", dict)
    for variable in (MIRROR_VARIABLE, SNAPSHOT_VARIABLE, places.BUNDLE_VARIABLE):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path / "etc/sources.list.d"


def unknown(_server):
    raise Unavailable("is not known")


@pytest.fixture
def debian():
    """A mirror of Debian and of its security archive."""
    with stand_in() as stand:
        for folder, suite, label in (
            ("debian", "trixie", "Debian"),
            ("debian-security", "trixie-security", "Debian-Security"),
        ):
            path = f"/{folder}/dists/{suite}/InRelease"
            stand.files[path] = release(Origin="Debian", Label=label, Codename=suite)
        yield stand


def content_of(place):
    return b"".join(place.read("bash", BASH))


def test_debian_host_has_the_mirror_of_its_apt(sources, debian):
    text = DEBIAN.format(address=f"{debian.url}/debian")
    (sources / "debian.sources").write_text(text)
    assert host_archives(Server()) == places.beside(f"{debian.url}/debian")


def test_list_of_the_old_form_with_a_security_archive_elsewhere(sources, debian):
    (sources / "third.list").write_text(f"deb {debian.url}/third stable main\n")
    (sources.parent / "sources.list").write_text(
        f"# deb {debian.url}/commented trixie main\n"
        f"deb [trusted=yes] {debian.url}/debian/ trixie main contrib\n"
        f"deb {debian.url}/debian-security trixie-security main\n"
    )
    debian.files["/third/dists/stable/InRelease"] = release(Origin="Third", Label="Debian")
    assert host_archives(Server()) == places.beside(f"{debian.url}/debian")


def test_what_apt_has_read_is_not_asked_for_again(sources, debian, tmp_path):
    (sources / "debian.sources").write_text(DEBIAN.format(address=f"{debian.url}/debian"))
    for folder, suite, label in (
        ("debian", "trixie", "Debian"),
        ("debian-security", "trixie-security", "Debian-Security"),
    ):
        apt_has_read(tmp_path, debian, f"{folder}_dists_{suite}", Origin="Debian", Label=label)
    assert host_archives(Server()) == places.beside(f"{debian.url}/debian")
    assert debian.asked == []


def test_mirror_that_apt_knows_to_be_ubuntus_is_not_asked(sources, debian, tmp_path, monkeypatch):
    monkeypatch.setattr(mirrors, "_of_mmdebstrap", lambda: {"main": "http://mirror.example/debian"})
    (sources / "ubuntu.sources").write_text(UBUNTU.format(address=debian.url))
    apt_has_read(tmp_path, debian, "ubuntu_dists_noble", Origin="Ubuntu", Label="Ubuntu")
    assert host_archives(Server()) == places.beside("http://mirror.example/debian")
    assert debian.asked == []


def test_list_of_mirrors_is_its_first_mirror(sources, debian, tmp_path):
    """As Debian's images for clouds have it."""
    (tmp_path / "mirrors").write_text(f"{debian.url}/debian\tpriority:1\nhttp://b.example/debian\n")
    text = DEBIAN.format(address=f"mirror+file:{tmp_path}/mirrors").partition("\n\n")[0]
    (sources / "debian.sources").write_text(text)
    assert host_archives(Server())["main"] == f"{debian.url}/debian"


def test_ubuntu_host_has_the_mirror_that_mmdebstrap_writes(sources, debian):
    if shutil.which("mmdebstrap") is None:
        pytest.skip("this host has no mmdebstrap")
    debian.files["/ubuntu/dists/noble/InRelease"] = release(Origin="Ubuntu", Label="Ubuntu")
    (sources / "ubuntu.sources").write_text(UBUNTU.format(address=debian.url))
    archives = host_archives(Server())
    assert set(archives) == {"main", "security"}
    for address in archives.values():
        assert address.startswith("http")
        assert debian.url not in address
    assert archives["security"].endswith("security")
    assert debian.asked == ["/ubuntu/dists/noble/InRelease"]


def test_host_without_apt_and_mmdebstrap_is_told_what_to_set(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(MIRROR_VARIABLE, raising=False)
    with pytest.raises(Unavailable, match=f"is not known.*: set {MIRROR_VARIABLE}=http"):
        host_archives(Server())
    with pytest.raises(LayerError, match=r"^this host.s mirror of Debian is not known"):
        places.todays_archives()


def test_password_of_a_mirror_is_not_repeated(sources, debian):
    secret = debian.url.replace("//", "//user:secret@")
    (sources / "debian.sources").write_text(DEBIAN.format(address=f"{secret}/debian"))
    mirror, _ = places.places(LOCK)
    with pytest.raises(Unavailable):
        content_of(mirror)
    assert mirror.name == f"the mirror {debian.url.removeprefix('http://')}"


@pytest.mark.parametrize("own", [True, False], ids=["own mirror", "host's mirror"])
def test_snapshot_archive_is_what_the_mirrors_release_file_says(sources, debian, own, monkeypatch):
    if own:
        monkeypatch.setenv(MIRROR_VARIABLE, f"{debian.url}/debian")
        monkeypatch.setattr(places, "host_archives", unknown)
    (sources / "debian.sources").write_text(DEBIAN.format(address=f"{debian.url}/debian"))
    snapshots = f"{debian.url}/archive/debian/@SNAPSHOTID@/"
    debian.files["/debian/dists/trixie/InRelease"] = release(
        Origin="Debian", Label="Debian", Snapshots=snapshots
    )
    debian.files[f"/archive/debian/20261121T040400Z/{BASH.path}"] = CONTENT
    assert content_of(places.places(LOCK)[-1]) == CONTENT


def test_snapshot_archive_that_apt_is_configured_with(sources, debian, tmp_path):
    (sources / "debian.sources").write_text(DEBIAN.format(address=f"{debian.url}/debian"))
    with (tmp_path / "apt.conf").open("a") as configuration:
        template = f"{debian.url}/archive/debian/@SNAPSHOTID@/"
        configuration.write(f'Acquire::Snapshots::URI::Origin::Debian "{template}";\n')
    debian.files[f"/archive/debian/20261121T040400Z/{BASH.path}"] = CONTENT
    assert content_of(places.places(LOCK)[-1]) == CONTENT


def test_snapshot_archive_that_is_named_nowhere_says_what_to_set(sources, debian, monkeypatch):
    (sources / "debian.sources").write_text(DEBIAN.format(address=f"{debian.url}/debian"))
    (sources.parent / "apt.conf.d").mkdir()
    with pytest.raises(Unavailable, match=f"is not known.*: set {SNAPSHOT_VARIABLE}=http"):
        content_of(places.places(LOCK)[-1])
    debian.files[f"/archive/debian/20261121T040400Z/{BASH.path}"] = CONTENT
    monkeypatch.setenv(SNAPSHOT_VARIABLE, debian.url)
    assert content_of(places.places(LOCK)[-1]) == CONTENT
