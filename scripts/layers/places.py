"""The places where the files of locks are looked for: a bundle, mirrors, the snapshot archive.

A place hands out bytes; whether they are the right ones is checked by whoever takes them.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import quote, urlsplit

from scripts.files import NotAFileError, open_file
from scripts.layers.errors import LayerError
from scripts.layers.lock import Lock, Package
from scripts.layers.mirrors import (
    MIRROR_VARIABLE,
    SNAPSHOT_VARIABLE,
    Archives,
    beside,
    host_archives,
    snapshot_archive,
)
from scripts.layers.server import CHUNK_BYTES, Server, Trouble, Unavailable

BUNDLE_VARIABLE = "BANDWISE_BUNDLE"
# How addresses in the snapshot archive name the archives.
SNAPSHOT_ARCHIVES = {"main": "debian", "security": "debian-security"}
# The snapshot archive turns away who asks for much at once.
SNAPSHOT_AT_A_TIME = 2

Address = TypeVar("Address", str, Archives)


class Once(Generic[Address]):
    """What is found when it is first needed, once: with a bundle, it is not needed."""

    def __init__(self, find: Callable[[], Address]) -> None:
        """``find`` returns it or raises Unavailable."""
        self._find: Callable[[], Address] = find
        self._lock = threading.Lock()
        self._found: Address | Unavailable | None = None

    def __call__(self) -> Address:
        """What was found; raises Unavailable."""
        with self._lock:
            if self._found is None:
                try:
                    self._found = self._find()
                except Unavailable as error:
                    self._found = error
        if isinstance(self._found, Unavailable):
            raise Unavailable(str(self._found))
        return self._found


class Bundle:
    """A folder that ``make bundle`` made: each file is named by its hash."""

    def __init__(self, folder: Path) -> None:
        """Name a bundle; LayerError when it is not one."""
        if not (folder / "sha256").is_dir():
            raise LayerError(
                f"{BUNDLE_VARIABLE}: {folder} is not a bundle, it has no folder sha256: name a "
                "folder that `make bundle` made"
            )
        self.folder = folder
        self.name = f"the bundle {folder}"
        self.broken = ""

    def read(self, name: str, package: Package) -> Iterator[bytes]:
        """The content of the file of this hash."""
        try:
            with open_file(self.folder / "sha256" / package.sha256) as stream:
                while chunk := stream.read(CHUNK_BYTES):
                    yield chunk
        except FileNotFoundError:
            raise Unavailable("does not have it") from None
        except NotAFileError as error:
            raise Unavailable(f"has something else under its name ({error})") from None
        except PermissionError as error:
            raise Unavailable(f"cannot be read ({error.strerror})") from None


class Mirror:
    """A mirror's pool, where the locked path is what counts and not the mirror's index."""

    def __init__(self, name: str, archives: Callable[[], Archives]) -> None:
        """Name a mirror and say how to get the addresses of its archives, main and security."""
        self.name = name
        self.broken = ""
        self._archives = archives
        self._server = Server()

    def read(self, name: str, package: Package) -> Iterator[bytes]:
        """The content of the file at this path of the pool."""
        archives = self._archives()
        self.name = f"the mirror {_host(archives['main'])}"
        url = f"{archives[package.archive]}/{quote(package.path)}"
        yield from self._server.read(url, package.size)


class SnapshotArchive:
    """Debian's archive as it was at a time; else its index of all files that ever were there."""

    def __init__(self, address: Callable[[], str], timestamp: str) -> None:
        """Say how to get the snapshot archive's address, and a time such as 20261121T040400Z."""
        self.name = "the snapshot archive"
        self.broken = ""
        self._find = address
        self._address = ""
        self._timestamp = timestamp
        self._server = Server()
        self._gate = threading.Semaphore(SNAPSHOT_AT_A_TIME)

    def read(self, name: str, package: Package) -> Iterator[bytes]:
        """The content of a package's file, by its path or by its name and version."""
        self._address = self._find()
        self.name = f"the snapshot archive {_host(self._address)}"
        with self._gate:
            archive = f"{SNAPSHOT_ARCHIVES[package.archive]}/{self._timestamp}"
            url = f"{self._address}/archive/{archive}/{quote(package.path)}"
            try:
                yield from self._server.read(url, package.size)
                return
            except Trouble:
                raise
            except Unavailable:
                sha1 = self._look_up(name, package)
            yield from self._server.read(f"{self._address}/file/{sha1}", package.size)

    def _look_up(self, name: str, package: Package) -> str:
        """The SHA-1 by which the archive knows the file, found by its size and file name."""
        version = quote(package.version, safe="")
        what, files = f"binary/{quote(name)}", "binfiles"
        if package.architecture == "source":
            source = Path(package.path).name.partition("_")[0]
            what, files = f"package/{quote(source)}", "srcfiles"
        url = f"{self._address}/mr/{what}/{version}/{files}?fileinfo=1"
        found = self._server.json(url).get("fileinfo", {})
        for sha1, copies in found.items():
            for copy in copies:
                if copy["size"] == package.size and copy["name"] == Path(package.path).name:
                    return sha1
        raise Unavailable(f"does not have {package.path}")


def places(lock: Lock) -> list[Bundle | Mirror | SnapshotArchive]:
    """All places for the files of a lock, in the order in which they are asked."""
    found: list[Bundle | Mirror | SnapshotArchive] = []
    if bundle := os.environ.get(BUNDLE_VARIABLE):
        found.append(Bundle(Path(bundle)))
    server = Server()
    own = _own_mirror()
    if own:
        found.append(Mirror("the mirror", lambda: own))
    host = Once(lambda: host_archives(server))
    found.append(Mirror("this host's mirror of Debian", host))

    def snapshot() -> str:
        if own_archive := os.environ.get(SNAPSHOT_VARIABLE):
            return own_archive.rstrip("/")
        mirrors = [own] if own else []
        with suppress(Unavailable):
            mirrors.append(host())
        return snapshot_archive(server, lock.suite, mirrors)

    found.append(SnapshotArchive(Once(snapshot), lock.snapshot))
    return found


def todays_archives() -> Archives:
    """Addresses of the archives that have today's packages: the user's mirror, else this host's."""
    try:
        return _own_mirror() or host_archives(Server())
    except Unavailable as error:
        raise LayerError(f"this host's mirror of Debian {error}") from None


def _own_mirror() -> Archives | None:
    """Addresses of the archives of the mirror that the user named; LayerError if it is none."""
    main = os.environ.get(MIRROR_VARIABLE, "").rstrip("/")
    if not main:
        return None
    if not main.startswith(("http://", "https://")) or " " in main:
        raise LayerError(
            f"{MIRROR_VARIABLE}: {main!r} is not an address such as http://mirror.example/debian "
            "(for a local folder, use a bundle)"
        )
    return beside(main)


def _host(address: str) -> str:
    """The server of an address, without a password that may be in it."""
    return urlsplit(address).netloc.rpartition("@")[2]
