"""Pages put into QEMU's saved state: what a reader that is as strict as QEMU makes of them."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saved_state import FIRMWARE, REST, RUNS, WHOLE, ZERO, Reader, saved_state

from scripts.lab.errors import LabError
from scripts.lab.virtual.differences import PAGE_BYTES, PIECE_BYTES, differing
from scripts.lab.virtual.stream import write_with_pages

# What the lab's QEMU saved of a machine, as far as the name of its first page's block.
REAL = bytes.fromhex(
    "5145564d00000003070000000e70632d6934343066782d31302e30051a636f6e66696775726174696f6e2f636170"
    "6162696c697469657300000001000000010f782d69676e6f72652d73686172656401000000010372616d00000000"
    "0000000400000000c628200406646576696365000000006000000000000000400000000372616d00000000400000"
    "00000000000000000004626173650000000021a0000000000000a0000000066f7574626f78000000000400000000"
    "000000c220000005696e626f78000000000080000000000000c1a00000142f726f6d406574632f616370692f7461"
    "626c6573000000000002000000000000000000000770632e62696f73000000000004000000000000fffc00000670"
    "632e726f6d000000000002000000000000000c0000152f726f6d406574632f7461626c652d6c6f61646572000000"
    "00000010000000000000000000122f726f6d406574632f616370692f727364700000000000001000000000000000"
    "000000000000000000107e0000000102000000010000000000000008142f726f6d406574632f616370692f746162"
    "6c6573"
)
# By name the size of each block of that machine, and its address.
BLOCKS = {
    "device": (0x6000_0000, 0x4000_0000),
    "ram": (0x4000_0000, 0),
    "base": (0x21A0_0000, 0xA000_0000),
    "outbox": (0x400_0000, 0xC220_0000),
    "inbox": (0x80_0000, 0xC1A0_0000),
    FIRMWARE: (0x2_0000, 0),
    "pc.bios": (0x4_0000, 0xFFFC_0000),
    "pc.rom": (0x2_0000, 0xC_0000),
    "/rom@etc/table-loader": (0x1000, 0),
    "/rom@etc/acpi/rsdp": (0x1000, 0),
}


def through_a_state(folder: Path, images: dict[str, tuple[bytes, bytes]]) -> list[int]:
    """Load what images differ in over the former ones; the kinds of the records that this took."""
    for name, (former, image) in images.items():
        (folder / f"{name}.former").write_bytes(former)
        (folder / name).write_bytes(image)
    blocks = {name: (len(image), 0) for name, (_, image) in images.items()}
    state = saved_state(blocks | {FIRMWARE: (0x2_0000, 0)})
    (folder / "state").write_bytes(state)
    changed = {name: differing(folder / name, folder / f"{name}.former") for name in images}
    write_with_pages(folder / "state", folder / "out", changed)
    memory = {name: bytearray(former) for name, (former, _) in images.items()}
    reader = Reader((folder / "out").read_bytes())
    kinds = reader.load(memory)
    for name, (_, image) in images.items():
        assert memory[name] == image
    rest = reader.content[reader.at :]
    assert rest.endswith(REST)
    assert state.endswith(rest)
    return kinds


def random_page(seed: int) -> bytes:
    return random.Random(seed).randbytes(PAGE_BYTES)


def edited(page: bytes, edits: list[tuple[int, bytes]]) -> bytes:
    """A page with other bytes at some offsets."""
    content = bytearray(page)
    for offset, new in edits:
        content[offset : offset + len(new)] = new
    return bytes(content[:PAGE_BYTES])


PAGES = st.sampled_from([bytes(PAGE_BYTES), random_page(1), random_page(2)])
EDITS = st.lists(
    st.tuples(st.integers(0, PAGE_BYTES - 1), st.binary(min_size=1, max_size=40)), max_size=30
)
# A page before and after: another, itself with edits, or as it was.
CHANGES = st.one_of(
    st.tuples(PAGES, PAGES),
    st.builds(lambda page, edits: (page, edited(page, edits)), PAGES, EDITS),
)


@given(st.lists(CHANGES, min_size=1, max_size=6), st.lists(CHANGES, min_size=1, max_size=6))
@settings(deadline=None)
def test_any_change_of_any_page_arrives(
    tmp_path_factory: pytest.TempPathFactory,
    ram: list[tuple[bytes, bytes]],
    device: list[tuple[bytes, bytes]],
) -> None:
    images = {
        name: (b"".join(former for former, _ in pages), b"".join(now for _, now in pages))
        for name, pages in (("ram", ram), ("device", device))
    }
    kinds = through_a_state(tmp_path_factory.mktemp("state"), images)
    assert len(kinds) == sum(former != now for former, now in [*ram, *device])


def test_each_page_takes_its_shortest_form(tmp_path: Path) -> None:
    one, other = random_page(1), random_page(2)
    former = one * 4
    image = one + bytes(PAGE_BYTES) + other + edited(one, [(PAGE_BYTES - 1, b"\0")])
    assert through_a_state(tmp_path, {"ram": (former, image)}) == [ZERO, WHOLE, RUNS]
    assert (tmp_path / "out").stat().st_size - (tmp_path / "state").stat().st_size < 4200


def test_images_that_are_the_same_leave_the_state_as_it_is(tmp_path: Path) -> None:
    assert through_a_state(tmp_path, {"ram": (random_page(1), random_page(1))}) == []
    assert (tmp_path / "out").read_bytes() == (tmp_path / "state").read_bytes()


def test_pages_go_before_the_end_of_the_section_of_a_real_state(tmp_path: Path) -> None:
    assert saved_state(BLOCKS, rest=REAL[-29:]) == REAL
    (tmp_path / "state").write_bytes(REAL + b"more")
    for name, content in (("former", bytes(PAGE_BYTES)), ("ram", random_page(1))):
        (tmp_path / name).write_bytes(content)
    changed = {"ram": differing(tmp_path / "ram", tmp_path / "former")}
    write_with_pages(tmp_path / "state", tmp_path / "out", changed)
    written = (tmp_path / "out").read_bytes()
    end = REAL.index(b"\x7e\0\0\0\1") - 8
    assert written == (
        REAL[:end] + b"\0\0\0\0\0\0\0\x08\x03ram" + random_page(1) + REAL[end:] + b"more"
    )


def test_holes_of_both_images_are_skipped_and_those_of_one_are_not(tmp_path: Path) -> None:
    size_bytes, places = 1 << 40, (3 * PIECE_BYTES + PAGE_BYTES, 1 << 39, (1 << 40) - PAGE_BYTES)
    for name, offsets in (("former", places[:2]), ("image", places[1:])):
        with (tmp_path / name).open("wb") as file:
            file.truncate(size_bytes)
            for offset in offsets:
                os.pwrite(file.fileno(), random_page(offset), offset)
    found = list(differing(tmp_path / "image", tmp_path / "former"))
    assert [offset for pages in found for offset in pages.offsets] == [places[0], places[2]]
    assert found[0].now.tobytes() == bytes(PAGE_BYTES) == found[1].before.tobytes()


def test_images_of_other_sizes_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "image").write_bytes(bytes(PAGE_BYTES))
    (tmp_path / "former").write_bytes(b"")
    with pytest.raises(LabError, match=r"has 4096 bytes, and .*, which it began as, 0; delete"):
        list(differing(tmp_path / "image", tmp_path / "former"))


@pytest.mark.parametrize(
    ("before", "after", "lacks"),
    [
        (b"QEVM", b"QEVN", "header at byte 0"),
        (b"QEVM\0\0\0\3", b"QEVM\0\0\0\4", "header at byte 0"),
        (b"x-ignore-shared", b"x-colo---------", "capability x-ignore-shared alone at byte 27"),
        (b"\0\0\0\1\x0f", b"\0\0\0\2\x0f", "capability x-ignore-shared alone"),
        (b"ram\0\0\0\0\0\0\0\4", b"ram\0\0\0\0\0\0\0\5", "section of the memory"),
        (b"\3ram\0\0\0\0\x40", b"\3rom\0\0\0\0\x40", "block ram in the list of blocks"),
        (b"\3ram\0\0\0\0\x40", b"\3ram\0\0\0\0\x80", "list of blocks of that size"),
        (b"\x10\x7e", b"\x08\x7e", "end of the list of blocks at byte 370"),
        (b"\x7e\0\0\0\1", b"\x7e\0\0\0\2", "footer of the list of blocks"),
        (b"\2\0\0\0\1", b"\3\0\0\0\1", "further section of the memory"),
        (b"\x08\x14/rom", b"\x28\x14/rom", "name of the first page's block"),
    ],
)
def test_state_of_another_form_is_one_line(
    tmp_path: Path, before: bytes, after: bytes, lacks: str
) -> None:
    at = REAL.rindex(before)
    (tmp_path / "state").write_bytes(REAL[:at] + after + REAL[at + len(before) :])
    with pytest.raises(LabError, match=f"than that of QEMU 10.0: no {lacks}"):
        write_with_pages(tmp_path / "state", tmp_path / "out", {"ram": []})
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("count", range(0, len(REAL) - len(FIRMWARE) - 1, 7))
def test_state_that_ends_too_soon_is_one_line(tmp_path: Path, count: int) -> None:
    (tmp_path / "state").write_bytes(REAL[:count])
    with pytest.raises(LabError, match="delete the folder layers/qemu, and run snakemake again"):
        write_with_pages(tmp_path / "state", tmp_path / "out", {"ram": []})
