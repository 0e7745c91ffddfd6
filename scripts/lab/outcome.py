"""What comes back from a machine: the outbox, the console, and a verdict in one sentence."""

from __future__ import annotations

import io
import json
import re
import shutil
import tarfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

from scripts.lab.process import Ending

HEADER_BYTES = 4096
TAIL_LINES = 20
# What the kernel or the machine says when it ends before the runner could say anything.
LAST_WORDS = (
    (re.compile(r"Kernel panic - not syncing: (.*)"), "the guest's kernel panicked: {}"),
    (re.compile(r"(BUG: .*|Oops: .*|general protection fault.*)"), "the guest's kernel: {}"),
    (re.compile(r"init: (.*)"), "the guest did not get ready: {}"),
)


@dataclass(frozen=True)
class Outcome:
    """``status``: done, failed or timed_out; ``cause`` of a failure: guest or host."""

    status: str
    reason: str | None = None
    cause: str | None = None
    virtual_s: float | None = None
    console_tail: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """For outcome.json."""
        return asdict(self)


def judge(ending: Ending, outbox: Path, console: Path, wall_limit_s: float) -> Outcome:
    """The outcome of a machine that ended; every failure carries the console's last lines."""
    text = console.read_text(errors="replace") if console.exists() else ""
    tail = text.splitlines()[-TAIL_LINES:]
    header = read_header(outbox)
    if header:
        virtual_s = header["virtual_ns"] / 1e9
        if header["status"] == "done":
            return Outcome("done", virtual_s=virtual_s)
        return Outcome("failed", header["reason"], "guest", virtual_s, tail)
    if ending.cause == "wall_limit":
        reason = (
            f"no end within {wall_limit_s:.0f} s of wall time; raise lab.wall_limit_s in the "
            "configuration if the cell is that long"
        )
        return Outcome("timed_out", reason, "guest", None, tail)
    for pattern, sentence in LAST_WORDS:
        if found := pattern.search(text):
            return Outcome("failed", sentence.format(found[1]), "guest", None, tail)
    words = ending.qemu_error or "nothing on its console says why"
    return Outcome("failed", f"the guest ended without a result: {words}", "guest", None, tail)


def read_header(outbox: Path) -> dict | None:
    """The outbox's header, or None if the guest never wrote one."""
    with outbox.open("rb") as file:
        head = file.read(HEADER_BYTES).rstrip(b"\0")
    return json.loads(head) if head else None


def unpack(outbox: Path, folder: Path) -> None:
    """Unpack the outbox's files into ``folder``, which is replaced whole."""
    header = read_header(outbox)
    beside = folder.with_name(folder.name + ".part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    if header and header["body_bytes"]:
        with outbox.open("rb") as file:
            file.seek(HEADER_BYTES)
            body = file.read(header["body_bytes"])
        with tarfile.open(fileobj=io.BytesIO(body)) as tar:
            # Python 3.11.2, which is Debian 12's, has no filter yet.
            tar.extraction_filter = getattr(tarfile, "data_filter", None)
            tar.extractall(beside)
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
