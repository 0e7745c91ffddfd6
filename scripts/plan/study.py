"""A study that was read and checked, as its plan is made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.lab.lab import Lab
from scripts.lab.registry import lab_named
from scripts.plan.catalogue import Catalogue
from scripts.plan.claims import Claims
from scripts.plan.document import Document
from scripts.plan.model import Experiment, StudyConfig

ROOT = Path(__file__).resolve().parents[2]
# The guest's kernel, init and measuring tools need this beside the engine.
SYSTEM_MEMORY_MIB = 256


@dataclass(frozen=True)
class Study:
    """A checked configuration; ``raw_cells`` are the experiments' cells as plain data."""

    file: str
    root: Path
    config: StudyConfig
    experiments: dict[str, Experiment]
    raw_cells: dict[str, dict[str, Any]]
    factors: dict[str, dict[str, list[Any]]]
    catalogue: Catalogue
    claims: Claims
    documents: dict[str, Document]
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def lab(self) -> Lab:
        """Where its cells run."""
        return lab_named(self.config.lab.kind)
