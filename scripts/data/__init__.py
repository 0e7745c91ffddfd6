"""The data that engines are loaded with: a folder per kind.

Its ``model.py`` says what a study may ask for, and answers what the plan wants to know of it: how
much room it takes, what it is in words, what is wrong with it. Its ``rows.py`` writes the rows.

``write_rows(dataset, shared, folder)`` of such a module writes the files that the bulk loaders
read. A dataset's files are a function of its settings: NumPy's PCG64 gives the same stream on every
machine. A kind without a ``rows.py``, such as HammerDB's, makes its rows in the guest.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def has_rows(kind: str) -> bool:
    """Whether rows of this kind of data are written on the host."""
    return (FOLDER / kind / "rows.py").is_file()


def write_rows(dataset: dict[str, Any], shared: Path, folder: Path) -> None:
    """Write the files that a dataset is loaded from into ``folder``.

    Args:
        dataset: its settings, with its ``kind``.
        shared: the folder of what studies share, such as TPC-H's tables.
        folder: an empty one.

    Raises:
        DataError: the rows can't be written.
    """
    import_module(f"scripts.data.{dataset['kind']}.rows").write_rows(dataset, shared, folder)
