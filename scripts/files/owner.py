"""A run as root in a user's checkout: what it made becomes the user's, who can go on with it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

ROOT_UID = 0


def give_back(folders: Iterable[Path], checkout: Path) -> None:
    """Make root's files in ``folders`` those of the owner of the ``checkout``, if that isn't root.

    Links are not followed. Does nothing for anybody but root.
    """
    owner = checkout.stat()
    if os.geteuid() != ROOT_UID or owner.st_uid == ROOT_UID:
        return
    for folder in folders:
        for place, folders_in_it, files in os.walk(folder):
            for path in (Path(place), *(Path(place, name) for name in (*folders_in_it, *files))):
                _give(path, owner.st_uid, owner.st_gid)


def _give(path: Path, uid: int, gid: int) -> None:
    with suppress(OSError):  # it has just gone, or its file system has no owners
        found = path.lstat()
        if found.st_uid == ROOT_UID:
            os.lchown(path, uid, gid)
            # A new owner takes what lets a program run as its owner, which is part of a layer.
            if stat.S_ISREG(found.st_mode):
                path.chmod(stat.S_IMODE(found.st_mode))
