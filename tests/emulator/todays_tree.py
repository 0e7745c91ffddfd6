"""A tree of today's packages: what tests need of Debian is in no lock."""

from __future__ import annotations

from pathlib import Path

from scripts.layers.debian import bootstrap
from scripts.layers.fetch import fetch_packages
from scripts.layers.guard import guarded
from scripts.layers.model import Layer
from scripts.layers.repository import make_repository, open_folder
from scripts.layers.resolve import index_of


def bootstrap_today(layer: Layer, tar: Path, log: Path) -> None:
    """Install a layer's packages as they are today into a new tree, and write it to ``tar``."""
    with index_of(layer) as index:
        lock = index.resolve(layer)
    files = fetch_packages(lock, tar.parent / "packages", print)
    with guarded(tar, print) as guard, open_folder(tar.parent) as repository:
        make_repository(lock, files, repository)
        bootstrap(layer, repository, tar, log, guard, print)
