"""A few cases of each campaign; `make campaign` tries more."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from garbled import Transcripts
from wrong_configs import InvalidConfig, Scratch, fault, invalid_configs


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    return Scratch(tmp_path_factory.mktemp("configs").resolve())


def test_shipped_files_are_right_before_they_are_made_wrong(scratch: Scratch) -> None:
    for file in sorted({invalid.file for invalid in invalid_configs(scratch.root)}):
        content = (scratch.root / file).read_bytes()
        assert scratch.answer(InvalidConfig(file, "", "none", content)) is None, file


def test_wrong_configurations_are_answered_in_a_line(scratch: Scratch) -> None:
    every = list(invalid_configs(scratch.root))
    assert len(every) > 20_000
    for invalid in random.Random(11).sample(every, 60):
        assert fault(invalid, scratch) is None, invalid


CONFIG = "config/config.yaml"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("kind: virtual", "kind: &loop [*loop]", "13|holds itself"),
        ("engine_memory_mib: 128", "yes: 128", "a key must be a text or a number (got yes; in"),
        ("engine_memory_mib: 128", "engine_memory_mib: !!set {a}", "must be plain YAML (got a !!s"),
        ("results_dir: results", 'results_dir: "a{b}"', "must be the path of a folder, without"),
        ("results_dir: results", "results_dir: README.md/x", "must be a folder, or one that can"),
        ("engines: [", "engines: [all, ", 'unknown engine "all"'),
    ],
)
def test_invalid_configurations_that_once_ended_in_a_traceback_or_passed(
    scratch: Scratch, old: str, new: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    right = (scratch.root / CONFIG).read_text()
    assert old in right
    invalid = InvalidConfig(CONFIG, old, new, right.replace(old, new, 1).encode())
    assert fault(invalid, scratch) is None
    assert said.rpartition("|")[2] in str(scratch.answer(invalid))


def test_garbled_outputs_give_no_wrong_rows(tmp_path: Path) -> None:
    transcripts = Transcripts(tmp_path)
    endings = [transcripts.garbled(3, number) for number in range(400)]
    assert [found for found in endings if found[2] in ("wrong", "crash")] == []
    assert sum(found[2].startswith("rejected") for found in endings) > 200


def test_garbling_is_the_same_for_the_same_number(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = Transcripts(tmp_path / "one"), Transcripts(tmp_path / "two")
    assert [one.garbled(3, n) for n in (5, 6, 7)] == [two.garbled(3, n) for n in (5, 6, 7)]
