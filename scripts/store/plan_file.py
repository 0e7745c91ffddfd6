"""Reads what this stage needs of ``plan.json``: cells, experiments, layers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.store.errors import StoreError


@dataclass(frozen=True, slots=True)
class PlanFile:
    """The planned cells' jobs in the plan's order, the study, its experiments and layers."""

    jobs: list[dict[str, Any]]
    study: dict[str, str] = field(default_factory=dict)
    experiments: list[dict[str, Any]] = field(default_factory=list)
    layers: list[str] | None = None


def load_plan(path: Path) -> PlanFile:
    """Read the plan; raises StoreError if it has no list of cells, each with its id."""
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{path} is missing: write it with `python -m scripts.plan`") from None
    except json.JSONDecodeError as error:
        raise StoreError(f"{path}:{error.lineno}: is not valid JSON: {error.msg}") from None
    except UnicodeDecodeError:
        raise StoreError(f"{path} is not UTF-8: delete it and run snakemake again") from None
    cells = plan.get("cells") if isinstance(plan, dict) else plan
    if not isinstance(cells, list):
        raise StoreError(f"{path}: the key cells should be a list of jobs")
    jobs = [cell.get("job", cell) if isinstance(cell, dict) else {} for cell in cells]
    for index, job in enumerate(jobs):
        if not isinstance(job, dict) or not isinstance(job.get("cell_id"), str):
            raise StoreError(f"{path}: cells[{index}] has no cell_id")
    rest = plan if isinstance(plan, dict) else {}
    return PlanFile(
        jobs, rest.get("study") or {}, rest.get("experiments") or [], rest.get("layers")
    )
