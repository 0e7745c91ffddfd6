"""sysbench's tables."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from scripts.data.dataset import MIB, Dataset

# Measured: rows of about 190 bytes, 1.6 times that with indexes and fill.
BYTES_PER_ROW, INDEX_FACTOR = 240, 1.6


class SysbenchDataset(Dataset):
    """The tables of sysbench, loaded once for each engine and file system."""

    kind: Literal["sysbench"] = Field(description="What the data are.")
    tables: int = Field(ge=1, le=1024, description="Number of tables.")
    rows_per_table: int = Field(ge=1, le=1_000_000_000, description="Rows in each table.")
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")

    def tables_mib(self, root: Path) -> float:
        """By the rows."""
        return self.tables * self.rows_per_table * BYTES_PER_ROW * INDEX_FACTOR / MIB

    def in_words(self) -> str:
        """Tables and rows."""
        return f"{self.tables} x {self.rows_per_table} rows"

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """Shorter tables."""
        return "rows_per_table", f"at most {int(self.rows_per_table * share)} rows per table fit"


KIND = SysbenchDataset
