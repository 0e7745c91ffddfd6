"""Makes the results database of a study's rows, exports these to be kept, and reads them back.

``docs`` writes the README.md of the folder of SQL.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.plan import ConfigError
from scripts.plan.claims import Claims, claims_by_experiment, load_claims
from scripts.plan.shipped import studies_of_cells
from scripts.programs.entry import exit_with
from scripts.programs.parents import end_with_parents
from scripts.store.build import FOLDER, build, restore
from scripts.store.current import inputs_of, is_current, note
from scripts.store.document import readme
from scripts.store.errors import StoreError
from scripts.store.plan_file import load_plan
from scripts.store.reference import export

DATABASE = Path("results/results.duckdb")
REFERENCE = Path("reference")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns 0, or 1 after one line of explanation on standard error."""
    parser = argparse.ArgumentParser(prog="python -m scripts.store", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("build", help="load the rows of the planned cells into a database")
    make.add_argument("--rows", type=Path, required=True, help="folder with a folder a cell")
    make.add_argument("--plan", type=Path, required=True, help="plan.json")
    make.add_argument("--out", type=Path, required=True, help="the database file")
    make.add_argument("--layers", type=Path, help="folder with a folder a layer, for versions")
    make.add_argument("--claims", type=Path, help="config/claims.yaml: decide them, last of all")
    make.add_argument("--partial", action="store_true", help="cells and layers may be missing")
    keep = commands.add_parser("export", help="write the database's rows as small Parquet files")
    keep.add_argument("--database", type=Path, default=DATABASE, help="(default: %(default)s)")
    keep.add_argument("--out", type=Path, required=True, help="folder, replaced as a whole")
    keep.add_argument(
        "--add", action="store_true", help="keep the cells in it that the database did not measure"
    )
    back = commands.add_parser("restore", help="make a database of exported rows")
    back.add_argument("--reference", type=Path, default=REFERENCE, help="(default: %(default)s)")
    back.add_argument("--out", type=Path, required=True, help="the database file")
    back.add_argument("--claims", type=Path, help="config/claims.yaml: decide them, last of all")
    commands.add_parser("docs", help="write sql/README.md")
    options = parser.parse_args(arguments)
    try:
        {"build": _build, "export": _export, "restore": _restore, "docs": _docs}[options.command](
            options
        )
    except (ConfigError, StoreError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _build(options: argparse.Namespace) -> None:
    build(
        load_plan(options.plan),
        options.rows,
        options.out,
        options.layers,
        claims=_claims(options),
        partial=options.partial,
    )


def _export(options: argparse.Namespace) -> None:
    tables = export(options.database, options.out, add=options.add)["tables"]
    size = sum(path.stat().st_size for path in options.out.iterdir())
    rows = sum(entry["rows"] for entry in tables.values())
    print(f"store: {rows} rows of {len(tables)} tables in {options.out}, {size / 2**20:.1f} MiB")


def _restore(options: argparse.Namespace) -> None:
    root = options.claims.resolve().parents[1] if options.claims else None
    inputs = inputs_of(options.reference, options.claims)
    if is_current(options.out, inputs):
        print(f"store: {options.out} has the rows in {options.reference} already")
        return
    restore(
        options.reference,
        options.out,
        claims=_claims(options),
        tested=claims_by_experiment(root) if root else None,
        studies=studies_of_cells(root) if root else None,
    )
    note(options.out, inputs)


def _docs(options: argparse.Namespace) -> None:
    (FOLDER / "README.md").write_text(readme(), encoding="utf-8")


def _claims(options: argparse.Namespace) -> Claims | None:
    return load_claims(options.claims) if options.claims else None


if __name__ == "__main__":
    end_with_parents()
    exit_with(main)
