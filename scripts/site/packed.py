"""Compressed copies beside the text files of a site, which a server sends as they are.

Each file of 1 KB or more gets ``<name>.gz`` and ``<name>.br``, unless that is no smaller.
"""

from __future__ import annotations

from pathlib import Path

from scripts.site.bundle import run_node
from scripts.site.cache import NOTHING, Kept
from scripts.site.publication.search import INDEX

TEXT = {".html", ".css", ".js", ".json", ".svg", ".wasm", ".txt", ".cff"}
"""Endings of what is worth compressing; pictures, fonts and Parquet are compressed already."""
ENDINGS = {"br": ".br", "gzip": ".gz"}
"""What is added to a file's name, by the encoding's name in HTTP; the smallest copy first."""


def pack(site: Path, kept: Kept = NOTHING) -> None:
    """Write the copies, the same for the same files.

    Those of one folder's files are kept together, but for pages and the index of their words.
    """
    groups: dict[Path, list[Path]] = {}
    for path in sorted(site.rglob("*")):
        if path.suffix in TEXT and path.is_file():
            alone = path.parent == site or path == site / INDEX
            groups.setdefault(path if alone else path.parent, []).append(path)
    names = {}
    for group, paths in groups.items():
        inner = [str(path.relative_to(site)) for path in paths]
        name = kept.name("copies", inner, *paths)
        if not kept.find(name, site):
            names[group] = name
    program = Path(__file__).with_name("compress.js")
    missing = "\n".join(str(path) for group in names for path in groups[group])
    if missing:
        run_node([str(program)], cwd=program.parent, stdin=missing)
    for group, name in names.items():
        copies = (Path(f"{path}{end}") for path in groups[group] for end in ENDINGS.values())
        kept.keep(name, True, site, (copy for copy in copies if copy.is_file()))


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
