"""The emulator for this host's kernel: built here, unless the guests' own is for the same one."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

from scripts.files import sync
from scripts.files.digests import sha256_of
from scripts.lab.errors import LabError
from scripts.lab.manifest import write_manifest
from scripts.lab.module import MAKE_S, sources_in
from scripts.lab.tools import last_words, run_tool

MODULES = Path("/lib/modules")
TOOLS = ("make", "gcc")
MODULE = "vnvme.ko"
MANIFEST = "emulator/emulator.json"


def release() -> str:
    """The running kernel, as `uname -r` has it."""
    return os.uname().release


def headers() -> Path:
    """Where the distribution puts what modules of the running kernel are built with."""
    return MODULES / release() / "build"


def module_folder(shared: Path) -> Path:
    """Where the emulator for the running kernel is, once it is built."""
    return shared / f"emulator-{release()}"


def _fits(manifest: Path) -> bool:
    """Whether the guests' emulator is for the running kernel, too."""
    return manifest.exists() and json.loads(manifest.read_text())["kernel_release"] == release()


def problem(shared: Path) -> str | None:
    """What is missing for an emulator of this kernel, with the fix, or None."""
    if (module_folder(shared) / MODULE).exists() or _fits(shared / MANIFEST):
        return None
    if not (headers() / "Makefile").exists():
        return (
            f"{headers()}: no kernel headers to build the emulator with: install "
            f"linux-headers-{release()}"
        )
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"{headers()}: {' and '.join(missing)} to build the emulator with: install them"
    return None


def build_host_module(shared: Path, source: Path) -> None:
    """Make the emulator for the running kernel, in its folder.

    Raises LabError with the compiler's first complaints, or with what there is none for.
    """
    out = module_folder(shared)
    out.mkdir(parents=True, exist_ok=True)
    own = shared / MANIFEST
    if _fits(own):
        shutil.copyfile(own.with_name(MODULE), out / MODULE)
        shutil.copyfile(own, out / own.name)
        return
    (out / MODULE).unlink(missing_ok=True)
    if missing := problem(shared):
        raise LabError(missing)
    with tempfile.TemporaryDirectory(prefix="build-", dir=out) as work:
        for path in sources_in(source):
            shutil.copyfile(path, Path(work) / path.name)
        command = ["make", "-C", work, f"KERNEL_HEADERS={headers()}", "-j2"]
        done = run_tool(command, "make", MAKE_S)
        (out / "build.log").write_text(done.stdout + done.stderr)
        if done.returncode != 0:
            complaints = [line for line in done.stderr.splitlines() if "error" in line.lower()]
            words = " / ".join(complaints[:3]) or last_words(done)
            raise LabError(f"{out}/build.log: the emulator did not build: {words}")
        sync(Path(work) / MODULE)
        (Path(work) / MODULE).replace(out / MODULE)
    manifest = {"kernel_release": release(), "module_sha256": sha256_of(out / MODULE)}
    write_manifest(out / own.name, manifest)
