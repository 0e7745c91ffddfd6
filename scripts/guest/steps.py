"""When each step of a run began and ended, in virtual time."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from guest.system import afterwards, now_ns, say


@contextlib.contextmanager
def step(name: str, out: Path) -> Iterator[None]:
    """Time the block as a step and add it to ``out``/steps.json, also when it fails."""
    say(name)
    begin_ns = now_ns()

    def note() -> None:
        path = out / "steps.json"
        steps = json.loads(path.read_text()) if path.exists() else []
        steps.append({"step": name, "begin_ns": begin_ns, "end_ns": now_ns()})
        path.write_text(json.dumps(steps))

    with afterwards(note):
        yield
