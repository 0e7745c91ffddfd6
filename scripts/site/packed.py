"""Compressed copies beside the text files of a site, which a server sends as they are.

Each file of 1 KB or more gets ``<name>.gz`` and ``<name>.br``, unless that is no smaller.
"""

from __future__ import annotations

from pathlib import Path

from scripts.site.bundle import run_node

TEXT = {".html", ".css", ".js", ".json", ".svg", ".wasm", ".xml", ".txt", ".cff"}
"""Endings of what is worth compressing; pictures, fonts and Parquet are compressed already."""
ENDINGS = {"br": ".br", "gzip": ".gz"}
"""What is added to a file's name, by the encoding's name in HTTP; the smallest copy first."""


def pack(site: Path) -> None:
    """Write the copies, the same for the same files."""
    program = Path(__file__).with_name("compress.js")
    run_node([str(program), str(site), *sorted(TEXT)], cwd=program.parent)


def copy_of(path: Path, accepted: str) -> tuple[str, Path] | None:
    """The encoding and the copy to send for `path`; None where there is none, or an older one.

    `accepted` is the request's header, such as ``gzip, br``.
    """
    taken = {name.partition(";")[0].strip() for name in accepted.split(",")}
    for encoding, ending in ENDINGS.items():
        copy = path.with_name(path.name + ending)
        if encoding in taken and copy.is_file() and _changed(copy) >= _changed(path):
            return encoding, copy
    return None


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns
