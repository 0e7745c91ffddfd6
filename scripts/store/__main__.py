"""``python -m scripts.store build ...`` makes the database, ``... docs`` its README.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.plan import ConfigError
from scripts.plan.claims import load_claims
from scripts.store.build import FOLDER, build
from scripts.store.document import readme
from scripts.store.errors import StoreError
from scripts.store.plan_file import load_plan


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
    make.add_argument("--partial", action="store_true", help="allow planned cells without rows")
    commands.add_parser("docs", help="write scripts/store/README.md")
    options = parser.parse_args(arguments)
    if options.command == "docs":
        (FOLDER / "README.md").write_text(readme(), encoding="utf-8")
        return 0
    try:
        plan = load_plan(options.plan)
        claims = load_claims(options.claims) if options.claims else None
        build(
            plan,
            options.rows,
            options.out,
            options.layers,
            claims=claims,
            partial=options.partial,
        )
    except (ConfigError, StoreError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
