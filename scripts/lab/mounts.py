"""Which file systems are a network's: memory is slow there, and locks may be one node's alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
# Names as the kernel has them; of FUSE, all that is no block device's.
NETWORKS = re.compile(
    r"nfs4?|lustre|gpfs|beegfs|ceph|cifs|smb3|panfs|pvfs2|orangefs|afs|9p|virtiofs|wekafs|fuse(\..+)?"
)
# Where a lock is one for all nodes, unless an option says otherwise.
WITH_LOCKS = re.compile(r"nfs4?|gpfs|ceph|lustre")
LOCAL_LOCKS = {"nolock", "local_lock=all", "local_lock=flock", "localflock", "noflock"}


@dataclass(frozen=True)
class Mount:
    """What a folder is on: the kind of the file system, and the options that it is mounted with."""

    kind: str
    options: frozenset[str]

    @property
    def is_network(self) -> bool:
        """Whether its files are on another host."""
        return bool(NETWORKS.fullmatch(self.kind))

    @property
    def has_locks_of_all_nodes(self) -> bool:
        """Whether a lock that is to be had here is held by no other node."""
        if not WITH_LOCKS.fullmatch(self.kind) or LOCAL_LOCKS & self.options:
            return False
        return self.kind != "lustre" or "flock" in self.options


def mount_of(folder: Path) -> Mount:
    """The file system that a folder is on, or is to be made on."""
    try:
        lines = MOUNTS.read_text(errors="replace").splitlines()
    except OSError:
        return Mount("", frozenset())
    resolved = folder.resolve()
    found, depth = Mount("", frozenset()), -1
    for line in lines:
        before, _, after = line.partition(" - ")
        place = Path(re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), before.split()[4]))
        # Of two at one place the later covers the earlier.
        if len(place.parts) >= depth and (place == resolved or place in resolved.parents):
            kind, _, options = after.split(" ", 2)
            words = f"{before.split()[5]},{options}".split(",")
            found, depth = Mount(kind, frozenset(words)), len(place.parts)
    return found
