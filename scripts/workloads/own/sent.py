"""How a guest knows a user's own workload: as one of sysbench's scripts."""

from __future__ import annotations

from typing import Any

from scripts.jobs import Phase


def sent_phase(phase: Phase) -> dict[str, Any]:
    """The phase as it is sent."""
    name = phase["workload"].partition("/")[2]
    return {**phase, "workload": f"sysbench/own_{name}"}
