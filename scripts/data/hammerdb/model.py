"""The tables of HammerDB's benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from scripts.data.dataset import Dataset
from scripts.engines.families import undriven
from scripts.values.messages import listed

# All that HammerDB's build of TPROC-H takes.
SCALE_FACTORS = (1, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
# A warehouse of HammerDB's TPROC-C: 72 MB of rows by the specification's counts, with indexes.
TPROCC_WAREHOUSE_MIB = 110
# HammerDB's TPROC-H at scale factor 1, tables with their indexes. PostgreSQL's: measured, a
# hundredth of HammerDB's own rows in its own tables, whose keys are numeric. MariaDB's: estimated
# from the widths of rows and index entries.
TPROCH_MIB = {"PostgreSQL": 2120, "MariaDB": 1700}
# The virtual seconds of its build at 2.5 GIPS, for 9,000 * 10^9 instructions. By those that were
# counted for a thousandth of it, HammerDB's Tcl takes 4,800 to make the rows, and PostgreSQL 2,000
# to store and index them. What the kernel, the foreign keys and HammerDB's check add is estimated,
# and so is MariaDB.
TPROCH_BUILD_VIRTUAL_S = 3600


class HammerdbDataset(Dataset):
    """The tables of HammerDB's TPROC-C or TPROC-H, by its own build: needs the key `hammerdb`."""

    tool: ClassVar[str | None] = "hammerdb"

    kind: Literal["hammerdb"] = Field(description="What the data are.")
    benchmark: Literal["tprocc", "tproch"] = Field(
        "tprocc", description="TPROC-C, derived from TPC-C, or TPROC-H, derived from TPC-H."
    )
    warehouses: int | None = Field(
        None, ge=1, le=10_000, description="Of `tprocc`, required: some 100 MB each, with indexes."
    )
    scale_factor: int | None = Field(
        None,
        ge=1,
        description="Of `tproch`, required, and one that HammerDB builds: 1, 10, 30, 100, 300 and "
        "so on. 1 is 6 million rows of lineitem: with indexes some 2.1 GiB in PostgreSQL and 1.7 "
        "in MariaDB, and some 3,600 virtual seconds to build.",
    )

    def tables_mib(self, root: Path) -> float:
        """By the warehouses or the scale factor."""
        tables_mib = (self.warehouses or 0) * TPROCC_WAREHOUSE_MIB
        return tables_mib + (self.scale_factor or 0) * max(TPROCH_MIB.values())

    def in_words(self) -> str:
        """The benchmark and its size."""
        if self.benchmark == "tproch":
            return f"HammerDB's TPROC-H at scale factor {self.scale_factor}"
        return f"HammerDB's TPROC-C with {self.warehouses} warehouses"

    def problems(self, root: Path) -> list[tuple[str, str]]:
        """Each benchmark has a size of its own."""
        for benchmark, key in {"tprocc": "warehouses", "tproch": "scale_factor"}.items():
            value = getattr(self, key)
            if benchmark == self.benchmark and value is None:
                return [(key, f"is missing, the size of {benchmark}")]
            if benchmark != self.benchmark and value is not None:
                message = f"is the size of {benchmark}, and this is {self.benchmark}: leave it out"
                return [(key, message)]
        if self.scale_factor is not None and self.scale_factor not in SCALE_FACTORS:
            known = listed(map(str, SCALE_FACTORS))
            message = f"must be one that HammerDB builds: {known} (got {self.scale_factor})"
            return [("scale_factor", message)]
        return []

    def limit_problems(self, virtual_limit_s: int) -> list[tuple[str, str]]:
        """TPROC-H's tables take hours."""
        needed_s = (self.scale_factor or 0) * TPROCH_BUILD_VIRTUAL_S
        if needed_s <= virtual_limit_s:
            return []
        message = (
            f"HammerDB takes about {needed_s} virtual seconds to build it, more than "
            f"lab.virtual_limit_s ({virtual_limit_s})"
        )
        return [("scale_factor", message)]

    def engine_problem(self, engine: str) -> tuple[str, str] | None:
        """Its build is HammerDB's work, too."""
        return undriven("HammerDB", "engine", engine)

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """Fewer warehouses, or a scale factor that HammerDB builds."""
        if self.scale_factor is None:
            return "warehouses", f"at most {int((self.warehouses or 0) * share)} fit"
        fitting = [each for each in SCALE_FACTORS if each <= self.scale_factor * share]
        if fitting:
            return "scale_factor", f"{fitting[-1]} is the most that fits"
        each = " and ".join(f"{mib} MiB in {engine}" for engine, mib in TPROCH_MIB.items())
        message = f"HammerDB builds none below 1, whose tables and indexes alone are {each}"
        return "scale_factor", message


KIND = HammerdbDataset
