"""The configuration's models of data: one a kind, as ``model`` has them for the rest."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from scripts.plan.fields import Block, plain


class SysbenchDataset(Block):
    """The tables of sysbench, loaded once for each engine and file system."""

    kind: Literal["sysbench"] = Field(description="What the data are.")
    tables: int = Field(ge=1, le=1024, description="Number of tables.")
    rows_per_table: int = Field(ge=1, le=1_000_000_000, description="Rows in each table.")
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")


class TpchDataset(Block):
    """The eight tables of TPC-H by tpchgen-cli, loaded once for each engine and file system."""

    kind: Literal["tpch"] = Field(description="What the data are.")
    # Below 0.01 the generator gives a part the same supplier twice: there is no primary key.
    scale_factor: Annotated[float, AfterValidator(plain)] = Field(
        ge=0.01, le=1000, allow_inf_nan=False, description="1 is 6 million rows of lineitem, 1 GB."
    )


class FreightDataset(Block):
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


class TpccDataset(Block):
    """The nine tables of TPC-C, loaded once for each engine and file system."""

    kind: Literal["tpcc"] = Field(description="What the data are.")
    warehouses: int = Field(
        ge=1, le=10_000, description="Number of warehouses: about 100 MB, and 10 terminals, each."
    )
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")


class PaymentsDataset(Block):
    """Accounts and who may pay from them, loaded once for each engine and file system."""

    kind: Literal["payments"] = Field(description="What the data are.")
    accounts: int = Field(
        ge=100,
        le=2_000_000,
        description="Number of accounts, each with a card, a user, a token and four transfers.",
    )
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")


class HammerdbDataset(Block):
    """The tables of HammerDB's TPROC-C or TPROC-H, by its own build: needs the key `hammerdb`."""

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
        "in MariaDB, and some 9,000 virtual seconds to build.",
    )


DatasetConfig = Annotated[
    SysbenchDataset
    | TpchDataset
    | FreightDataset
    | TpccDataset
    | PaymentsDataset
    | HammerdbDataset,
    Field(discriminator="kind"),
]
