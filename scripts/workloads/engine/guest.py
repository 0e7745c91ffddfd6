"""A verb: what the runner asks the engine itself, or the kernel."""

from __future__ import annotations

import json
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import drop_caches
from guest.workloads import needed


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``engine/<verb>``; "inspect" leaves inspection.json."""
    verb = phase["workload"].partition("/")[2]
    if verb == "drop_caches":
        drop_caches()
        return
    engine = needed(engine, phase)
    if verb in ("restart", "empty_buffers"):
        engine.stop()
        if verb == "restart":
            drop_caches()
        engine.start()
    elif verb == "hold_snapshot":
        engine.hold_snapshot()
    elif verb == "release_snapshot":
        engine.release_snapshot()
    elif verb == "inspect":
        (folder / "inspection.json").write_text(json.dumps(engine.inspect()))
    else:
        engine.verb(verb)
