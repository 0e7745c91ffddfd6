"""What a guest leaves, whole or broken: always an outcome with a reason."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.lab.virtual.outbox import HEADER_BYTES, BrokenOutbox, read_header, unpack
from scripts.lab.virtual.process import Ending
from scripts.lab.virtual.verdict import outcome_of

LIMITS = {"virtual_s": 9, "wall_s": 9}
ROOM_BYTES = 1 << 16


def archive(**files: bytes) -> bytes:
    """A tar as the runner makes it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def outbox(folder: Path, head: bytes, body: bytes = b"") -> Path:
    """The outbox as the runner fills it: the body first, then the header over what is there."""
    path = folder / "outbox.img"
    padded = head.ljust(-(-len(head) // HEADER_BYTES) * HEADER_BYTES, b"\0")
    with path.open("wb") as file:
        file.truncate(ROOM_BYTES)
        file.seek(HEADER_BYTES)
        file.write(body)
        file.seek(0)
        file.write(padded)
    return path


def header(body: bytes, status: str = "done", reason: str | None = None) -> bytes:
    """The header that the runner writes."""
    content = {"status": status, "reason": reason, "virtual_ns": 5, "body_bytes": len(body)}
    return json.dumps(content).encode()


def test_outbox_is_unpacked(tmp_path: Path) -> None:
    body = archive(rows=b"1")
    unpack(outbox(tmp_path, header(body), body), tmp_path / "out")
    assert (tmp_path / "out/rows").read_bytes() == b"1"


def test_outbox_of_a_guest_that_wrote_none_is_empty(tmp_path: Path) -> None:
    path = outbox(tmp_path, b"")
    assert read_header(path) is None
    unpack(path, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_header_over_its_room_keeps_its_reason(tmp_path: Path) -> None:
    """A reason with an engine's log in it was a traceback, and the cell was run for ever."""
    body = archive(rows=b"1")
    reason = "the engine's log: " + "panic \N{SNOWMAN}\n" * 1000
    path = outbox(tmp_path, header(body, "failed", reason), body)
    outcome = outcome_of(Ending("off", 1.0, 9.0, 9.0), path, tmp_path / "console.log", LIMITS)
    assert (outcome.status, outcome.reason, outcome.cause) == ("failed", reason, "guest")
    unpack(path, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("status", ["done", "failed"])
def test_machine_that_ends_over_its_limit_unseen_timed_out(tmp_path: Path, status: str) -> None:
    """A host that looked at it too late called it done, and another one that looked in time not."""
    body = archive(rows=b"1")
    path = outbox(tmp_path, header(body, status, None if status == "done" else "no"), body)
    ends = [Ending("off", 1.0, 9.0, 4e-9), Ending("virtual_limit", 1.0, 9.0, 4e-9)]
    outcomes = [outcome_of(end, path, tmp_path / "console.log", LIMITS) for end in ends]
    assert outcomes[0] == outcomes[1]
    assert (outcomes[0].status, outcomes[0].cause) == ("timed_out", "guest")
    assert "still running after 9 virtual seconds" in (outcomes[0].reason or "")


def test_kernel_that_panics_is_the_guests_failure(tmp_path: Path) -> None:
    console = tmp_path / "console.log"
    console.write_text("init\nKernel panic - not syncing: Fatal exception\n")
    outcome = outcome_of(Ending("crash", 1.0, 9.0, 9.0), outbox(tmp_path, b""), console, LIMITS)
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert outcome.reason == "the guest's kernel panicked: Fatal exception"


@pytest.mark.parametrize(
    "head",
    [
        b'{"status": "done", "rea',
        b"\xff\xfe\x00\x01",
        b"[]",
        b"7",
        b"{}",
        b'{"status": "running", "reason": null, "virtual_ns": 5, "body_bytes": 0}',
        b'{"status": "done", "reason": null, "virtual_ns": "5", "body_bytes": 0}',
        b'{"status": "done", "reason": null, "virtual_ns": 5, "body_bytes": -1}',
        b'{"status": "done", "reason": null, "virtual_ns": 5, "body_bytes": 99999999999}',
        b'{"status": "done", "reason": null, "virtual_ns": true, "body_bytes": false}',
        b'{"status": "failed", "virtual_ns": 5, "body_bytes": 0}',
        b'{"status": "failed", "reason": null, "virtual_ns": 5, "body_bytes": 0}',
        b'{"status": "failed", "reason": ["x"], "virtual_ns": 5, "body_bytes": 0}',
        b'{"status": ["done"], "reason": null, "virtual_ns": 5, "body_bytes": 0}',
        b"[" * 3000,
    ],
)
def test_broken_header_is_an_outcome(tmp_path: Path, head: bytes) -> None:
    path = outbox(tmp_path, head)
    outcome = outcome_of(Ending("off", 1.0, 9.0, 9.0), path, tmp_path / "console.log", LIMITS)
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert outcome.reason is not None
    assert outcome.reason.startswith("the guest's outbox is broken: its header is not the runner's")
    with pytest.raises(BrokenOutbox):
        unpack(path, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("cut", [lambda body: body[:300], lambda body: b"x" * len(body)])
def test_broken_results_are_reported_and_leave_nothing(
    tmp_path: Path, cut: Callable[[bytes], bytes]
) -> None:
    body = cut(archive(rows=b"1" * 2000, more=b"2"))
    with pytest.raises(BrokenOutbox, match="not a whole archive"):
        unpack(outbox(tmp_path, header(body), body), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []
