"""From a tar to what is used: an erofs image for guests, or an unpacked tree for the host."""

import os
import subprocess
import uuid
from pathlib import Path

from scripts.layers.enter import toolchain_binary
from scripts.layers.errors import LayerError

# An NVDIMM's size is a multiple of this.
ALIGNMENT_BYTES = 2 * 1024 * 1024

# Far more than a tool takes on a slow disk; a disk that hangs does not hang the run.
LIMIT_S = 1800.0

# Image identities are derived from names, so that they are the same on every host.
UUID_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "layers.bandwise")


def make_image(tar: Path, image: Path, toolchain: Path, name: str) -> None:
    """Write a tar's content as an uncompressed erofs image that a guest can map (DAX).

    ``toolchain`` is the toolchain's tree. The same tar gives the same bytes on every host.
    """
    run(
        [
            *toolchain_binary(toolchain, "mkfs.erofs"),
            "--quiet",
            "--tar=f",
            # Only the image's own date: a date of 1970 on all files would outdate Python's
            # bytecode, which guests would then compile again on each start.
            "-T0",
            "--mkfs-time",
            # A file's tail beside its inode saves space, but such a file cannot be mapped.
            "-Enoinline_data",
            "-U",
            str(uuid.uuid5(UUID_NAMESPACE, name)),
            str(image),
            str(tar),
        ]
    )
    size_bytes = image.stat().st_size
    os.truncate(image, -(-size_bytes // ALIGNMENT_BYTES) * ALIGNMENT_BYTES)


def unpack_tree(tar: Path, tree: Path) -> None:
    """Unpack a tar for use on the host; whoever runs this owns the files.

    Device files stay out: only root can make them, and the host's are bound over them.
    """
    tree.mkdir()
    argv = ["tar", "--extract", "--no-same-owner", "--exclude=./dev/*", f"--file={tar}"]
    run([*argv, f"--directory={tree}"])


def run(argv: list[str]) -> None:
    """Run a tool; when it fails, raise LayerError with the last line of its complaint."""
    try:
        result = subprocess.run(
            argv, capture_output=True, text=True, errors="replace", check=False, timeout=LIMIT_S
        )
    except subprocess.TimeoutExpired:
        raise LayerError(
            f"{Path(argv[0]).name} did not end within {LIMIT_S / 60:.0f} minutes"
        ) from None
    except OSError as error:
        raise LayerError(f"{argv[0]} cannot be run: {error.strerror}") from None
    if result.returncode == 0:
        return
    complaint = (result.stderr.strip() or result.stdout.strip() or "no message").splitlines()[-1]
    if "No space left on device" in result.stderr:
        complaint = "the disk is full: free some 4 GiB and build again"
    raise LayerError(f"{Path(argv[0]).name} failed: {complaint}")
