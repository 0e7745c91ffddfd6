"""The runner on metal: settings of a device that is not the emulator."""

from __future__ import annotations

from pathlib import Path

import pytest
from guest.on_host import write_settings
from guest.system import GuestError


def test_setting_is_written_and_held_against_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "read_times"
    write_settings([{"path": str(path), "text": "1 2 3\n", "reads": "1 2 3"}])
    assert path.read_text() == "1 2 3\n"


def test_setting_that_was_not_taken_fails_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "read_times"
    with pytest.raises(GuestError, match=r"read_times: reads 1 2 3 after 1 2 3 was written"):
        write_settings([{"path": str(path), "text": "1 2 3\n", "reads": "1 + 2 x + 3"}])
