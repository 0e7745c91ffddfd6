"""A folder as a whole: what it holds, whether all of it is right, and a hash of each part."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from scripts.data.own.differences import ACCEPTED
from scripts.data.own.errors import OwnError, Problem, fail

SCHEMA, INSERTS = "schema.sql", "data.sql"
ENDINGS = (".sql", ".lua")
# Checking a million rows takes seconds, and each command of a run asks; what was found is
# remembered for as long as no file changes. Another number forgets it all.
FORMAT = 4
STORE = Path(".snakemake/bandwise-own.json")


# What this process has found.
_read: dict[Path, tuple[dict[str, list[int]], Folder]] = {}


@dataclass(frozen=True)
class Folder:
    """A folder that is right.

    Attributes:
        digest: of the schema and the rows, on which a loaded data set depends.
        scripts: by name, the files that a script needs, itself first, by their names in the folder.
        digests: of those files, by the script's name.
        rows: in all tables.
        bytes: what tables and indexes are estimated to take.
    """

    path: Path
    digest: str
    tables: dict[str, int]
    bytes: int
    scripts: dict[str, list[str]] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

    @property
    def data_files(self) -> list[Path]:
        """What the tables are made from."""
        return data_files(self.path)

    @property
    def files(self) -> list[Path]:
        """All that was read."""
        return [*data_files(self.path), *script_files(self.path)]


def data_files(path: Path) -> list[Path]:
    """The schema of a folder, and the files of its rows."""
    others = [path / name for name in (INSERTS, ACCEPTED) if (path / name).is_file()]
    return [path / SCHEMA, *sorted(path.glob("*.csv")), *others]


def script_files(path: Path) -> list[Path]:
    """The files of a folder that may be, or be part of, a script."""
    found = [file for end in ENDINGS for file in path.glob(f"*{end}")]
    return sorted(file for file in found if file.name not in (SCHEMA, INSERTS))


def read_folder(path: Path) -> Folder:
    """Check a folder, or recall that it was right. Raises OwnError with all that is wrong."""
    if not path.is_dir():
        raise fail(str(path), None, "there is no such folder")
    if not (path / SCHEMA).is_file():
        raise fail(str(path / SCHEMA), None, "is missing: it has the CREATE TABLE of each table")
    stamps = _stamps(path)
    if path in _read and _read[path][0] == stamps:
        return _read[path][1]
    known = _recall().get(str(path.resolve()))
    if known and known["stamps"] == stamps:
        folder = Folder(path, **known["folder"])
    else:
        folder = _checked(path)
        _remember(path, stamps, folder)
    _read[path] = stamps, folder
    return folder


def _checked(path: Path) -> Folder:
    # Loaded here, as sqlglot takes a while and a folder that is known needs none of it.
    from scripts.data.own.content import read_rows
    from scripts.data.own.schema import read_schema_of
    from scripts.data.own.scripts import is_script, needed, read_own_script

    schema = read_schema_of(path)
    problems: list[Problem] = []
    contents = {}
    try:
        contents = read_rows(path, schema)
    except OwnError as error:
        problems += error.problems
    scripts: dict[str, list[str]] = {}
    for file in script_files(path):
        if not is_script(file):
            continue
        if file.stem in scripts:
            problems.append(Problem(file.name, None, f"{scripts[file.stem][0]} has the same name"))
            continue
        scripts[file.stem] = [file.name]
        try:
            if contents:
                read_own_script(file, schema, contents)
            scripts[file.stem] += needed(file)
        except OwnError as error:
            problems += error.problems
    if not scripts:
        problems.append(Problem(str(path), None, "has no transactions: <name>.sql or <name>.lua"))
    if problems:
        raise OwnError(problems)
    return Folder(
        path,
        digest_of(data_files(path)),
        {name: content.rows for name, content in contents.items()},
        sum(content.bytes for content in contents.values()),
        scripts,
        {name: digest_of([path / each for each in files]) for name, files in scripts.items()},
    )


def digest_of(files: list[Path]) -> str:
    """One hash for the names and contents of files."""
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            digest.update(
                f"{path.name} {hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode()
            )
    return digest.hexdigest()


def _stamps(path: Path) -> dict[str, list[int]]:
    files = [*data_files(path), *script_files(path)]
    about = {file.name: file.stat() for file in files}
    return {name: [each.st_mtime_ns, each.st_size] for name, each in about.items()}


def _recall() -> dict[str, dict[str, object]]:
    try:
        content = json.loads(STORE.read_text(encoding="utf-8"))
        return content["folders"] if content["format"] == FORMAT else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _remember(path: Path, stamps: dict[str, list[int]], folder: Folder) -> None:
    fields = {key: value for key, value in asdict(folder).items() if key != "path"}
    folders = _recall() | {str(path.resolve()): {"stamps": stamps, "folder": fields}}
    beside = STORE.with_name(f"{STORE.name}.{os.getpid()}")
    with suppress(OSError):  # it only saves time, and there may be no such folder
        beside.write_text(json.dumps({"format": FORMAT, "folders": folders}), encoding="utf-8")
        beside.replace(STORE)
