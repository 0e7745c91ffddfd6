"""The host's clock as QEMU sees it: a library that stands before the C library's (why: its source).

Preloaded by every machine in virtual time.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from scripts.files import sync
from scripts.lab.errors import LabError
from scripts.lab.tools import last_words, run_tool
from scripts.layers.enter import check_can_enter, toolchain_command

SOURCE = Path("qemu/host_clock.c")
LIBRARY = "host_clock.so"
# Takes less than a second.
COMPILE_S = 600.0
_COMPILE = ("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-nostdlib")


def build_host_clock(toolchain: Path, source: Path, out: Path) -> None:
    """Compile ``source`` into ``out``/host_clock.so with the compiler of the toolchain's layer.

    Raises LabError with the compiler's words; a warning is an error.
    """
    check_can_enter()
    with tempfile.TemporaryDirectory(prefix="build-", dir=out) as work:
        shutil.copyfile(source, Path(work) / source.name)
        command = [*_COMPILE, "-Wl,--build-id=none", "-o", LIBRARY, source.name]
        folder = "/tmp/host-clock"
        done = run_tool(
            toolchain_command(toolchain / "tree", command, [(Path(work), folder)], folder),
            "gcc",
            COMPILE_S,
        )
        if done.returncode != 0:
            raise LabError(f"{source}: did not compile: {last_words(done)}")
        sync(Path(work) / LIBRARY)
        (Path(work) / LIBRARY).replace(out / LIBRARY)
