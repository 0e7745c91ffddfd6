"""The known changes: each patch has a row that it must change, and harmless ones are harmless."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.compare.basket import read_basket
from scripts.compare.study import places_of
from scripts.compare.wanted import wanted_row
from tests.compare.harmless import COUNT, KINDS, changes, functions
from tests.compare.known_changes import PATCHES, expected, is_found

ROOT = Path(__file__).parents[2]
CODE = """\
/* A file. */
#include <string.h>

static int	twice(int value);
static int	thrice(int value);

/*
 * Doubles.
 */
static int
twice(int value)
{
	int			result;

	result = value * 2;
	return result;
}

/*
 * Trebles, by way of twice().
 */
static int
thrice(int value)
{
	return twice(value) + value;
}

int
main(void)
{
	return thrice(2) + (int) strlen("result") - 12;
}
"""


def test_each_patch_has_its_row() -> None:
    patches = {path.stem for path in PATCHES.glob("*.patch")}
    assert len(patches) == 14
    assert expected().keys() == patches
    basket = read_basket("quick", ROOT)
    for row in expected().values():
        named = f"{row['operation']}: {row['measure']}"
        wanted = wanted_row(named, basket.operations, places_of(basket))
        assert wanted.experiment == row["experiment"]


def test_each_patch_says_what_it_does_and_changes_one_file() -> None:
    for path in PATCHES.glob("*.patch"):
        text = path.read_text()
        folder = "storage" if path.stem.startswith("mariadb-") else "src"
        assert re.match(rf"[A-Z][^\n]+\.\n\n--- a/{folder}/", text), path
        assert text.count("\n--- a/") == 1


def test_a_change_is_found_in_its_direction_and_file() -> None:
    wanted = expected()["flush-twice"]
    row = {
        "operation": wanted["operation"], "measure": wanted["measure"], "difference": 300,
        "where": [{"seen_at": "file", "file": "log (pg_wal)"}],
    }  # fmt: skip
    assert is_found({"compared": [{"changed": [row]}]}, wanted)
    for wrong in (
        {"difference": -300},
        {"measure": "bytes written"},
        {"where": [{"seen_at": "file", "file": "table or index 1"}]},
        {"where": []},
    ):
        assert not is_found({"compared": [{"changed": [{**row, **wrong}]}]}, wanted)
    assert not is_found({"compared": [{"changed": []}]}, wanted)


def test_a_change_of_instructions_is_found_only_in_its_function() -> None:
    wanted = expected()["scan-1-percent"]
    part = {"seen_at": "processor", "process": "postgres", "file": wanted["function"]}
    row = {
        "operation": wanted["operation"], "measure": wanted["measure"], "difference": 9e5,
        "where": [part],
    }  # fmt: skip
    assert is_found({"compared": [{"changed": [row]}]}, wanted)
    for where in ([], [{**part, "file": "pg_mblen_with_len"}]):
        assert not is_found({"compared": [{"changed": [{**row, "where": where}]}]}, wanted)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_harmless_change_changes_the_text_and_not_what_it_does(kind, tmp_path: Path) -> None:
    changed = next(kind(CODE, random.Random(1)))
    assert changed != CODE
    assert {each.name for each in functions(CODE)} <= {each.name for each in functions(changed)}
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no compiler")
    for name, text in (("before", CODE), ("after", changed)):
        (tmp_path / f"{name}.c").write_text(text)
        words = [compiler, "-Wall", "-Wextra", "-Werror", "-o", tmp_path / name]
        subprocess.run([*words, tmp_path / f"{name}.c"], check=True)
    codes = [
        subprocess.run([tmp_path / name], check=False).returncode for name in ("before", "after")
    ]
    assert codes == [0, 0]


def test_fifty_changes_are_always_the_same_and_each_in_another_file(tmp_path: Path) -> None:
    folder = tmp_path / "src/backend/access"
    folder.mkdir(parents=True)
    for number in range(COUNT + 10):
        (folder / f"file{number}.c").write_text(CODE)
    made = dict(changes(tmp_path))
    assert dict(changes(tmp_path)) == made
    assert len(made) == COUNT
    files = [re.search(r"^--- a/(\S+)", text, re.M)[1] for text in made.values()]
    assert len(set(files)) == COUNT
    for kind in KINDS:
        assert sum(f"-{kind.__name__}-" in name for name in made) >= COUNT // len(KINDS)
