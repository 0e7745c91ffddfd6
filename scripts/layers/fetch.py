"""Fetching the files of locks: every one is there and has the locked hash, or nothing is built.

They are looked for in the order of ``places``. What was fetched stays in a folder in which each
file is named by its hash, so that no layer and no later build fetches it again.
"""

import hashlib
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts.files import now_s_in
from scripts.files.digests import sha256_of
from scripts.layers.errors import LayerError
from scripts.layers.lock import Lock, Package, few
from scripts.layers.places import Bundle, Mirror, SnapshotArchive, places
from scripts.layers.server import Trouble, Unavailable

AT_A_TIME = 8
ATTEMPTS = 3
PAUSE_S = 1.0
# No build of this program takes that long to write one file.
ABANDONED_S = 3600.0

Place = Bundle | Mirror | SnapshotArchive

WAYS_ON = (
    "either name a bundle that has it (BANDWISE_BUNDLE=folder, made by `make bundle`), or run "
    "`make relock`, which takes today's packages and shows what moves: results then differ from "
    "the published ones"
)


def fetch_packages(lock: Lock, store: Path, report: Callable[[str], None]) -> dict[str, Path]:
    """See that all packages of a lock are in the folder ``store``; return name and file of each.

    Raises LayerError, one line, when a package is not to be had anywhere.
    """
    _prepare(store)
    files = {name: store / package.sha256 for name, package in lock.packages.items()}
    wanted = {n: p for n, p in lock.packages.items() if not is_whole(files[n], p)}
    if not wanted:
        return files
    size_mib = sum(package.size for package in wanted.values()) / 1024**2
    report(f"fetching {len(wanted)} of {len(files)} packages, {size_mib:.0f} MiB")
    looked_in = places(lock)
    reasons: dict[str, str] = {}
    stopped = threading.Event()

    def fetch(name: str) -> None:
        if not stopped.is_set():
            try:
                reasons[name] = _fetch(name, wanted[name], looked_in, store, stopped)
            except OSError as error:
                stopped.set()
                raise LayerError(f"{store}: {error.strerror}") from None

    # The largest first: else the last one is alone in the end.
    by_size = sorted(wanted, key=lambda name: -wanted[name].size)
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        try:
            list(pool.map(fetch, by_size))
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
    if missing := sorted(name for name, reason in reasons.items() if reason):
        raise LayerError(_complaint(missing, lock, reasons[missing[0]]))
    return files


def is_whole(file: Path, package: Package) -> bool:
    """Whether a file is there and is the package that the lock names."""
    try:
        return file.stat().st_size == package.size and sha256_of(file) == package.sha256
    except FileNotFoundError:
        return False


def _fetch(
    name: str, package: Package, looked_in: list[Place], store: Path, stopped: threading.Event
) -> str:
    """Fetch one package; "" when it is there, else why each place did not have it."""
    reasons = []
    for place in looked_in:
        for attempt in range(1, ATTEMPTS + 1):
            if place.broken or stopped.is_set():
                reasons.append(f"{place.name} {place.broken or 'was not asked'}")
                break
            try:
                _take(place.read(name, package), package, store, stopped)
                return ""
            except Trouble as error:
                if attempt == ATTEMPTS:
                    # Each of hundreds of packages would wait as long to learn the same.
                    place.broken = str(error)
                else:
                    stopped.wait(PAUSE_S * attempt)
            except Unavailable as error:
                reasons.append(f"{place.name} {error}")
                break
        else:
            reasons.append(f"{place.name} {place.broken}")
    return "; ".join(reasons)


def _take(chunks: Iterator[bytes], package: Package, store: Path, stopped: threading.Event) -> None:
    """Write a package beside its place and put it there once its hash is right."""
    digest = hashlib.sha256()
    received = 0
    with tempfile.NamedTemporaryFile(suffix=".partial", dir=store, delete=False) as stream:
        beside = Path(stream.name)
    try:
        with beside.open("wb") as stream:
            for chunk in chunks:
                received += len(chunk)
                if stopped.is_set() or received > package.size:
                    break
                digest.update(chunk)
                stream.write(chunk)
        if received != package.size or digest.hexdigest() != package.sha256:
            raise Unavailable("has another file under this name (its SHA-256 differs)")
        # Readable for the user that mmdebstrap becomes when it is not run by root.
        beside.chmod(0o644)
        beside.replace(store / package.sha256)
    finally:
        beside.unlink(missing_ok=True)


def _prepare(store: Path) -> None:
    """Make the folder, and remove what killed builds left in it."""
    try:
        store.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LayerError(f"{store}: {error.strerror}") from None
    for left in store.glob("*.partial"):
        try:
            if now_s_in(store) - left.lstat().st_mtime > ABANDONED_S:
                left.unlink()
        except FileNotFoundError:
            pass


def _complaint(missing: list[str], lock: Lock, reason: str) -> str:
    first = lock.packages[missing[0]]
    others = f" (likewise {few(missing[1:])})" if len(missing) > 1 else ""
    return f"the package {missing[0]} {first.version} is not to be had: {reason}{others}; {WAYS_ON}"
