"""Raw outputs of cells, for their pages: what the tools printed, counters, traces.

A zip file for each cell, which any system opens. A site of published rows has none.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

# What of a cell's folder is an output: not how long the host took.
NAMES = ("outcome.json", "console.log", "job.json", "outbox")
# Archives know no earlier time; the files' own would make other bytes each time.
TIME = (1980, 1, 1, 0, 0, 0)
READABLE = 0o644 << 16


def pack(cell: Path, archive: Path) -> dict[str, Any]:
    """Write the raw outputs of the cell in the folder `cell` as a zip file.

    The same outputs give the same bytes. Return name and size of the archive and of its files.
    """
    files = sorted(path for name in NAMES for path in _files(cell / name))
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w") as target:
        for path in files:
            entry = zipfile.ZipInfo(f"{cell.name}/{path.relative_to(cell).as_posix()}", TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = READABLE
            target.writestr(entry, path.read_bytes(), compresslevel=9)
    return {
        "archive": archive.name,
        "bytes": archive.stat().st_size,
        "files": [
            {"name": path.relative_to(cell).as_posix(), "bytes": path.stat().st_size}
            for path in files
        ],
    }


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [each for each in path.rglob("*") if each.is_file()]
    return [path] if path.is_file() else []
