"""TPC-H's tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from scripts.data.dataset import Dataset
from scripts.values.fields import plain

# Measured, tables with their indexes at scale factor 1.
MIB_PER_SCALE_FACTOR = 1900


class TpchDataset(Dataset):
    """The eight tables of TPC-H by tpchgen-cli, loaded once for each engine and file system."""

    kind: Literal["tpch"] = Field(description="What the data are.")
    # Below 0.01 the generator gives a part the same supplier twice: there is no primary key.
    scale_factor: Annotated[float, AfterValidator(plain)] = Field(
        ge=0.01, le=1000, allow_inf_nan=False, description="1 is 6 million rows of lineitem, 1 GB."
    )

    def tables_mib(self, root: Path) -> float:
        """By the scale factor."""
        return self.scale_factor * MIB_PER_SCALE_FACTOR

    def in_words(self) -> str:
        """The scale factor."""
        return f"TPC-H at scale factor {self.scale_factor}"

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """A smaller scale factor."""
        return "scale_factor", f"{self.scale_factor * share:.2g} is the most that fits"


KIND = TpchDataset
