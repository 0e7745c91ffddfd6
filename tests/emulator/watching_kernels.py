"""Kernels that watch themselves, built from Debian's source: with KASAN and lockdep, with KCSAN.

Debian has none of these. The source and what compiles it is a tree of its own, made like a layer;
all is kept in ``results/kernels/`` and made once: delete ``results/kernels/source`` for what the
suite has today, and a kernel's folder to build it again.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from todays_tree import bootstrap_today

from scripts.lab.places import REPOSITORY
from scripts.lab.tools import last_words, run_tool
from scripts.layers.enter import check_can_enter, toolchain_command
from scripts.layers.image import unpack_tree
from scripts.layers.model import Layer

SOURCE = "linux-source-6.12"
LAYER = Layer(
    name="kernel-source",
    role="toolchain",
    suite="trixie",
    description="the lab's Linux as source, and what compiles it",
    packages=["gcc", "make", "flex", "bison", "bc", "libelf-dev", "xz-utils", SOURCE],
)
CONFIGS = Path(__file__).parent / "kernels"
KERNELS = ("kasan", "kcsan")
# Ten minutes with two cores.
BUILD_S = 7200.0
# Where a kernel's folders are while something is compiled: paths that end up in it.
INSIDE = "/tmp/kernels"
_UNPACK = f"mkdir linux && tar -xJf /usr/src/{SOURCE}.tar.xz -C linux --strip-components=1"
_CONFIGURE = """
make -C ../source/linux O=$PWD/build tinyconfig
../source/linux/scripts/kconfig/merge_config.sh -m -O build build/.config {fragments}
make -C build olddefconfig
for line in $(grep -h =y {fragments}); do
    grep -qx $line build/.config || echo "$line is not to be had" >&2
done
"""


class BuildError(Exception):
    """What the compiler, or whoever came before it, had to say."""


@dataclass(frozen=True)
class WatchingKernel:
    """A kernel's folder."""

    name: str

    @property
    def folder(self) -> Path:
        """Everything of this kernel."""
        return REPOSITORY / "results/kernels" / self.name

    @property
    def image(self) -> Path:
        """What QEMU boots."""
        return self.folder / "build/arch/x86/boot/bzImage"

    @property
    def module(self) -> Path:
        """The emulator for it."""
        return self.folder / "vnvme/vnvme.ko"


def make_watching_kernel(name: str) -> WatchingKernel:
    """A kernel of ``KERNELS``, built now if it is not there; the emulator is always built anew."""
    check_can_enter()
    kernel = WatchingKernel(name)
    _make_source()
    done = kernel.folder / "done"
    if not done.exists():
        shutil.rmtree(kernel.folder, ignore_errors=True)
        (kernel.folder / "build").mkdir(parents=True)
        for fragment in ("common", name):
            shutil.copyfile(CONFIGS / f"{fragment}.config", kernel.folder / f"{fragment}.config")
        _compile(kernel, _CONFIGURE.format(fragments=f"common.config {name}.config"))
        _compile(kernel, f"make -C build -j{os.cpu_count()} bzImage modules")
        done.touch()
    shutil.rmtree(kernel.folder / "vnvme", ignore_errors=True)
    shutil.copytree(REPOSITORY / "emulator", kernel.folder / "vnvme")
    _compile(kernel, "make -C build M=$PWD/vnvme modules")
    return kernel


def _make_source() -> None:
    """The tree with the compiler, and the kernel's source beside it."""
    folder = REPOSITORY / "results/kernels/source"
    if (folder / "done").exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    bootstrap_today(LAYER, folder / "tree.tar", folder / "build.log")
    unpack_tree(folder / "tree.tar", folder / "tree")
    (folder / "tree.tar").unlink()
    _run(folder, _UNPACK)
    (folder / "done").touch()


def _compile(kernel: WatchingKernel, script: str) -> None:
    _run(kernel.folder, script)


def _run(folder: Path, script: str) -> None:
    """Run a shell script in a folder of ``results/kernels/`` with the tree's programs."""
    kernels = folder.parent
    command = toolchain_command(
        kernels / "source/tree",
        ["sh", "-ec", script],
        [(kernels, INSIDE)],
        f"{INSIDE}/{folder.name}",
    )
    done = run_tool(command, "make", BUILD_S)
    with (folder / "make.log").open("a") as log:
        log.write(f"$ {script}\n{done.stdout}{done.stderr}")
    if done.returncode or "is not to be had" in done.stderr:
        raise BuildError(f"{folder}/make.log: {last_words(done)}")
