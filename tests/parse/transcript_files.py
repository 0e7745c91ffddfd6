"""The transcripts as files: those of a tool stand in one file, and are taken apart here.

Above each is a line ``==> name <==``, and below it one line break that is not its own.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

KEPT = Path(__file__).parent / "transcripts"
_APART = tempfile.TemporaryDirectory(prefix="transcripts-")
TRANSCRIPTS = Path(_APART.name)


def take_apart(kept: Path, into: Path) -> None:
    """Write each transcript of a file to one of its own."""
    head, *parts = re.split(rb"^==> (.+) <==\n", kept.read_bytes(), flags=re.MULTILINE)
    assert not head, kept
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        path = into / name.decode()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.removesuffix(b"\n"))


for each in KEPT.iterdir():
    if each.is_dir():
        shutil.copytree(each, TRANSCRIPTS / each.name)
    elif each.suffix == ".txt":
        take_apart(each, TRANSCRIPTS)
