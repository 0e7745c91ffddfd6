"""Which images a task leaves beside its manifest: outputs that the workflow declares."""

from __future__ import annotations

from pathlib import Path

IMAGES = {
    "dataset": ("device.img",),
    "machine": ("ram.img", "state.bin"),
    "snapshot": ("changes.bin",),
    "cell": (),
}


def leave_empty(task: str, out: Path) -> None:
    """Leave an empty file in place of each image that a failed task did not come to make.

    The manifest says that the task failed, so no job reads them. To the workflow the job is done:
    a load that failed fails its cells, and nothing else.
    """
    for name in IMAGES[task]:
        (out / name).unlink(missing_ok=True)
        (out / name).touch(exist_ok=False)
