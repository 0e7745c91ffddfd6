"""What earlier builds made, kept by a hash of all that it was made of, for builds to come.

Each part of a site is an entry of one folder, which is written under another name and renamed, and
whose files are compared with their hashes when it is used. What was no part of the last finished
build is deleted after it. A build with it and one without it give the same bytes.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from scripts.files import PART, write_whole
from scripts.files.hashes import made_of

SITE = "site.json"
RESULT = "result.json"
FILES = "files"


class Kept:
    """The entries in `folder`, all made by the same `tools`; of None, nothing is kept."""

    def __init__(self, folder: Path | None = None, tools: str = "") -> None:
        self.folder = folder
        self.tools = tools
        self.used: set[str] = set()

    def name(self, kind: str, *parts: object) -> str:
        """The name of what is made of `parts`, as of `made_of`."""
        return f"{kind}-{made_of(self.tools, *parts)[:40]}" if self.folder else kind

    def find(self, name: str, target: Path | None = None) -> list[Any]:
        """The result that was kept as `name`, in a list; its files are copied into `target`.

        The list is empty where nothing is kept, or not as it was written.
        """
        if self.folder is None:
            return []
        self.used.add(name)
        try:
            digest, text = (self.folder / name / RESULT).read_text(encoding="utf-8").split("\n", 1)
            result, hashes = json.loads(text)
            files = {path: (self.folder / name / FILES / path).read_bytes() for path in hashes}
        except (OSError, ValueError):
            return []
        if digest != _hash(text.encode()) or any(
            _hash(content) != hashes[path] for path, content in files.items()
        ):
            return []
        for path, content in files.items():
            assert target is not None
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes(content)
        return [result]

    def keep(
        self, name: str, result: Any, top: Path | None = None, files: Iterable[Path] = ()
    ) -> None:
        """Keep `result`, which is JSON, and `files` below the folder `top` as `name`."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(suffix=PART, dir=self.folder) as folder:
            new = Path(folder) / "entry"
            new.mkdir()
            hashes = {}
            for path in files:
                inner = path.relative_to(top or path.parent)
                content = path.read_bytes()
                hashes[str(inner)] = _hash(content)
                (new / FILES / inner).parent.mkdir(parents=True, exist_ok=True)
                (new / FILES / inner).write_bytes(content)
            text = json.dumps([result, hashes])
            (new / RESULT).write_text(f"{_hash(text.encode())}\n{text}", encoding="utf-8")
            shutil.rmtree(self.folder / name, ignore_errors=True)
            new.rename(self.folder / name)

    def value(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` returns, which is JSON; it is called where that isn't kept."""
        for result in self.find(name):
            return result
        result = make()
        self.keep(name, result)
        return result

    def filled(self, name: str, target: Path, make: Callable[[], Any]) -> Any:
        """As `value`, and what `make` adds to the folder `target` is there."""
        for result in self.find(name, target):
            return result
        before = set(target.rglob("*"))
        result = make()
        added = set(target.rglob("*")) - before
        self.keep(name, result, target, sorted(each for each in added if each.is_file()))
        return result

    def rows_of(self, site: Path, inputs: str) -> dict[str, int] | None:
        """The rows of the data files of `site`, if it is as the last build left it.

        None if that was made of other `inputs`.
        """
        try:
            assert self.folder is not None
            text = (self.folder / SITE).read_text(encoding="utf-8")
        except (AssertionError, OSError):
            return None
        made, state, rows = json.loads(text)
        return rows if [made, state] == [inputs, _state(site)] else None

    def finished(self, site: Path, inputs: str | None, rows: dict[str, int]) -> None:
        """Note that `site` was made of `inputs`, and delete what is no part of it."""
        if self.folder is None:
            return
        for path in self.folder.iterdir():
            if path.is_dir() and path.name not in self.used:
                shutil.rmtree(path, ignore_errors=True)
        write_whole(self.folder / SITE, json.dumps([inputs, _state(site), rows]))


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _state(site: Path) -> list[list[Any]]:
    """Names, sizes and times of a site's files: whoever changed one changed these."""
    found = ((path, path.stat()) for path in sorted(site.rglob("*")) if path.is_file())
    return [[str(path.relative_to(site)), at.st_size, at.st_mtime_ns] for path, at in found]


NOTHING = Kept()
