"""Reserved memory: read off the kernel's command line, and what to put there."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lab.host import memory
from scripts.lab.host.memory import Region, regions, suggestion

GIB = 1 << 30
RESOURCES = """\
00001000-0009fbff : System RAM
00100000-7fffffff : System RAM
  01000000-01e00f16 : Kernel code
fec00000-fec003ff : IOAPIC 0
100000000-47fffffff : System RAM
"""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("quiet", []),
        ("memmap=16G$64G", [Region(64 * GIB, 16 * GIB)]),
        ("memmap=1536M$4096M quiet", [Region(4 * GIB, 3 * GIB // 2)]),
        ("memmap=0x40000000$0x100000000", [Region(4 * GIB, GIB)]),
        ("memmap=1G$4G,2G$8G", [Region(4 * GIB, GIB), Region(8 * GIB, 2 * GIB)]),
        ("memmap=2G!4G memmap=nn#ss memmap=exactmap", []),
    ],
)
def test_regions_that_are_nobodys(words: str, found: list[Region]) -> None:
    assert regions(f"BOOT_IMAGE=/vmlinuz {words} ro") == found


def test_region_of_nvmevirt_or_too_small_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = tmp_path / "cmdline"
    line.write_text("memmap=1G$4G memmap=4G$8G memmap=4G$16G\n")
    monkeypatch.setattr(memory, "COMMAND_LINE", line)
    monkeypatch.setattr(memory, "NVMEVIRT", tmp_path)
    assert memory.reserved(1536) == Region(8 * GIB, 4 * GIB)
    (tmp_path / "memmap_start").write_text(f"{8 * GIB}\n")
    assert memory.reserved(1536) == Region(16 * GIB, 4 * GIB)
    assert memory.reserved(8192) is None


def test_suggested_region_is_at_the_end_of_memory() -> None:
    assert suggestion(1536, RESOURCES) == "memmap=1536M$16G"
    assert suggestion(1024, RESOURCES) == "memmap=1024M$17G"
    assert suggestion(1024, RESOURCES.partition("100000000-")[0]) == "memmap=1024M$1G"


def test_more_than_there_is_gets_no_suggestion() -> None:
    assert suggestion(16384, RESOURCES) is None
