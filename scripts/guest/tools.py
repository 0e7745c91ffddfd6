"""Programs of the user's own that make load: no layer has them, so each has an image."""

from __future__ import annotations

from pathlib import Path

from guest.engines.layer import ROOT
from guest.system import mount

# Where the engine's layer sees them, as its client libraries are there.
FOLDER = Path("/opt")
# The first, and those after it. A machine with rows to load has these in their place.
FIRST_IMAGE = 4


def mount_tools(job: dict) -> None:
    """Show the engine's layer the job's tools, read-only."""
    for number, name in enumerate(sorted(job.get("tools", {})), FIRST_IMAGE):
        target = ROOT / FOLDER.relative_to("/") / name
        mount("erofs", Path(f"/dev/pmem{number}"), target, "ro,dax=always")
