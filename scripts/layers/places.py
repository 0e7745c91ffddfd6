"""The places where the files of locks are looked for: folders, mirrors, Debian's snapshot archive.

A place hands out bytes; whether they are the right ones is checked by whoever takes them.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

import requests

from scripts.layers.errors import LayerError
from scripts.layers.lock import Package
from scripts.layers.proxy import proxies

BUNDLE_VARIABLE = "BANDWISE_BUNDLE"
# Address of a mirror of Debian's main archive, such as http://mirror.example/debian; that of the
# security archive is expected beside it, with the same name and `-security`.
MIRROR_VARIABLE = "BANDWISE_DEBIAN_MIRROR"
SNAPSHOT_VARIABLE = "BANDWISE_DEBIAN_SNAPSHOT"

DEBIAN = {
    "main": "http://deb.debian.org/debian",
    "security": "http://security.debian.org/debian-security",
}
SNAPSHOT = "https://snapshot.debian.org"
# How addresses in the snapshot archive name the archives.
SNAPSHOT_ARCHIVES = {"main": "debian", "security": "debian-security"}

SILENCE_S = 20.0
# A server that is slower than this is as good as none.
SLOWEST_BYTES_S = 16 * 1024
CHUNK_BYTES = 1 << 18
# The snapshot archive turns away who asks for much at once.
SNAPSHOT_AT_A_TIME = 2


class Unavailable(Exception):
    """A place does not have a file; completes the sentence "the mirror ..."."""


class Trouble(Unavailable):
    """A place can't be asked; it may be worth another attempt."""


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
            with (self.folder / "sha256" / package.sha256).open("rb") as stream:
                while chunk := stream.read(CHUNK_BYTES):
                    yield chunk
        except FileNotFoundError:
            raise Unavailable("does not have it") from None
        except PermissionError as error:
            raise Unavailable(f"cannot be read ({error.strerror})") from None


class Mirror:
    """A mirror's pool, where the locked path is what counts and not the mirror's index."""

    def __init__(self, name: str, archives: dict[str, str]) -> None:
        """Name a mirror and give the addresses of its archives, main and security."""
        self.name = name
        self.archives = archives
        self.broken = ""
        self._server = Server()

    def read(self, name: str, package: Package) -> Iterator[bytes]:
        """The content of the file at this path of the pool."""
        url = f"{self.archives[package.archive]}/{quote(package.path)}"
        return self._server.read(url, package.size)


class SnapshotArchive:
    """Debian's archive as it was at a time; else its index of all files that ever were there."""

    def __init__(self, address: str, timestamp: str) -> None:
        """Name the snapshot archive, and a time such as 20261121T040400Z."""
        self.name = urlsplit(address).netloc
        self.broken = ""
        self._address = address
        self._timestamp = timestamp
        self._server = Server()
        self._gate = threading.Semaphore(SNAPSHOT_AT_A_TIME)

    def read(self, name: str, package: Package) -> Iterator[bytes]:
        """The content of a package's file, by its path or by its name and version."""
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


class Server:
    """HTTP as all places use it: time-outs, the host's proxy, a connection for each thread."""

    def __init__(self) -> None:
        """Prepare for requests; nothing is asked yet."""
        self._of_thread = threading.local()

    def read(self, url: str, size: int) -> Iterator[bytes]:
        """What is at an address; raises Unavailable or Trouble."""
        give_up_s = time.monotonic() + 3 * SILENCE_S + size / SLOWEST_BYTES_S
        with self._get(url) as response:
            for chunk in response.iter_content(CHUNK_BYTES):
                yield chunk
                if time.monotonic() > give_up_s:
                    raise Trouble("is too slow")

    def json(self, url: str) -> dict:
        """The JSON at an address; raises Unavailable or Trouble."""
        with self._get(url) as response:
            return response.json()

    @contextmanager
    def _get(self, url: str) -> Iterator[requests.Response]:
        if not hasattr(self._of_thread, "session"):
            self._of_thread.session = requests.Session()
            self._of_thread.session.proxies = proxies()
            # Packages as they are: their sizes count.
            self._of_thread.session.headers["Accept-Encoding"] = "identity"
        try:
            with self._of_thread.session.get(url, stream=True, timeout=SILENCE_S) as response:
                if response.status_code in (401, 403, 404, 410):
                    raise Unavailable(f"does not have {urlsplit(url).path}")
                if response.status_code != 200:
                    raise Trouble(f"answers {response.status_code} {response.reason}")
                yield response
        except requests.RequestException as error:
            raise Trouble(_reason(error)) from None


def places(timestamp: str) -> list[Bundle | Mirror | SnapshotArchive]:
    """All places, in the order in which they are asked."""
    found: list[Bundle | Mirror | SnapshotArchive] = []
    if bundle := os.environ.get(BUNDLE_VARIABLE):
        found.append(Bundle(Path(bundle)))
    if os.environ.get(MIRROR_VARIABLE):
        archives = own_mirror()
        found.append(Mirror(f"the mirror {archives['main']}", archives))
    found.append(Mirror(urlsplit(DEBIAN["main"]).netloc, DEBIAN))
    snapshot = os.environ.get(SNAPSHOT_VARIABLE, SNAPSHOT).rstrip("/")
    found.append(SnapshotArchive(snapshot, timestamp))
    return found


def own_mirror() -> dict[str, str]:
    """Addresses of the archives of the user's mirror, or Debian's when none is named."""
    main = os.environ.get(MIRROR_VARIABLE, "").rstrip("/")
    if not main:
        return DEBIAN
    if not main.startswith(("http://", "https://")) or " " in main:
        raise LayerError(
            f"{MIRROR_VARIABLE}: {main!r} is not an address such as http://mirror.example/debian "
            "(for a local folder, use a bundle)"
        )
    return {"main": main, "security": f"{main}-security"}


def _reason(error: requests.RequestException) -> str:
    """Why a server could not be asked, in a few words."""
    if isinstance(error, requests.exceptions.ProxyError):
        return "can't be reached through the proxy"
    if isinstance(error, requests.exceptions.SSLError):
        return "has a certificate that can't be checked"
    if isinstance(error, requests.Timeout):
        return "does not answer"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "stops half-way"
    # A stalled body is a ConnectionError as well, and says "Read timed out".
    return "stops half-way" if "Read timed out" in str(error) else "can't be reached"
