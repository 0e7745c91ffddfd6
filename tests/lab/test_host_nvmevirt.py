"""NVMeVirt's files for a cell's settings, held against what its model of an NVM SSD makes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.host import nvmevirt
from scripts.lab.host.nvmevirt import reading, texts

MIB, KIB, PAGE_BYTES = 1 << 20, 1 << 10, 1 << 12


def asked(bandwidth_mib_s: float, latency_us: float) -> dict[str, float]:
    return {
        f"{direction}_{key}": value
        for direction in ("read", "write")
        for key, value in (("bandwidth_mib_s", bandwidth_mib_s), ("latency_us", latency_us))
    }


class Model:
    """The published model: units that are busy until an instant, a request's three times."""

    def __init__(self, settings: dict[str, str]) -> None:
        units, shift = map(int, settings["io_units"].split())
        self.unit_bytes = 1 << shift
        self.delay, self.time, self.trailing = map(int, settings["read_times"].split())
        self.busy = [0] * units

    def due_ns(self, start: int, size_bytes: int, now_ns: int) -> int:
        unit = start // self.unit_bytes % len(self.busy)
        at_ns = max(now_ns, self.busy[unit]) + self.delay
        for index in range(-(-size_bytes // self.unit_bytes)):
            at_ns += self.time
            self.busy[unit] = at_ns + (self.trailing if index < len(self.busy) else 0)
            unit = (unit + 1) % len(self.busy)
        return at_ns


class Pipe:
    """What the settings mean."""

    def __init__(self, bandwidth_mib_s: float, latency_us: float) -> None:
        self.ns_a_byte = 1e9 / (bandwidth_mib_s * MIB)
        self.latency_ns = latency_us * 1000
        self.free_ns = 0.0

    def due_ns(self, start: int, size_bytes: int, now_ns: float) -> float:
        self.free_ns = max(now_ns, self.free_ns) + size_bytes * self.ns_a_byte
        return self.free_ns + self.latency_ns


def delivered_mib_s(device: Model | Pipe, size_bytes: int, depth: int) -> float:
    """What random requests of a size come to with so many in flight."""
    choice, requests = random.Random(1), 1000
    in_flight: list[float] = [0] * depth
    for _ in range(requests):
        now_ns = min(in_flight)
        in_flight.remove(now_ns)
        start = choice.randrange(1 << 20) * PAGE_BYTES
        in_flight.append(device.due_ns(start, size_bytes, now_ns))  # type: ignore[arg-type]
    return requests * size_bytes / MIB / (max(in_flight) / 1e9)


SLOW = [(1, 20), (4, 20), (16, 20), (32, 100), (64, 20), (64, 0), (128, 20), (4, 900)]
FAST = [(256, 20), (1024, 20), (64, 200), (4, 2000)]


@pytest.mark.parametrize(("bandwidth_mib_s", "latency_us"), SLOW + FAST)
def test_one_request_takes_the_latency_and_its_bytes_over_the_bandwidth(
    bandwidth_mib_s: float, latency_us: float
) -> None:
    for pages in (1, 4, 32):
        wanted_ns = Pipe(bandwidth_mib_s, latency_us).due_ns(0, pages * PAGE_BYTES, 0)
        model = Model(texts(asked(bandwidth_mib_s, latency_us)))
        assert model.due_ns(0, pages * PAGE_BYTES, 0) == pytest.approx(wanted_ns, rel=0.001)


@pytest.mark.parametrize("depth", [1, 4, 64])
@pytest.mark.parametrize(("bandwidth_mib_s", "latency_us"), SLOW)
def test_it_is_the_pipe_while_a_page_hides_the_latency(
    bandwidth_mib_s: float, latency_us: float, depth: int
) -> None:
    for size_kib in (4, 8, 16, 128):
        wanted = delivered_mib_s(Pipe(bandwidth_mib_s, latency_us), size_kib * KIB, depth)
        model = Model(texts(asked(bandwidth_mib_s, latency_us)))
        assert delivered_mib_s(model, size_kib * KIB, depth) == pytest.approx(wanted, rel=0.11)


@pytest.mark.parametrize("depth", [1, 4, 64])
@pytest.mark.parametrize(("bandwidth_mib_s", "latency_us"), FAST)
def test_it_is_near_the_pipe_where_more_is_hidden(
    bandwidth_mib_s: float, latency_us: float, depth: int
) -> None:
    for size_kib in (4, 8, 16, 128):
        wanted = delivered_mib_s(Pipe(bandwidth_mib_s, latency_us), size_kib * KIB, depth)
        model = Model(texts(asked(bandwidth_mib_s, latency_us)))
        assert delivered_mib_s(model, size_kib * KIB, depth) == pytest.approx(wanted, rel=0.3)


def test_directions_share_their_units() -> None:
    settings = texts(asked(64, 20) | {"write_bandwidth_mib_s": 4, "write_latency_us": 2000})
    assert settings["io_units"] == "4 12\n"
    assert settings["read_times"] == "20000 61035 0\n"
    assert settings["write_times"] == "2000000 976562 0\n"


def test_what_is_written_ends_its_numbers_and_reads_back_otherwise() -> None:
    settings = texts(asked(64, 20))
    assert all(text.endswith("\n") for text in settings.values())
    assert reading("io_units", settings["io_units"]) == "4 x 9"
    assert reading("read_times", "20000 61035 1872085\n") == "20000 + 61035 x + 1872085"


def test_too_slow_for_its_numbers_is_refused() -> None:
    for slow in (asked(0.0001, 20), asked(4, 9_000_000)):
        with pytest.raises(LabError, match=r"can't be as slow as this cell's reads"):
            texts(slow)


def test_present_settings_are_kept_as_texts_that_set_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nvmevirt, "FOLDER", tmp_path)
    (tmp_path / "io_units").write_text("8 x 12")
    (tmp_path / "read_times").write_text("1 + 2 x + 3")
    (tmp_path / "write_times").write_text("4 + 5 x + 6")
    wanted = {"io_units": "8 12\n", "read_times": "1 2 3\n", "write_times": "4 5 6\n"}
    assert nvmevirt.current() == wanted


def test_not_loaded_is_reported_with_the_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nvmevirt, "FOLDER", tmp_path)
    words = nvmevirt.problem("nvme1n1", asked(4, 20)) or ""
    assert "NVMeVirt is not loaded: build it" in words
    assert "insmod nvmev.ko" in words
