"""Tables of rows that the host made, as most kinds of data have them.

What differs for a kind is in ``data/<kind>/guest.py``, which has one function::

    load(job: dict, engine: Adapter, layer: Layer) -> None

It is in the payload where the kind has it; ``load`` here is that of the others.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path

from guest.engines import Adapter, Layer
from guest.system import PAYLOAD, mount

ROWS = Path("/run/rows")
IMAGE = Path("/dev/pmem4")
TABLES = PAYLOAD / "tables.json"
ROUTINES = PAYLOAD / "routines.sql"


def loader(kind: str) -> Callable[[dict, Adapter, Layer], None]:
    """What loads a kind of data."""
    if (PAYLOAD / "data" / kind / "guest.py").exists():
        return importlib.import_module(f"data.{kind}.guest").load
    return load


def mount_rows(layer: Layer) -> Path:
    """Mount the rows, for the engine's layer too; returns their folder."""
    mount("erofs", IMAGE, ROWS, "ro,dax=always")
    layer.share(ROWS)
    return ROWS


def load(job: dict, engine: Adapter, layer: Layer) -> None:
    """Load the tables that the payload describes, and make the routines that it has."""
    engine.load_tables(json.loads(TABLES.read_text()), mount_rows(layer))
    if routines := ROUTINES.read_text():
        engine.sql(routines)
