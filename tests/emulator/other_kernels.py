"""Debian's oldest and newest kernels: headers to build the emulator with, machines to load it in.

A kernel is a tree of one suite, made like a layer and kept in ``results/kernels/<suite>/``. It is
made once: delete the folder for what the suite has today. QEMU is that of the toolchain layer.
"""

from __future__ import annotations

import lzma
import shutil
from dataclasses import dataclass
from pathlib import Path

from todays_tree import bootstrap_today

from scripts.lab.boot import build_boot
from scripts.lab.module import build_module
from scripts.lab.places import REPOSITORY, Places
from scripts.layers.boot import kernel_release, loading_order
from scripts.layers.build import remove_tree
from scripts.layers.image import make_image, unpack_tree
from scripts.layers.model import Layer

BUILD_TOOLS = ["gcc", "make", "linux-headers-amd64"]
GUEST_TOOLS = [
    *("python3", "fio", "bpftrace", "nvme-cli", "xfsprogs", "e2fsprogs"),
    *("kmod", "mount", "util-linux", "util-linux-extra", "procps", "busybox-static"),
]
MODULES = ["nd_e820", "nd_pmem", "erofs", "overlay", "nvme", "ext4"]
LAYERS = {
    layer.suite: layer
    for layer in (
        Layer(
            name="kernel-bookworm",
            role="base",
            suite="bookworm",
            description="Linux 6.1",
            # Installed, as this suite's kernels cannot be extracted over a merged /usr; with the
            # quickest of the packages that make an initramfs, which is not used.
            packages=[*BUILD_TOOLS, *GUEST_TOOLS, "linux-image-amd64", "tiny-initramfs"],
            boot_modules=["crc32c_generic", "crc32c_intel", *MODULES],
        ),
        Layer(
            name="kernel-sid",
            role="base",
            suite="sid",
            description="the newest kernel, and its sources for their checkpatch.pl",
            packages=[*BUILD_TOOLS, *GUEST_TOOLS, "linux-source", "perl", "xz-utils"],
            unpack=[f"linux-{part}-{{kernel}}-amd64" for part in ("base", "binary", "modules")],
            boot_modules=MODULES,
        ),
    )
}


@dataclass(frozen=True)
class Kernel(Places):
    """A kernel's folder as the lab knows places; ``host`` is the workflow's, with QEMU."""

    host: Places

    @property
    def toolchain(self) -> Path:
        """The tree whose QEMU runs the machine."""
        return self.host.toolchain

    def needed(self, name: str) -> Path:
        """A file or folder; QEMU is the workflow's, whatever the kernel."""
        return self.host.needed(name) if name == "layers/qemu" else super().needed(name)

    @property
    def tree(self) -> Path:
        """The suite's own tree: compiler, headers, sources."""
        return self.shared / "headers/tree"


def make_kernel(suite: str, host: Places) -> Kernel:
    """A suite's kernel, made now if it is not there."""
    folder = REPOSITORY / "results/kernels" / suite
    kernel = Kernel(folder, host)
    if not (folder / "boot/boot.json").exists():
        _make_tree(LAYERS[suite], kernel)
        _export_boot_files(LAYERS[suite], kernel.tree, folder / "layers/base/boot")
        build_boot(folder / "layers/base", folder / "boot")
    return kernel


def build_emulator(kernel: Kernel) -> None:
    """The module for a kernel. Raises LabError if the compiler has but a warning."""
    build_module(kernel.tree.parent, REPOSITORY / "emulator", kernel.shared / "emulator")


def _make_tree(layer: Layer, kernel: Kernel) -> None:
    """The same tree twice: unpacked to compile in, and as the image that guests have as base."""
    remove_tree(kernel.shared)
    kernel.tree.parent.mkdir(parents=True)
    tar = kernel.shared / "tree.tar"
    image = kernel.shared / "layers/base/image.erofs"
    image.parent.mkdir(parents=True)
    bootstrap_today(layer, tar, kernel.shared / "build.log")
    unpack_tree(tar, kernel.tree)
    make_image(tar, image, kernel.toolchain, layer.name)
    tar.unlink()


def _export_boot_files(layer: Layer, tree: Path, folder: Path) -> None:
    """Kernel, busybox and early modules, in the form in which the base layer has them."""
    (folder / "modules").mkdir(parents=True)
    # Sid has a folder of the headers' own there as well.
    indexes = list((tree / "usr/lib/modules").glob("*/modules.dep"))
    release = kernel_release([str(path.relative_to(tree)) for path in indexes])
    modules = tree / "usr/lib/modules" / release
    images = (tree / f"boot/vmlinuz-{release}", modules / "vmlinuz")
    shutil.copyfile(next(path for path in images if path.exists()), folder / "vmlinuz")
    shutil.copyfile(tree / "usr/bin/busybox", folder / "busybox")
    order = []
    for path in loading_order(
        (modules / "modules.dep").read_text(),
        (modules / "modules.builtin").read_text(),
        layer.boot_modules,
    ):
        content = (modules / path).read_bytes()
        if path.endswith(".xz"):
            content = lzma.decompress(content)
        order.append(Path(path).name.removesuffix(".xz"))
        (folder / "modules" / order[-1]).write_bytes(content)
    (folder / "modules/order").write_text("".join(f"{name}\n" for name in order))
