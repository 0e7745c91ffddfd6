"""The rows of many cells, by a few processes: to start one for each would take most of the time.

What is up to date stays as it is, cell by cell, so that one more cell costs no more than itself.
"""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from scripts.files import write_whole
from scripts.files.digests import sha256_of
from scripts.ingest.folder import MANIFEST, is_current, parse_folder
from scripts.parse.errors import ParseError

# A process costs more than it saves for fewer cells.
CELLS_EACH = 4
AT_ONCE = 8
PR_SET_PDEATHSIG = 1


def parse_cells(
    cells: Sequence[str], folder: Path, out: Path, code: str | None, workers: int
) -> list[str]:
    """Write the rows of the cells in `folder` that are new or have changed into `out`.

    ``rows.json`` in `out`, which is written last, has the hash of each cell's own.

    Returns:
        A message for each cell that has no rows; then there is no ``rows.json`` either.
    """
    out.mkdir(parents=True, exist_ok=True)
    make = partial(_make, folder=folder, out=out, code=code)
    # Cores of a cluster are not this host's.
    workers = min(workers, len(os.sched_getaffinity(0)), -(-len(cells) // CELLS_EACH))
    if workers <= 1:
        problems = [make(cell) for cell in cells]
    else:
        with ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("fork"),
            initializer=_end_with,
            initargs=(os.getpid(),),
        ) as pool:
            problems = list(pool.map(make, cells, chunksize=AT_ONCE))
    found = [problem for problem in problems if problem is not None]
    if not found:
        made = {cell: sha256_of(out / cell / MANIFEST) for cell in cells}
        write_whole(out / MANIFEST, json.dumps({"cells": made}, indent=1) + "\n")
    return found


def _end_with(parent: int) -> None:
    """End when the process that waits for this one has ended."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _make(cell: str, folder: Path, out: Path, code: str | None) -> str | None:
    """Make one cell's rows; what is wrong, if there are none."""
    if code is not None and is_current(folder / cell, out / cell, code):
        return None
    try:
        parse_folder(folder / cell, out / cell, code)
    except ParseError as error:
        return str(error)
    return None
