"""The outbox, in which a guest leaves its results: a header, then a tar."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
from pathlib import Path

HEADER_BYTES = 4096


def read_header(outbox: Path) -> dict | None:
    """The outbox's header, or None if the guest never wrote one."""
    with outbox.open("rb") as file:
        head = file.read(HEADER_BYTES).rstrip(b"\0")
    return json.loads(head) if head else None


def unpack(outbox: Path, folder: Path) -> None:
    """Unpack the outbox's files into ``folder``, which is replaced whole."""
    header = read_header(outbox)
    beside = folder.with_name(folder.name + ".part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    if header and header["body_bytes"]:
        with outbox.open("rb") as file:
            file.seek(HEADER_BYTES)
            body = file.read(header["body_bytes"])
        with tarfile.open(fileobj=io.BytesIO(body)) as tar:
            # Python 3.11.2, which is Debian 12's, has no filter yet.
            tar.extraction_filter = getattr(tarfile, "data_filter", None)
            tar.extractall(beside)
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
