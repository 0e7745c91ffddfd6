"""Which modules the initramfs holds, and in which order it loads them."""

import io
import lzma
import tarfile

import pytest

from scripts.layers.boot import export_boot_files, kernel_release, loading_order
from scripts.layers.errors import LayerError

# As depmod writes it: a module, then all that it needs, the deepest last.
INDEX = """\
kernel/fs/erofs/erofs.ko.xz: kernel/fs/netfs/netfs.ko.xz kernel/lib/libcrc32c.ko.xz
kernel/fs/netfs/netfs.ko.xz: kernel/lib/libcrc32c.ko.xz
kernel/lib/libcrc32c.ko.xz:
kernel/arch/x86/crypto/crc32c-intel.ko.xz:
"""
BUILT_IN = "kernel/drivers/nvdimm/nd_virtio.ko\n"


def test_a_module_comes_after_all_that_it_needs():
    order = loading_order(INDEX, BUILT_IN, ["erofs"])
    assert order == [
        "kernel/lib/libcrc32c.ko.xz",
        "kernel/fs/netfs/netfs.ko.xz",
        "kernel/fs/erofs/erofs.ko.xz",
    ]


def test_the_wanted_order_is_kept_and_nothing_comes_twice():
    order = loading_order(INDEX, BUILT_IN, ["crc32c_intel", "netfs", "erofs"])
    assert order[0].endswith("crc32c-intel.ko.xz")
    assert len(order) == len(set(order)) == 4


def test_a_module_inside_the_kernel_needs_no_loading():
    assert loading_order(INDEX, BUILT_IN, ["nd-virtio"]) == []


def test_an_unknown_module_is_named():
    with pytest.raises(LayerError, match="has no module nfs"):
        loading_order(INDEX, BUILT_IN, ["nfs"])


def test_a_layer_has_exactly_one_kernel():
    assert kernel_release(["usr/lib/modules/6.12/kernel", "usr/lib/os-release"]) == "6.12"
    with pytest.raises(LayerError, match="found none"):
        kernel_release(["usr/lib/os-release"])
    with pytest.raises(LayerError, match=r"found 6\.1, 6\.12"):
        kernel_release(["usr/lib/modules/6.1/x", "usr/lib/modules/6.12/x"])


def test_modules_are_exported_decompressed(tmp_path):
    """Busybox's insmod cannot decompress modules."""
    root = "usr/lib/modules/6.12"
    contents = {
        "boot/vmlinuz-6.12": b"kernel",
        "usr/bin/busybox": b"busybox",
        f"{root}/modules.dep": INDEX.encode(),
        f"{root}/modules.builtin": BUILT_IN.encode(),
    }
    for line in INDEX.splitlines():
        path = line.split(":")[0]
        contents[f"{root}/{path}"] = lzma.compress(b"\x7fELF " + path.encode())
    tar = tmp_path / "layer.tar"
    with tarfile.open(tar, "w") as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(f"./{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))

    assert export_boot_files(tar, ["erofs"], tmp_path / "boot") == "6.12"
    modules = tmp_path / "boot" / "modules"
    assert (modules / "order").read_text() == "libcrc32c.ko\nnetfs.ko\nerofs.ko\n"
    assert (modules / "erofs.ko").read_bytes() == b"\x7fELF kernel/fs/erofs/erofs.ko.xz"
    assert (tmp_path / "boot" / "vmlinuz").read_bytes() == b"kernel"
