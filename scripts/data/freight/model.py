"""The freight table of S2."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from scripts.data.dataset import MIB, Dataset

# Measured; the lines of the real file are shorter than its rows by a third.
BYTES_PER_ROW, FILE_FACTOR = 150, 1.5


class FreightDataset(Dataset):
    """The freight table of S2, without an index, loaded once for each engine and file system."""

    kind: Literal["freight"] = Field(description="What the data are.")
    rows: int | None = Field(
        None,
        ge=1,
        le=1_000_000_000,
        description="Rows to load; of a `file` with fewer they come from its beginning again. "
        "Without it, the whole `file`.",
    )
    file: str | None = Field(
        None,
        min_length=1,
        description="The CSV file of FAF 4.5.1's database, unpacked; without it, rows are "
        "generated.",
    )
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")

    def tables_mib(self, root: Path) -> float:
        """By the rows, or else by the file."""
        if self.rows is not None:
            return self.rows * BYTES_PER_ROW / MIB
        return (root / str(self.file)).stat().st_size * FILE_FACTOR / MIB

    def in_words(self) -> str:
        """Rows, and where they come from."""
        rows = "the rows" if self.rows is None else f"{self.rows} rows"
        return f"freight, {rows} of {self.file}" if self.file else f"freight, {rows}"

    def problems(self, root: Path) -> list[tuple[str, str]]:
        """Rows have to come from somewhere."""
        if self.rows is None and self.file is None:
            return [("rows", "is missing: say how many to generate, or name the real file")]
        if self.file is not None and not (root / self.file).is_file():
            message = f"{self.file}: there is no such file; leave it out to have rows generated"
            return [("file", message)]
        return []

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """Fewer rows."""
        if self.rows is None:
            return "file", "a larger device, or rows for how many of them to load"
        return "rows", f"at most {int(self.rows * share)} rows fit"


KIND = FreightDataset
