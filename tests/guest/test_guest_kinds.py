"""A kind's part in the guest, with nothing but what its jobs are sent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.identity.payload import content, files_sent
from scripts.workloads.registry import NAMES

GO_ON = """
import os, sys
from pathlib import Path
import guest.__main__ as main
import workloads.engine.guest

PAYLOAD = Path.cwd()
renewed = []
main.PAYLOAD = PAYLOAD
main.be_snapshotted = lambda: None
main._job = dict
os.execv = lambda *_: renewed.append("renewed")

def arrive(folder):
    assert folder == PAYLOAD
    exec(sys.argv[1])

main.read_inbox = arrive
main._be_kept()
exec(sys.argv[2])
print(*renewed or ["as it was"])
"""
FIO = "workloads/fio/guest.py"


def lay_out(folder: Path, *workloads: str) -> None:
    """Fill a folder as a guest that measures these workloads finds it."""
    job: dict[str, Any] = {"phases": [{"workload": name} for name in workloads], "traces": []}
    for task in ("boot", "measure"):
        for name, path in files_sent(job, task, "postgresql").items():
            if path.endswith(".py"):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content(path))


def python(folder: Path, code: str, *arguments: str) -> str:
    """What code prints that has the folder alone beside Python's own library."""
    variables = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("kind", [name for name in NAMES if name != "own"])
def test_part_has_all_that_it_imports(kind: str, tmp_path: Path) -> None:
    lay_out(tmp_path, f"{kind}/x")
    code = f"import guest.workloads as w; w.import_kinds([{{'workload': '{kind}/x'}}]); print('ok')"
    assert python(tmp_path, code) == "ok"
    assert [path.parent.name for path in tmp_path.glob("workloads/*/guest.py")] == [kind]


@pytest.mark.parametrize(
    ("arrives", "then", "said"),
    [
        # Another kind's part is there to be imported, and one that is done may be gone.
        (
            f"Path('{FIO}').parent.mkdir(); Path('{FIO}').write_text('A = 1')",
            "import workloads.fio.guest as part; assert part.A == 1",
            "as it was",
        ),
        ("Path('workloads/engine/guest.py').unlink()", "", "as it was"),
        # Code that runs already is not what arrived.
        ("Path('workloads/engine/guest.py').write_text('A = 1')", "", "renewed"),
        ("Path('guest/system.py').write_text('A = 1')", "", "renewed"),
    ],
    ids=["another kind", "kind is gone", "kind is newer", "runner is newer"],
)
def test_interpreter_is_renewed_where_code_that_it_runs_is(
    arrives: str, then: str, said: str, tmp_path: Path
) -> None:
    lay_out(tmp_path, "engine/checkpoint")
    assert python(tmp_path, GO_ON, arrives, then) == said
