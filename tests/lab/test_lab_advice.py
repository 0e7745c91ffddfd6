"""What the last lines of a run advise is done to the letter, and works."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from smoke_run import REPOSITORY

pytestmark = [pytest.mark.lab, pytest.mark.long]

# One cell takes longer than its limit of virtual time, and the engine of the other does not start.
STUDY = """\
lab: {{machine_memory_mib: 1024, device_mib: 512, virtual_limit_s: {limit_s}}}
engine_memory_mib: 128
engines: [postgresql-17]
datasets:
  sysbench: {{kind: sysbench, tables: 2, rows_per_table: 20000, seed: 1}}
experiments: [oltp, version-chains]
experiment_overrides:
  version-chains: {{device.bandwidth_mib_s: [0.25], seed: [1]}}
  oltp:
    device.bandwidth_mib_s: [16]
    tuning.postgresql.shared_preload_libraries: [{library}]
    seed: [1]
duration_factor: 0.25
results_dir: {results}
"""
GO_ON = "To go on, run the same command again: "


def run(command: list[str], ends: int = 0) -> list[str]:
    """The lines that a command prints; ``ends`` is how many of its QEMUs are killed at once."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env=os.environ | {"PATH": path},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        killer = threading.Thread(target=_kill_machines, args=(process, ends))
        killer.start()
        lines = process.stderr.read().splitlines()
        killer.join()
    return [*lines, f"exit code {process.returncode}"]


def _kill_machines(run: subprocess.Popen[str], count: int) -> None:
    """Kill the first machines of a run, once they have worked for a while."""
    while count and run.poll() is None:
        for task in Path("/proc").glob("[0-9]*"):
            try:
                words = (task / "cmdline").read_bytes().split(b"\0")
                ours = b"-icount" in words and _descends(int(task.name), run.pid)
            except (OSError, IndexError):
                continue
            if ours:
                time.sleep(2)
                os.kill(int(task.name), signal.SIGKILL)
                count -= 1
                break
        time.sleep(0.2)


def _descends(pid: int, ancestor: int) -> bool:
    while pid > 1 and pid != ancestor:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid == ancestor


def said(lines: list[str], pattern: str) -> str:
    """The line that matches."""
    found = [line for line in lines if re.search(pattern, line)]
    assert found, "\n".join(lines)
    return found[-1]


def test_each_way_out_that_a_failed_run_names_leads_out(smoke: Path, tmp_path: Path) -> None:
    study, results = tmp_path / "study.yaml", tmp_path / "results"

    def write(limit_s: int, library: str) -> None:
        study.write_text(STUDY.format(limit_s=limit_s, library=library, results=results))

    write(10, "nothing")
    command = ["snakemake", "--cores", "1", "--until", "cell", "--configfile", str(study)]
    lines = run(command, ends=1)
    said(lines, r"failed: lab: QEMU was killed, manually or by the OOM killer; run again")
    assert said(lines, GO_ON).partition(GO_ON)[2] == shlex.join(command)
    # The same command tries what was killed; the failures in guests stay what they are.
    lines += run(shlex.split(said(lines, GO_ON).partition(GO_ON)[2]))
    said(lines, r"timed out: .* after 10 virtual seconds; raise lab\.virtual_limit_s")
    said(lines, r"oltp-.* failed: .*nothing")
    assert lines[-1] == "exit code 0", "all of it was made, as Snakemake sees it"
    assert not any("failed:" in line or "timed out:" in line for line in run(command))
    # As they are: each is tried, and fails again.
    removals = {line for line in lines if line.startswith("  rm ")}
    for removal in removals:
        assert subprocess.run(removal, shell=True, cwd=REPOSITORY).returncode == 0
    lines = run(command)
    said(lines, r"timed out: .* after 10 virtual seconds")
    said(lines, r"oltp-.* failed: .*nothing")
    # With a limit and a setting that do.
    write(300, "plpgsql")
    lines = run(command)
    assert lines[-1] == "exit code 0"
    assert not any("failed:" in line or "timed out:" in line for line in lines), "\n".join(lines)
