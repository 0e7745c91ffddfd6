"""The layer of a tool that no registry has: an image of the user's own folder of HammerDB.

It knows nothing of the engines: their layers hold the client libraries that it loads.
"""

import hashlib
import stat
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

from scripts.files.digests import sha256_of
from scripts.layers.build import write_manifest
from scripts.layers.debian import SOURCE_DATE_EPOCH_S
from scripts.layers.errors import LayerError
from scripts.layers.image import make_image

NAME = "hammerdb"


def build_hammerdb(
    folder: Path, version: str, target: Path, toolchain: Path, report: Callable[[str], None]
) -> dict:
    """Make ``target``/image.erofs of the files in ``folder`` and return its manifest.

    The same files give the same bytes, whoever unpacked them and when. Raises LayerError.
    """
    target.mkdir(parents=True, exist_ok=True)
    tar, image = target / "layer.tar", target / "image.erofs.new"
    try:
        report("packing the folder")
        _pack(folder, tar)
        report("making the image")
        make_image(tar, image, toolchain / "tree", NAME)
        manifest = {
            "name": NAME,
            "role": "tool",
            "suite": None,
            "adapter": None,
            # As if it were a package, so that its version stands where theirs do.
            "packages": {NAME: version},
            "source_sha256": _digest(folder),
            "image_sha256": sha256_of(image),
            "image_bytes": image.stat().st_size,
            "lock_matches": None,
        }
        image.replace(target / "image.erofs")
    except OSError as error:
        raise LayerError(f"{error.filename or folder}: {error.strerror}") from None
    finally:
        for left in (tar, image):
            left.unlink(missing_ok=True)
    write_manifest(target, manifest)
    return manifest


def hammerdb_files(folder: Path) -> Iterator[Path]:
    """All that the layer holds but folders, in a fixed order: files, and links as links."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or path.is_file():
            yield path


def _digest(folder: Path) -> str:
    """One hash of the names and contents of all files."""
    digest = hashlib.sha256()
    for path in hammerdb_files(folder):
        content = str(path.readlink()) if path.is_symlink() else sha256_of(path)
        digest.update(f"{path.relative_to(folder)} {content}\n".encode())
    return digest.hexdigest()


def _pack(folder: Path, tar: Path) -> None:
    """A tar of the folder's tree; owners, dates and what a umask took away are left out."""
    with tarfile.open(tar, "w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted([folder, *folder.rglob("*")]):
            entry = archive.gettarinfo(path, arcname=str(path.relative_to(folder)))
            # Sockets and the like; gettarinfo gives a second hard link no content of its own.
            if entry is None or not (entry.isreg() or entry.isdir() or entry.issym()):
                if not path.is_file():
                    continue
                entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", path.stat().st_size
            runs = entry.isdir() or entry.mode & stat.S_IXUSR
            entry.mode = 0o755 if runs else 0o644
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = SOURCE_DATE_EPOCH_S
            if entry.isreg():
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)
