"""``fio/<job>``: a job file of fio's, on the device or on a file, with or without an engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.workloads.workload import Problems, Workload, is_timed


class Fio(Workload):
    """fio, the one kind that needs no engine."""

    usage = "`fio/<job>`"
    ending = "fio"
    needs_engine = False
    takes_cell_options = True
    never_ends = True

    def problems(self, name: str, phase: Any, root: Path) -> Problems:
        """Of a job that ends with its file, however long that takes, no duration is needed."""
        if not self._ends_alone(name, root):
            return super().problems(name, phase, root)
        if not is_timed(phase):
            return []
        message = f"{phase.workload} ends with its file: leave the duration out"
        return [(("duration_s",), message)]

    def _ends_alone(self, name: str, root: Path) -> bool:
        job = root / "workloads/fio" / f"{name}.fio"
        return job.is_file() and "time_based=1" not in job.read_text(encoding="utf-8").split()


WORKLOAD = Fio("fio")
