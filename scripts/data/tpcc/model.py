"""TPC-C's tables."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from scripts.data.dataset import SPARE_FACTOR, Dataset

# Measured: the items, and a warehouse, with indexes.
ITEMS_MIB, WAREHOUSE_MIB = 20, 130


class TpccDataset(Dataset):
    """The nine tables of TPC-C, loaded once for each engine and file system."""

    kind: Literal["tpcc"] = Field(description="What the data are.")
    warehouses: int = Field(
        ge=1, le=10_000, description="Number of warehouses: about 100 MB, and 10 terminals, each."
    )
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")

    def tables_mib(self, root: Path) -> float:
        """By the warehouses, beside the items that they share."""
        return ITEMS_MIB + self.warehouses * WAREHOUSE_MIB

    def in_words(self) -> str:
        """The warehouses."""
        return f"TPC-C with {self.warehouses} warehouses"

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """Fewer warehouses."""
        most = int((room_mib / SPARE_FACTOR - ITEMS_MIB) / WAREHOUSE_MIB)
        return "warehouses", f"at most {max(most, 0)} fit"


KIND = TpccDataset
