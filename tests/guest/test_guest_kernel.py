"""The phase that sets the kernel's write-back, at a folder in place of the kernel's."""

from __future__ import annotations

from pathlib import Path

import pytest
from guest.system import GuestError
from workloads.kernel import guest as kernel

PHASE = {"name": "kernel", "workload": "kernel/write_back"}


def test_settings_are_written_as_the_kernel_reads_them(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "SETTINGS", tmp_path)
    options = {"dirty_background_bytes": 1 << 20, "dirty_ratio": 40}
    kernel.run(PHASE | {"options": options}, {}, None, tmp_path)
    found = {path.name: path.read_text() for path in Path(tmp_path).iterdir()}
    assert found == {"dirty_background_bytes": "1048576", "dirty_ratio": "40"}


def test_a_setting_that_the_kernel_refuses_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "SETTINGS", tmp_path / "nowhere")
    with pytest.raises(GuestError, match="phase kernel: the kernel refuses dirty_ratio = 40"):
        kernel.run(PHASE | {"options": {"dirty_ratio": 40}}, {}, None, tmp_path)
