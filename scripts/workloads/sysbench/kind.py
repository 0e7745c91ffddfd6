"""``sysbench/<script>``: a script that comes with sysbench, or one of ours."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from scripts.workloads.workload import Workload

ROOT = Path(__file__).parents[3]
FOLDER = "workloads/sysbench"
# Runs every script, built in or ours.
EVENTS = "modules/events"
# The scripts that come with sysbench 1.0, in /usr/share/sysbench of the base layer.
BUILT_IN = (
    "bulk_insert",
    "oltp_delete",
    "oltp_insert",
    "oltp_point_select",
    "oltp_read_only",
    "oltp_read_write",
    "oltp_update_index",
    "oltp_update_non_index",
    "oltp_write_only",
    "select_random_points",
    "select_random_ranges",
)
# Scripts of ours for data that sysbench knows nothing of; a script is named like the kind.
OWN_DATA = ("tpcc", "payments")
_REQUIRED = re.compile(r'\brequire\("(\w+)"\)')


class Sysbench(Workload):
    """sysbench 1.0, which every engine has a driver for."""

    usage = "`sysbench/<script>` (built in, or in `workloads/sysbench/`)"
    ending = "lua"
    takes_cell_options = True
    whole_s = 1
    never_ends = True

    def names(self, root: Path) -> tuple[str, ...]:
        """sysbench's own scripts and ours."""
        return tuple(sorted({*(super().names(root) or ()), *BUILT_IN}))

    def data(self, name: str) -> str:
        """sysbench's tables, but for scripts that are named after other data."""
        return name if name in OWN_DATA else "sysbench"

    def files(self, name: str, adapter: str | None) -> set[str]:
        """The script, if it is ours, and the modules that it requires."""
        return {*lua_sources(name), *lua_sources(EVENTS)}


@cache
def lua_sources(name: str) -> tuple[str, ...]:
    """A sysbench script of ours and the modules that it requires; nothing for sysbench's own."""
    found: set[str] = set()
    waiting = [f"{FOLDER}/{name}.lua"]
    while waiting:
        path = waiting.pop()
        if path in found or not (ROOT / path).is_file():
            continue  # sysbench and LuaJIT have modules, too
        found.add(path)
        waiting += [f"{FOLDER}/modules/{module}.lua" for module in required(ROOT / path)]
    return tuple(sorted(found))


def required(path: Path) -> list[str]:
    """The names of the modules that a Lua file requires."""
    return re.findall(_REQUIRED, path.read_text(encoding="utf-8"))


WORKLOAD = Sysbench("sysbench")
