"""A saved machine's clock: moved from the instructions to the jumps, and nothing else with it."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.state import count_from_zero

BEFORE, AFTER = b"QEVM before\x05", b"\x7e after"


def saved(path: Path, jumps_ns: int, instructions: int) -> Path:
    clock = b"\x0ctimer/icount" + struct.pack(">Iqq", 1, jumps_ns, instructions)
    path.write_bytes(BEFORE + clock + AFTER)
    return path


def test_guest_clock_stays_and_the_count_begins_anew(tmp_path: Path) -> None:
    state = saved(tmp_path / "state.bin", 99_370_436, 7_191_191_357)
    count_from_zero(state)
    assert state.read_bytes() == saved(tmp_path / "wanted", 7_290_561_793, 0).read_bytes()


@pytest.mark.parametrize("content", [b"", BEFORE + AFTER, b"\x0ctimer/icount\0\0"])
def test_state_of_another_qemu_or_cut_short_is_refused(tmp_path: Path, content: bytes) -> None:
    state = tmp_path / "state.bin"
    state.write_bytes(content)
    with pytest.raises(LabError, match=r"state\.bin: no clock"):
        count_from_zero(state)
    assert state.read_bytes() == content
