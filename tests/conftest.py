"""The guest's package by the name that it has in the guest, as its modules import each other so."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "scripts"))
