"""Build the emulator for the guests' kernel, with the toolchain layer's compiler and headers."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from scripts.files import sync
from scripts.files.digests import sha256_of
from scripts.lab.errors import LabError
from scripts.lab.manifest import write_manifest
from scripts.lab.tools import last_words, run_tool
from scripts.layers.enter import check_can_enter, toolchain_command

# Takes some 20 s.
MAKE_S = 1800.0
_PATTERNS = ("*.c", "*.h", "Kbuild", "Makefile")


def sources_in(folder: Path) -> list[Path]:
    """The emulator's sources in a folder, in the same order everywhere."""
    return sorted(path for pattern in _PATTERNS for path in folder.glob(pattern))


def build_module(toolchain: Path, source: Path, out: Path) -> None:
    """Compile ``source`` into ``out``/vnvme.ko and write emulator.json.

    Raises LabError with the compiler's first complaints; a warning is a complaint too.
    """
    tree = toolchain / "tree"
    headers = sorted((tree / "usr/src").glob("linux-headers-*-amd64"))
    if len(headers) != 1:
        raise LabError(f"{tree}/usr/src: expected the headers of one kernel, found {len(headers)}")
    check_can_enter()
    out.mkdir(parents=True, exist_ok=True)
    sources = sources_in(source)
    with tempfile.TemporaryDirectory(prefix="build-", dir=out) as work:
        for path in sources:
            shutil.copyfile(path, Path(work) / path.name)
        command = toolchain_command(
            tree,
            ["make", f"KERNEL_HEADERS=/usr/src/{headers[0].name}", "W=1", "cmd_checkdoc=", "-j2"],
            [(Path(work), "/tmp/vnvme")],
            "/tmp/vnvme",
        )
        done = run_tool(command, "make", MAKE_S)
        (out / "build.log").write_text(done.stdout + done.stderr)
        complaints = [
            line
            for line in (done.stdout + done.stderr).splitlines()
            if "error:" in line or ("warning:" in line and "vnvme" in line)
        ]
        if done.returncode != 0 or complaints:
            words = " / ".join(complaints[:3]) or last_words(done)
            raise LabError(f"{out}/build.log: the emulator did not build cleanly: {words}")
        sync(Path(work) / "vnvme.ko")
        (Path(work) / "vnvme.ko").replace(out / "vnvme.ko")
    digest = hashlib.sha256()
    for path in sources:
        digest.update(f"{path.name} {sha256_of(path)}\n".encode())
    write_manifest(
        out / "emulator.json",
        {
            "kernel_release": headers[0].name.removeprefix("linux-headers-"),
            "module_sha256": sha256_of(out / "vnvme.ko"),
            "source_sha256": digest.hexdigest(),
        },
    )
