"""The table of the device's settings: whole, converted without loss, and as its files have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.device.__main__ import main
from scripts.device.controls import EMULATED, controls, fastest, schedule, values
from scripts.device.setting import Setting
from scripts.device.table import BY_NAME, SETTINGS, SHORTHANDS
from scripts.device.words import words_of

ROOT = Path(__file__).resolve().parents[2]
SET = {"read_bandwidth_mib_s": 4, "write_bandwidth_mib_s": 8, "read_latency_us": 0.5}


def test_generated_files_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_row_is_whole(setting: Setting) -> None:
    words = words_of(setting)
    assert words.text.startswith(f"{words.label}: ")
    assert words.text.endswith(".")
    assert setting.name.endswith(setting.unit.suffix)
    assert setting.choices or setting.most > setting.least >= 0
    # A job names every setting whose default the device would not have by itself.
    assert setting.default is not None or setting.fastest is not None
    least, most = setting.control_range
    assert setting.default is None or 0 <= setting.controlled(setting.default) <= most
    assert 0 <= least <= most


def test_shorthand_sets_what_exists() -> None:
    for name, spread in SHORTHANDS.items():
        assert name not in BY_NAME
        assert all(BY_NAME[other].name.endswith(name) for other in spread)


def test_whoever_sets_one_of_the_emulators_settings_has_the_defaults_of_the_others() -> None:
    files = controls(SET | {"read_ahead_kb": 128, "pipes": "separate"})
    assert set(files["emulator"]) == {setting.control for setting in EMULATED}
    assert files["emulator"]["read_bandwidth_bytes_s"] == str(4 << 20)
    assert files["emulator"]["read_latency_ns"] == "500"
    assert files["emulator"]["write_latency_ns"] == "20000"
    assert files["emulator"]["pipes"] == "1"
    assert files["emulator"]["stripe_bytes"] == "16384"
    assert files["queue"] == {"read_ahead_kb": "128"}


def test_device_without_settings_of_the_emulator_is_written_none() -> None:
    assert controls({"kind": "block", "read_ahead_kb": 0}) == {
        "emulator": {},
        "queue": {"read_ahead_kb": "0"},
    }
    assert values({"kind": "block", "read_ahead_kb": 0}) == {"read_ahead_kb": 0}


def test_fastest_device_waits_for_nothing() -> None:
    quick = fastest()
    latencies = [row for row in EMULATED if row.name.endswith("latency_us")]
    assert {quick[setting.control] for setting in latencies} == {"0"}
    assert quick["latency_most_percent"] == "100"
    assert quick["stripe_bytes"] == "16384"


def test_smallest_bandwidth_is_not_rounded_to_no_limit() -> None:
    bandwidth = BY_NAME["read_bandwidth_mib_s"]
    assert bandwidth.controlled(bandwidth.least) == bandwidth.control_range[0] == 4096
    assert BY_NAME["iops_limit"].controlled(0) == 0


def test_schedule_has_a_line_for_each_change() -> None:
    steps = [
        {"at_s": 0.5, "read_bandwidth_mib_s": 2},
        {"at_s": 1, "pipes": "separate", "iops_limit": 7},
    ]
    assert schedule(steps) == (
        "500000000 read_bandwidth_bytes_s 2097152\n1000000000 pipes 1\n1000000000 iops_limit 7\n"
    )
