"""What a step runs, as one hash: code and packages that matter, and no words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scripts import python_files, steps

SOURCE = '''"""A module."""
import json

LIMIT = 3


def run() -> int:
    """Run."""
    from scripts.late import more

    return more(json, LIMIT)
'''


def facts(text: str) -> python_files.Facts:
    return python_files._facts(text.encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A module."""', '"""Other words."""'),
        ('"""Run."""', '"""Run it\n\n    at length.\n    """'),
        ("LIMIT = 3", "LIMIT = 3  # of all"),
        ("return more(json, LIMIT)", "return more(\n        json,\n        LIMIT,\n    )"),
    ],
)
def test_words_and_layout_change_nothing(old: str, new: str) -> None:
    assert old in SOURCE
    before, after = facts(SOURCE), facts(SOURCE.replace(old, new))
    assert replace(after, sent="") == replace(before, sent="")
    # A guest is sent no words, but the code as it is laid out.
    assert (after.sent == before.sent) == ("\n        json" not in new)


def test_statements_change_the_part_that_they_are_in() -> None:
    before, after = facts(SOURCE), facts(SOURCE.replace("return more", "return less or more"))
    assert after.digest != before.digest
    assert after.functions["run"] != before.functions["run"]
    assert after.rest == before.rest
    constant = facts(SOURCE.replace("LIMIT = 3", "LIMIT = 4"))
    assert constant.rest != before.rest
    assert constant.functions == before.functions


def test_imports_of_functions_are_late() -> None:
    found = facts(SOURCE)
    assert found.imports == ("json", "scripts.late", "scripts.late.more")
    assert found.late == ("scripts.late", "scripts.late.more")


def test_what_was_read_is_remembered_until_the_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, store = tmp_path / "module.py", tmp_path / "facts.json"
    path.write_text(SOURCE)
    monkeypatch.setattr(python_files, "_read", {})
    first = python_files.facts(path)
    python_files.remember(store)
    python_files._read.clear()
    python_files.recall(store)
    monkeypatch.setattr(python_files, "_facts", lambda source: "read again")
    assert python_files.facts(path) == first
    path.write_text(SOURCE + "\n")
    assert python_files.facts(path) == "read again"


@pytest.mark.parametrize("text", ["", "[]", "{", json.dumps({"format": 1, "files": {"a": 1}})])
def test_store_that_is_no_store_is_passed_over(tmp_path: Path, text: str) -> None:
    store = tmp_path / "facts.json"
    store.write_text(text)
    python_files.recall(store)


@pytest.mark.parametrize("name", steps.STEPS)
def test_step_names_what_is_there(name: str) -> None:
    """A function that was renamed would be watched no more."""
    step = steps.STEPS[name]
    known = python_files.facts(steps.ROOT / step.entry).functions
    assert set(step.functions) <= known.keys()
    for path in (*step.modules, *step.alone, *step.files):
        assert (steps.ROOT / path).exists()


def test_lock_names_every_package_that_counts() -> None:
    tools = {tool for step in steps.STEPS.values() for tool in step.tools}
    assert {*steps.PACKAGES.values(), *tools} <= steps._locked(steps.ROOT / steps.LOCK).keys()


def test_data_of_a_kind_is_loaded_by_its_own_generator_alone() -> None:
    sysbench = steps.sources_of("virtual/dataset", "sysbench")
    assert "scripts/data/sysbench/rows.py" in sysbench
    assert not {"scripts/data/tpcc/rows.py", "scripts/data/freight/real.py"} & set(sysbench)
    assert "scripts/data/freight/real.py" in steps.sources_of("virtual/dataset", "freight")
    assert not [path for path in steps.sources_of("virtual/cell") if path.endswith("/rows.py")]
