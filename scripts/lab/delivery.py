"""How results get into place: made in a scratch folder beside, then moved, the manifest last."""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.manifest import write_manifest
from scripts.lab.outcome import Outcome


@contextmanager
def scratch(out: Path) -> Iterator[Path]:
    """A scratch folder on the same file system as ``out``, gone afterwards whatever happens.

    Raises LabError when there is no room left for what is written.
    """
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob("work-*"):  # of a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory(prefix="work-", dir=out) as work:
            yield Path(work)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise LabError(f"{out}: {error.strerror}; make room and run again") from None


def deliver(
    work: Path, out: Path, names: Sequence[str], manifest_name: str, manifest: dict[str, Any]
) -> None:
    """Move the results into place, the manifest last: what it names is whole."""
    for name in names:
        if not (work / name).exists():
            continue
        target = out / name
        if target.is_dir():
            shutil.rmtree(target)
        (work / name).replace(target)
    write_manifest(out / manifest_name, manifest)


def failure_of(manifest: Path, what: str) -> Outcome | None:
    """The outcome that a failed earlier stage gives to what needs it."""
    content = json.loads(manifest.read_text())
    if content["status"] == "done":
        return None
    return Outcome(
        "failed",
        f"its {what} failed: {content['reason']}",
        content["cause"],
        None,
        content["console_tail"],
    )
