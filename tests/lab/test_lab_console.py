"""A console that grows without end ends its machine or its runner, and is not read whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lab import console
from scripts.lab.console import read_console, says_too_much, tail_of
from scripts.lab.host import namespace
from scripts.lab.host.cell import outcome_of
from scripts.lab.host.namespace import TOO_MUCH_SAID, Ending


def test_beginning_and_end_of_a_long_console_are_read(tmp_path: Path) -> None:
    file = tmp_path / "console.log"
    assert read_console(file) == ""
    file.write_bytes(b"first\n" + b"again\n" * 4_000_000 + b"last\n")
    text = read_console(file)
    assert text.startswith("first\nagain\n")
    assert text.endswith("again\nlast\n")
    assert len(text) < 1 << 21
    assert tail_of(text)[-2:] == ["again", "last"]


@pytest.mark.parametrize("size", [0, 10, console.READ_BYTES, 2 * console.READ_BYTES])
def test_short_console_is_read_whole(tmp_path: Path, size: int) -> None:
    file = tmp_path / "console.log"
    file.write_bytes(b"x" * size)
    assert read_console(file) == "x" * size


def test_line_without_an_end_is_cut() -> None:
    assert tail_of("a\n" + "x" * 5000) == ["a", "x" * console.LINE_LETTERS]


def test_runner_that_says_too_much_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(namespace, "LOOK_S", 0.1)
    talker = tmp_path / "talker"
    talker.write_text("#!/bin/sh\nexec yes\n")
    talker.chmod(0o755)
    monkeypatch.setattr(namespace, "program", lambda name: str(talker))
    ending = namespace.run_runner(tmp_path, "disk", tmp_path, {}, groups=[], wall_limit_s=60.0)
    assert ending.exit_code == TOO_MUCH_SAID
    assert ending.wall_s < 30
    outcome = outcome_of({"limits": {"wall_s": 60}}, ending, tmp_path)
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert "MiB to its console and was ended" in (outcome.reason or "")
    assert sum(map(len, outcome.console_tail)) < 1 << 16


def test_console_with_room_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "console.log").write_text("] runner: make the device ready\n")
    assert not says_too_much(tmp_path / "console.log")
    assert not says_too_much(tmp_path / "none")
    outcome = outcome_of({"limits": {"wall_s": 9}}, Ending(1, 1.0), tmp_path)
    assert "ended without a result" in (outcome.reason or "")
