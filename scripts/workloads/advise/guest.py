"""What an administrator takes of a server's statistics, asked of this one."""

from __future__ import annotations

from pathlib import Path

from guest import device
from guest.engines.adapter import Adapter
from guest.system import CLIENT_CGROUP, ENGINE_CGROUP, PAYLOAD, limit_s
from guest.workloads import needed

SQL = PAYLOAD / "sql/advise"
FOLDERS = {"reading": (SQL, SQL / "statements"), "statistics": (SQL / "workload",)}
US_A_TICK = 10_000


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Leave the answers in stdout.txt, a row a line, and of a reading what the host counted."""
    engine = needed(engine, phase)
    name = phase["workload"].partition("/")[2]
    for file in PAYLOAD.glob("workloads/advise/count.*.sql"):
        engine.sql(file.read_text())
    with (folder / "stdout.txt").open("w") as out:
        for each in FOLDERS[name]:
            for file in sorted(each.glob("*.sql")):
                for row in engine.sql(file.read_text(), timeout_s=limit_s(job)):
                    words = ("absent" if value is None else value for value in row.values())
                    out.write("\t".join(words) + "\n")
        if name == "reading":
            out.write(_host())


def _host() -> str:
    """As /proc and /sys of a host of this server alone: its disk, and its processor's time.

    In real time the kernel's own count has all that runs on the host, so that of the groups is
    taken in every lab.
    """
    groups = [(group / "cpu.stat").read_text().split() for group in (ENGINE_CGROUP, CLIENT_CGROUP)]
    ticks = sum(int(words[words.index("usage_usec") + 1]) for words in groups) // US_A_TICK
    disk = device.disk().name
    disks = Path("/proc/diskstats").read_text().splitlines(keepends=True)
    ahead = Path(f"/sys/block/{disk}/queue/read_ahead_kb")
    return (
        f"cpu  {ticks} 0 0 0 0 0 0 0 0 0\n"
        + "".join(line for line in disks if line.split()[2] == disk)
        + f"{ahead}:{ahead.read_text()}"
    )
