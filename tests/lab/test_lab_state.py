"""A saved machine's clocks: settled on what the guest did, and nothing else with them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.virtual.state import normalise_clocks

BEFORE, BETWEEN, AFTER = b"QEVM before\x05", b"\x7e between", b"\x7e after"
BOOTED_NS = 4_900_000_000


VECTOR = 0xEC
RINGS_NS = BOOTED_NS + 697_800_000


def saved(
    path: Path,
    jumps_ns: int,
    instructions: int,
    ticks: int,
    host_ns: int = 0,
    *,
    rings_ns: int = RINGS_NS,
    waiting: int = 0,
    vectors: tuple[int, ...] = (),
) -> Path:
    """A state as QEMU writes it: clocks, the interrupts that wait, the CPU's timer."""
    requested = [sum(1 << v % 32 for v in vectors if v // 32 == word) for word in range(8)]
    cpu = b"\x0acpu_common" + struct.pack(">IIII", 0, 1, 0, waiting)
    apic = b"\x04apic" + struct.pack(">II13x64x", 0, 3) + struct.pack(">8I", *requested)
    apic += struct.pack(">I20x24xqqq", 1 << 17 | VECTOR, 5, RINGS_NS, rings_ns)
    timer = b"\x05timer" + struct.pack(">IIqqq", 0, 2, host_ns, 0, -host_ns)
    icount = b"\x05\x0ctimer/icount" + struct.pack(">Iqq", 1, jumps_ns, instructions)
    hpet = b"\x04hpet" + struct.pack(">IIQQQ", 0, 2, 3, 0, ticks)
    path.write_bytes(BEFORE + timer + icount + cpu + BETWEEN + apic + hpet + AFTER)
    return path


@pytest.fixture
def booted(tmp_path: Path) -> Path:
    return saved(tmp_path / "booted.bin", BOOTED_NS, 0, BOOTED_NS // 10)


@pytest.mark.parametrize("jump_ns", [0, 798_568, 4_000_000])
def test_jump_of_a_stopped_machine_is_taken_back(tmp_path, booted, jump_ns):
    state = saved(tmp_path / "state.bin", BOOTED_NS + jump_ns, 697_000_679, 999 + jump_ns, 77)
    normalise_clocks(state, booted)
    clock_ns = BOOTED_NS + 697_000_679
    wanted = saved(tmp_path / "wanted", clock_ns, 0, clock_ns // 10)
    assert state.read_bytes() == wanted.read_bytes()


@pytest.mark.parametrize("jumps_ns", [0, 5_044_818, 6_844_065])
def test_booted_machine_goes_on_at_a_time_of_its_instructions(tmp_path, jumps_ns):
    state = saved(tmp_path / "state.bin", jumps_ns, 4_771_107_149, 999, 77)
    normalise_clocks(state, None)
    wanted = saved(tmp_path / "wanted", BOOTED_NS, 0, BOOTED_NS // 10)
    assert state.read_bytes() == wanted.read_bytes()


def test_timer_that_rang_in_the_jump_is_set_again(tmp_path, booted):
    """Found by a campaign: one snapshot in forty, on a busy host, began with an interrupt."""
    clocks = (RINGS_NS - 697_000_679, 697_000_679, 1)
    rung = saved(tmp_path / "a", *clocks, rings_ns=-1, waiting=2, vectors=(VECTOR,))
    normalise_clocks(rung, booted)
    not_yet = saved(tmp_path / "b", BOOTED_NS, 697_000_679, 1)
    normalise_clocks(not_yet, booted)
    assert rung.read_bytes() == not_yet.read_bytes()


@pytest.mark.parametrize(
    "left",
    [
        {"waiting": 2, "vectors": (0x31,)},
        {"waiting": 2, "vectors": (VECTOR, 0x31), "rings_ns": -1},
        {"waiting": 4, "vectors": (VECTOR,), "rings_ns": -1},
        {"rings_ns": -1},
        {"waiting": 2},
    ],
)
def test_another_interrupt_that_waits_is_not_kept(tmp_path, booted, left):
    clocks = (RINGS_NS - 697_000_679, 697_000_679, 1)
    with pytest.raises(LabError, match="an interrupt waits"):
        normalise_clocks(saved(tmp_path / "a", *clocks, **left), booted)


def test_timer_that_rang_at_another_time_is_not_kept(tmp_path, booted):
    left = {"rings_ns": -1, "waiting": 2, "vectors": (VECTOR,)}
    with pytest.raises(LabError, match="an interrupt waits"):
        normalise_clocks(saved(tmp_path / "a", BOOTED_NS, 697_000_679, 1, **left), booted)


def test_machine_that_idled_is_not_kept(tmp_path, booted):
    with pytest.raises(LabError, match="idle"):
        normalise_clocks(saved(tmp_path / "a", BOOTED_NS + 20_000_000, 697_000_679, 1), booted)
    with pytest.raises(LabError, match="idle"):
        normalise_clocks(saved(tmp_path / "b", 300_000_000, 4_771_107_149, 1), None)


@pytest.mark.parametrize(
    "content", [b"", BEFORE + AFTER, b"\x05timer\0\0\0\0", b"\x05timer\0\0\0\0" + bytes(80)]
)
def test_state_of_another_qemu_or_cut_short_is_refused(tmp_path, content):
    state = tmp_path / "state.bin"
    state.write_bytes(content)
    with pytest.raises(LabError, match=r"state\.bin: no clock"):
        normalise_clocks(state, None)
    assert state.read_bytes() == content
