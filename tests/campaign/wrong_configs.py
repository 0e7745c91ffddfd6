"""Wrong configurations, made of every key of every shipped study and experiment.

``python tests/campaign/wrong_configs.py --sample 300`` tries some at random, without it all.
An invalid configuration must be answered in one line that names file, line and key and says what
is allowed. So a traceback is a fault, as is a line without its place, more than one line, and an
invalid configuration that passes.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from scripts.plan import ConfigError, load_study, plan  # noqa: E402

# What no key takes, whatever its kind; what a text or a number may be is left to `ACCEPTED`.
WRONG_VALUES = {
    "list of lists": "[[1]]",
    "mapping": "{sede: [1]}",
    "not a number": ".nan",
    "infinite": ".inf",
    "negative": "-1",
    "huge": "1e99",
    "huge and whole": "9" * 40,
    "date": "2026-01-01",
    "binary": "!!binary aGk=",
    "set": "!!set {a, b}",
    "unknown tag": "!thing 3",
    "python": "!!python/object/apply:os.getcwd []",
    "empty text": '""',
    "long text": "x" * 5000,
    "text of other scripts": '"ünï☃"',
    "text with a line break": '"a\\nb: c"',
    "text with a null": '"a\\0b"',
    "tabs": '"\\t\\t"',
    "nothing": "~",
    "alias of nothing": "*nowhere",
    "holds itself": "&loop [*loop]",
    "text of braces": '"{oops} %s {0}"',
}
WRONG_KEYS = {
    "misspelt key": "{key}x",
    "list as a key": "? [{key}]\n{indent}",
    "number as a key": "17",
    "nothing as a key": "~",
    "date as a key": "2026-01-01",
    "truth as a key": "yes",
    "text of braces as a key": '"{{{key}}}"',
}
WRONG_FILES: dict[str, Callable[[str], bytes]] = {
    "empty": lambda text: b"",
    "no mapping": lambda text: b"[1, 2]\n",
    "one text": lambda text: b"hello\n",
    "two documents": lambda text: f"{text}---\n{text}".encode(),
    "not UTF-8": lambda text: text.encode() + b"# \xff\n",
    "null byte": lambda text: text.encode() + b"a: \0\n",
    "tab as indentation": lambda text: text.replace("\n  ", "\n\t", 1).encode(),
    "bracket that is not closed": lambda text: text.encode() + b"more: [1, 2\n",
    "quote that is not closed": lambda text: text.encode() + b'more: "a\n',
    "merge of nothing": lambda text: text.encode() + b"<<: *nowhere\n",
    "merge of a text": lambda text: text.encode() + b"<<: text\n",
    "nested too deep": lambda text: text.encode() + b"more: " + b"[" * 3000 + b"]" * 3000 + b"\n",
}
# What is valid after all: what of the above a key may well be. Key and name, as patterns.
ACCEPTED = [
    # What is optional, and lists that may be empty.
    (
        r"(threads|engines?|warm_up|dataset|path|memory_mib|rows|file|_mib_s)(\[\d+\])?$",
        r"^nothing",
    ),
    # Every experiment that uses the data set lacks it then; what is varied has any name.
    (r"duration_s\.[0-9]+$", r"key"),
    (r"^datasets\.[a-z0-9-]+$", r"key"),
    (r"(factors|experiment_overrides\.[a-z-]+)\.[a-z_]+$", r"key"),
    (r"(traces|claims|device_schedule)$", r"empty list"),
    # No engine at all is wrong in every experiment on its own.
    (r"engine\[\d+\]$", r"nothing"),
    (r"\.name$", r"huge$"),
    # Words for readers.
    (r"(title|question)$", r"text|tabs|not a number|infinite|huge|date|negative"),
    # Options and tunings take any text and number: they are the workload's and engine's own.
    (r"(options|tuning)\b", r"text|tabs|not a number|infinite|huge|negative|key"),
    # A group of settings is named as one likes, and so is a value.
    (r"\.label$", r".*"),
    (r"factors\.[a-z_-]+(\[|$)", r"mapping"),
    # A name of a data set that experiments don't use, a folder, a claim.
    (r"(results_dir|shared_dir)$", r"text of other|long text|huge$"),
    (r"(events|seed|threads|rows|at_s|duration_s)\b.*", r"huge and whole$"),
]


@dataclass(frozen=True)
class InvalidConfig:
    """A file's wrong bytes; ``key`` is what was made wrong, ``name`` how."""

    file: str
    key: str
    name: str
    content: bytes

    def __str__(self) -> str:
        return f"{self.file}: {self.key or 'file'}: {self.name}"


def invalid_configs(root: Path) -> Iterator[InvalidConfig]:
    """All invalid forms of the studies and experiments below ``root``, in a fixed order."""
    files = [*root.glob("config/*.yaml"), *root.glob("config/experiments/*.yaml")]
    for path in sorted(files):
        # HammerDB's are left out of a plan that names no folder of it.
        if path.name == "claims.yaml" or path.name.startswith(("hammerdb", "tproch")):
            continue
        file, text = str(path.relative_to(root)), path.read_text(encoding="utf-8")
        for name, make in WRONG_FILES.items():
            yield InvalidConfig(file, "", name, make(text))
        node = yaml.compose(text, yaml.SafeLoader)
        for key, name, wrong in _in_mapping(text, node, ""):
            yield InvalidConfig(file, key, name, wrong.encode())


def _in_mapping(text: str, node: yaml.Node, above: str) -> Iterator[tuple[str, str, str]]:
    for key_node, value in node.value:
        is_alias = value.start_mark.index < key_node.end_mark.index
        key = f"{above}.{key_node.value}" if above else key_node.value
        first, last = key_node.start_mark.index, key_node.end_mark.index
        indent = " " * key_node.start_mark.column
        for name, words in WRONG_KEYS.items():
            changed = words.format(key=key_node.value, indent=indent)
            yield key, name, text[:first] + changed + text[last:]
        whole = text[first : value.end_mark.index].rstrip()
        if is_alias:
            continue  # it is made wrong where it stands
        if not node.flow_style:
            doubled = f"{whole}\n{indent}{whole}\n"
            yield key, "key given twice", text[:first] + doubled + text[value.end_mark.index :]
        yield from _in_value(text, value, key)


def _in_value(text: str, node: yaml.Node, key: str) -> Iterator[tuple[str, str, str]]:
    first = node.start_mark.index
    # A block's mark is behind the line breaks that follow it.
    last = first + len(text[first : node.end_mark.index].rstrip())
    for name, wrong in WRONG_VALUES.items():
        yield key, name, text[:first] + wrong + text[last:]
    if isinstance(node, yaml.MappingNode):
        if node.value:
            indent = " " * node.start_mark.column
            more = "sede: 1, " if node.flow_style else f"sede: 1\n{indent}"
            place = first + (1 if node.flow_style else 0)
            yield key, "unknown key", text[:place] + more + text[place:]
        yield from _in_mapping(text, node, key)
    elif isinstance(node, yaml.SequenceNode):
        yield key, "empty list", text[:first] + "[]" + text[last:]
        if node.flow_style and node.value:
            item = text[node.value[0].start_mark.index : node.value[0].end_mark.index]
            yield key, "value given twice", text[: first + 1] + f"{item}, " + text[first + 1 :]
        for index, item in enumerate(node.value):
            yield from _in_value(text, item, f"{key}[{index}]")


def is_accepted(invalid: InvalidConfig) -> bool:
    """Whether the key may well be so."""
    return any(
        re.search(key, invalid.key) and re.search(name, invalid.name) for key, name in ACCEPTED
    )


class Scratch:
    """A copy of what plans are made of, in which one file at a time is wrong."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(REPOSITORY / "config", root / "config")
        for name in ("envs", "workloads", "tracing", "report", "sql"):
            (root / name).symlink_to(REPOSITORY / name)
        self.own = root / "own"
        self.own.mkdir()
        for name, content in _OWN.items():
            (self.own / name).write_text(content, encoding="utf-8")
        own = {"mine": {"kind": "own", "folder": str(self.own)}}
        self.study = {**_STUDY, "datasets": {**_shipped_datasets(root), **_DATASETS, **own}}

    def answer(self, invalid: InvalidConfig) -> str | None:
        """What planning says of it; None if it passes. Raises whatever planning does."""
        path = self.root / invalid.file
        right = path.read_bytes()
        path.write_bytes(invalid.content)
        study = path
        if path.parent.name == "experiments":
            study = self.root / "study.yaml"
            # The experiment of all own workloads goes by the name of one's data.
            name = "own-mine" if path.stem == "own" else path.stem
            study.write_text(
                yaml.safe_dump({**self.study, "experiments": [name]}), encoding="utf-8"
            )
        try:
            plan(load_study(study, self.root))
        except ConfigError as error:
            return str(error)
        finally:
            path.write_bytes(right)
        return None


# A workload of the user's own.
_OWN = {
    "schema.sql": "CREATE TABLE items (id INTEGER PRIMARY KEY, stock INTEGER);\n",
    "items.csv": "id,stock\n1,5\n2,7\n",
    "transactions.sql": "\\transaction look 1\n\\set id random(1, 2)\n"
    "SELECT stock FROM items WHERE id = :id;\n",
}
# Has the engines of all experiments, and room for their data.
_STUDY = {
    "lab": {"machine_memory_mib": 3072, "device_mib": 1000000, "virtual_limit_s": 604800},
    "engines": ["postgresql-17", "postgresql-18", "mariadb-11.8", "mysql-9.7"],
}
# Small ones of the names that most experiments use.
_DATASETS = {
    "sysbench": {"kind": "sysbench", "tables": 4, "rows_per_table": 450000},
    "small": {"kind": "sysbench", "tables": 4, "rows_per_table": 45000},
    "tpch": {"kind": "tpch", "scale_factor": 0.02},
    "tpcc": {"kind": "tpcc", "warehouses": 1},
    "freight": {"kind": "freight", "rows": 1000},
    "payments": {"kind": "payments", "accounts": 1000},
}


def _shipped_datasets(root: Path) -> dict[str, Any]:
    """The data sets of all shipped studies, so that an experiment may name one of its own study."""
    found: dict[str, Any] = {}
    for path in sorted(root.glob("config/*.yaml")):
        found |= yaml.safe_load(path.read_text(encoding="utf-8")).get("datasets", {})
    return found


_PLACE = re.compile(r"(?:config/[a-z0-9/-]+|study)\.yaml(:\d+)?: .+")


def fault(invalid: InvalidConfig, scratch: Scratch) -> str | None:
    """What is wrong with the answer to one; None if it is as it should be."""
    try:
        said = scratch.answer(invalid)
    except Exception as error:
        return f"raises {type(error).__name__}: {error}"
    if said is None:
        return None if is_accepted(invalid) else "passes"
    lines = said.split("\n")
    if len(lines) > 1 and not is_accepted(invalid):
        return f"{len(lines)} lines: {said[:400]}"
    for line in lines:
        found = _PLACE.fullmatch(line)
        if found is None:
            return f"a line without its file: {line!r}"
        if found[1] is None and not line.endswith("is missing") and "read" not in line:
            return f"a line without its number: {line!r}"
        if len(line) > 1500:
            return f"a line of {len(line)} characters: {line[:200]!r}"
    return None


def main() -> int:
    """Try all; return 1 if any is not answered as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="how many, drawn at random (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (%(default)s)")
    parser.add_argument("--seconds", type=float, help="stop after so long")
    options = parser.parse_args()
    began = time.monotonic()
    faults: Counter[str] = Counter()
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(Path(folder).resolve())
        every = list(invalid_configs(scratch.root))
        if options.sample:
            every = random.Random(options.seed).sample(every, min(options.sample, len(every)))
        for invalid in every:
            if options.seconds and time.monotonic() - began > options.seconds:
                break
            tried += 1
            found = fault(invalid, scratch)
            if found:
                faults[found.split(":")[0]] += 1
                print(f"{invalid}: {found}", flush=True)
    took_s = time.monotonic() - began
    print(f"{tried} wrong configurations in {took_s:.0f} s: {sum(faults.values())} badly answered")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
