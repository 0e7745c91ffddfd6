"""The outbox, in which a guest leaves its results: a header, then a tar."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

from scripts.files.archive import BadArchiveError, unpack_files

HEADER_BYTES = 4096
# As far as a header is read that has grown over its room.
LONGEST_BYTES = 1 << 20
# The guest's clock has 64 bits.
NS_MAX = 1 << 63


class BrokenOutbox(Exception):
    """What the guest left can't be read; the sentence says what."""


def read_header(outbox: Path) -> dict[str, Any] | None:
    """The outbox's header, or None if the guest never wrote one.

    A header with more than its room, such as one with a page of an engine's log for a reason, has
    overwritten the results: it comes back as one without any. Raises BrokenOutbox for one that is
    not as the runner writes it.
    """
    with outbox.open("rb") as file:
        head = file.read(LONGEST_BYTES)
    if not head[:HEADER_BYTES].strip(b"\0"):
        return None
    text = head.decode(errors="replace")
    try:
        header, end = json.JSONDecoder().raw_decode(text)
        # A reason of a failure, and numbers that are none of JSON's true and false.
        well_formed = (
            header["status"] in ("done", "failed")
            and (header["status"] == "done" or isinstance(header["reason"], str))
            and type(header["virtual_ns"]) is int
            and 0 <= header["virtual_ns"] < NS_MAX
            and type(header["body_bytes"]) is int
            and 0 <= header["body_bytes"] <= outbox.stat().st_size
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        well_formed = False
    if not well_formed:
        raise BrokenOutbox(f"its header is not the runner's: {text[:80]!r}")
    if end > HEADER_BYTES:
        return header | {"body_bytes": 0}
    return header


def unpack(outbox: Path, folder: Path) -> None:
    """Unpack the outbox's files into ``folder``, which is replaced whole.

    Raises BrokenOutbox when the results are not an archive of plain files, or not a whole one;
    ``folder`` is then empty.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    header = read_header(outbox)
    if not header or not header["body_bytes"]:
        return
    with outbox.open("rb") as file:
        file.seek(HEADER_BYTES)
        body = file.read(header["body_bytes"])
    beside = folder.with_name(folder.name + ".part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    try:
        unpack_files(io.BytesIO(body), beside)
    except BadArchiveError as error:
        shutil.rmtree(beside)
        raise BrokenOutbox(f"its results are not a whole archive: {error}") from None
    folder.rmdir()
    beside.rename(folder)
