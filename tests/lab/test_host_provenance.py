"""What is kept of the host that a cell ran on."""

from __future__ import annotations

import pytest

from scripts.lab.host.provenance import command_line


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("quiet isolcpus=1 mitigations=off", "quiet isolcpus=1 mitigations=off"),
        ("quiet rdinit=/agent psi=1 -- --listen 2024", "quiet psi=1"),
        ("init=/bin/own quiet", "quiet"),
        ("", ""),
    ],
)
def test_only_the_kernels_own_options_are_kept(text: str, kept: str) -> None:
    assert command_line(text) == kept
