"""``python -m scripts.advise workload DIR``: an own workload, from a server's statistics."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from scripts.advise.rules import AdviseError
from scripts.advise.workload import fidelity, folder
from scripts.advise.workload.statistics import read_statistics, since
from scripts.own.servers import TrialError, check_known

LAYERS = Path("results/layers")


def run(arguments: Sequence[str]) -> int:
    """Make the folder, then compare it with production. Raises AdviseError."""
    options = _parser().parse_args(arguments)
    try:
        if options.engine:
            check_known(options.engine, options.layers)
    except TrialError as error:
        raise AdviseError(str(error)) from None
    found = read_statistics(options.statistics)
    if options.before is not None:
        found = since(read_statistics(options.before), found)
    memory = round(options.memory_gib * 2**30) if options.memory_gib else None
    if options.memory_gib is not None and not 0.01 <= options.memory_gib <= 2**16:
        raise AdviseError("--memory-gib is not a number from 0.01 to 65,536")
    made = folder.make_folder(
        options.folder, options.schema, found, memory, options.keep_common_values
    )
    wanted = options.engine or folder.engine_of(found)
    engine = fidelity.engine_to_ask(wanted, options.layers)
    if engine is None:
        print(
            "The workload was not compared with production, as no layer is built: run "
            f"`python -m scripts.layers build envs/{wanted}.yaml`, then this again"
        )
    else:
        rows = fidelity.compared(made, engine, options.layers, options.transactions)
        print("\n".join(fidelity.in_text(rows, engine)))
    print()
    print("\n".join(folder.in_text(made, found)))
    print(f"\nNow: python -m scripts.own check {options.folder}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.advise workload", description=__doc__)
    parser.add_argument("folder", type=Path, help="to make")
    parser.add_argument("--schema", type=Path, required=True, help="a dump without data")
    parser.add_argument(
        "--statistics", type=Path, required=True, help="the answer of sql/advise/workload/*.sql"
    )
    parser.add_argument("--before", type=Path, help="an earlier answer: what came since counts")
    parser.add_argument(
        "--memory-gib", type=float, help="of the server, engine and page cache (as the answer says)"
    )
    parser.add_argument(
        "--keep-common-values", action="store_true", help="in the rows, if the answer has them"
    )
    parser.add_argument("--engine", help="on which it is compared (as the server's)")
    parser.add_argument(
        "--transactions", type=int, default=fidelity.TRANSACTIONS_EACH, help="of it (%(default)s)"
    )
    parser.add_argument("--layers", type=Path, default=LAYERS, help="(%(default)s)")
    return parser
