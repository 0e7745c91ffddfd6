"""What comes of a runner on this host."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lab.host.cell import outcome_of
from scripts.lab.host.namespace import Ending


@pytest.mark.parametrize(
    "header",
    [
        "",
        '{"status": "do',
        "[]",
        "7",
        "{}",
        '{"status": "done"}',
        '{"status": "done", "elapsed_s": true}',
        '{"status": "failed", "elapsed_s": 1}',
        '{"status": "failed", "elapsed_s": 1, "reason": null}',
        '{"status": "running", "elapsed_s": 1, "reason": "x"}',
        "[" * 100_000,
    ],
)
def test_broken_header_of_the_runner_is_an_outcome(tmp_path: Path, header: str) -> None:
    """It was a traceback."""
    (tmp_path / "answer").mkdir()
    (tmp_path / "answer/header.json").write_text(header)
    (tmp_path / "console.log").write_text("last words\n")
    outcome = outcome_of({"limits": {"wall_s": 9}}, Ending(0, 1.0), tmp_path)
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert "the runner's header is not valid JSON" in (outcome.reason or "")
    assert outcome.console_tail == ["last words"]
