"""NVMeVirt's settings for a dial, held against what its model of an NVM SSD makes of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.metal import nvmevirt
from scripts.lab.metal.nvmevirt import UNIT_BYTES, reading, texts

MIB = 1 << 20


def dial(bandwidth_mib_s: float, latency_us: float) -> dict[str, float]:
    return {
        f"{direction}_{key}": value
        for direction in ("read", "write")
        for key, value in (("bandwidth_mib_s", bandwidth_mib_s), ("latency_us", latency_us))
    }


class Model:
    """The published model: units that are busy until an instant, a request's three times."""

    def __init__(self, settings: dict[str, str]) -> None:
        units, shift = map(int, settings["io_units"].split())
        assert 1 << shift == UNIT_BYTES
        self.delay, self.time, self.trailing = map(int, settings["read_times"].split())
        self.busy = [0] * units

    def due_ns(self, page: int, pages: int, now_ns: int) -> int:
        unit = page % len(self.busy)
        at_ns = max(now_ns, self.busy[unit]) + self.delay
        for index in range(pages):
            at_ns += self.time
            self.busy[unit] = at_ns + (self.trailing if index < len(self.busy) else 0)
            unit = (unit + 1) % len(self.busy)
        return at_ns


def delivered_mib_s(model: Model, pages: int, depth: int, requests: int = 4000) -> float:
    """What random requests of a size come to with so many in flight."""
    choice = random.Random(1)
    in_flight = [0] * depth
    for _ in range(requests):
        now_ns = min(in_flight)
        in_flight.remove(now_ns)
        in_flight.append(model.due_ns(choice.randrange(1 << 16) * pages, pages, now_ns))
    return requests * pages * UNIT_BYTES / MIB / (max(in_flight) / 1e9)


@pytest.mark.parametrize("bandwidth_mib_s", [1, 16, 64, 1024])
def test_one_request_takes_the_latency_and_its_bytes_over_the_bandwidth(
    bandwidth_mib_s: float,
) -> None:
    for pages in (1, 4, 32):
        wanted_ns = 50_000 + pages * UNIT_BYTES / (bandwidth_mib_s * MIB) * 1e9
        due_ns = Model(texts(dial(bandwidth_mib_s, 50))).due_ns(0, pages, 0)
        assert due_ns == pytest.approx(wanted_ns, rel=0.001)


@pytest.mark.parametrize("pages", [1, 2, 4, 32])
@pytest.mark.parametrize("bandwidth_mib_s", [4, 64, 1024])
def test_many_requests_get_the_bandwidth(bandwidth_mib_s: float, pages: int) -> None:
    model = Model(texts(dial(bandwidth_mib_s, 20)))
    assert delivered_mib_s(model, pages, depth=256) == pytest.approx(bandwidth_mib_s, rel=0.15)


def test_latency_that_outlasts_the_transfers_takes_more_units() -> None:
    few, many = texts(dial(64, 20)), texts(dial(4096, 1000))
    assert few["io_units"] == "32 12\n"
    units, _ = map(int, many["io_units"].split())
    assert units & (units - 1) == 0
    delay, time, trailing = map(int, many["read_times"].split())
    assert trailing >= 0
    assert delay + time + trailing == units * time


def test_what_is_written_ends_its_numbers_and_reads_back_otherwise() -> None:
    settings = texts(dial(64, 20))
    assert all(text.endswith("\n") for text in settings.values())
    assert reading("io_units", settings["io_units"]) == "32 x 12"
    assert reading("read_times", "20000 61035 1872085\n") == "20000 + 61035 x + 1872085"


def test_too_slow_for_its_numbers_is_refused() -> None:
    with pytest.raises(LabError, match=r"can't be as slow as 0\.01 MiB/s"):
        texts(dial(0.01, 20))


def test_present_settings_are_kept_as_texts_that_set_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nvmevirt, "FOLDER", tmp_path)
    (tmp_path / "io_units").write_text("8 x 12")
    (tmp_path / "read_times").write_text("1 + 2 x + 3")
    (tmp_path / "write_times").write_text("4 + 5 x + 6")
    wanted = {"io_units": "8 12\n", "read_times": "1 2 3\n", "write_times": "4 5 6\n"}
    assert nvmevirt.current() == wanted


def test_not_loaded_is_told_with_the_mend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvmevirt, "FOLDER", tmp_path)
    words = nvmevirt.problem("nvme1n1") or ""
    assert "NVMeVirt is not loaded: build it" in words
    assert "insmod nvmev.ko" in words
