"""The hash that the lab gives a cell's outputs (``outbox_sha256`` of ``outcome.json``)."""

from __future__ import annotations

import hashlib
from pathlib import Path


def sha256_of_tree(folder: Path) -> str:
    """One hash for the names and contents of all files below a folder, as the lab makes it.

    Here once more, as the rows must not depend on the lab's code.
    """
    tree = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        tree.update(f"{path.relative_to(folder)} {digest}\n".encode())
    return tree.hexdigest()
