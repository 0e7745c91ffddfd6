"""The toolchain's programs run on this host: directly, as root, and as an ordinary user."""

import os
import subprocess
from pathlib import Path

import pytest

from scripts.layers.build import read_manifest
from scripts.layers.enter import (
    _namespace,
    check_can_enter,
    toolchain_binary,
    toolchain_command,
)
from scripts.layers.errors import LayerError

pytestmark = pytest.mark.lab

NOBODY = 65534

TRIAL_MODULE = """\
#include <linux/module.h>
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A trial");
static int __init trial_init(void) { return 0; }
module_init(trial_init);
"""


def output(argv: list[str]) -> str:
    result = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", ["qemu-system-x86_64", "mkfs.erofs", "mke2fs", "gcc", "cpio"])
def test_a_program_uses_no_library_of_the_host(toolchain, name):
    """A host's library that slips in would make two hosts differ, or the program crash."""
    argv = toolchain_binary(toolchain / "tree", name)
    program = next(index for index, word in enumerate(argv) if word.endswith(f"/{name}"))
    libraries = output([*argv[:program], "--list", argv[program]])
    # Each line is "libc.so.6 => /path (0x7f...)", and a path may have spaces.
    found = [line.split(" => ")[1] for line in libraries.splitlines() if " => " in line]
    paths = [path.rpartition(" (0x")[0] for path in found]
    assert paths
    for path in paths:
        assert path.startswith(str(toolchain / "tree/usr/lib")), path


def test_qemu_finds_its_firmware_in_the_tree(toolchain):
    """With the icount clock, as the lab runs it; the firmware gives up as there is no disk."""
    options = (
        "-accel tcg,thread=single -icount shift=0,sleep=off -machine q35 -nodefaults "
        "-display none -serial none -monitor stdio"
    )
    argv = [*toolchain_binary(toolchain / "tree", "qemu-system-x86_64"), *options.split()]
    monitor = subprocess.run(
        argv, input="info roms\nquit\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert monitor.returncode == 0, monitor.stderr
    assert "bios-256k.bin" in monitor.stdout


def test_a_kernel_module_can_be_built(toolchain, tmp_path):
    """What the toolchain's compiler and headers are for; the headers name absolute paths."""
    release = read_manifest(toolchain)["kernel_release"]
    (tmp_path / "Makefile").write_text("obj-m := trial.o\n")
    (tmp_path / "trial.c").write_text(TRIAL_MODULE)
    argv = ["make", "-C", f"/usr/lib/modules/{release}/build", "M=/mnt", "modules"]
    output(toolchain_command(toolchain / "tree", argv, [(tmp_path, "/mnt")]))
    assert f"vermagic={release} ".encode() in (tmp_path / "trial.ko").read_bytes()


def test_nothing_stays_mounted(toolchain, tmp_path):
    output(toolchain_command(toolchain / "tree", ["true"], [(tmp_path, "/mnt")]))
    assert str(toolchain) not in Path("/proc/self/mounts").read_text()


def test_a_folder_comes_with_what_is_mounted_in_it(toolchain, tmp_path):
    """A recipe whose files were bound one by one was empty inside, and compiled to nothing."""
    (tmp_path / "recipe").mkdir()
    (tmp_path / "recipe/build.sh").touch()
    (tmp_path / "mounted").write_text("its words\n")
    inner = toolchain_command(
        toolchain / "tree", ["cat", "/recipe/build.sh"], [(tmp_path / "recipe", "/recipe")]
    )
    bind = 'mount --bind "$1" "$2"; shift 2; exec "$@"'
    paths = [str(tmp_path / name) for name in ("mounted", "recipe/build.sh")]
    assert output([*_namespace(), "sh", "-euc", bind, "sh", *paths, *inner]) == "its words\n"


def test_the_hosts_environment_stays_outside(toolchain, monkeypatch):
    monkeypatch.setenv("CFLAGS", "-march=native")
    names = {
        line.split("=")[0]
        for line in output(toolchain_command(toolchain / "tree", ["env"])).split()
    }
    assert "CFLAGS" not in names


@pytest.mark.skipif(os.geteuid() != 0, reason="root is needed to become another user")
def test_an_ordinary_user_can_enter(toolchain, tmp_path_factory, monkeypatch):
    """Everyone may read the tree, so what root built serves others too."""
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    reach = subprocess.run([*become, "test", "-x", toolchain / "tree"], check=False)
    if reach.returncode != 0:
        pytest.skip("the toolchain is in a folder that others may not enter")
    namespace = subprocess.run([*become, "unshare", "--map-root-user", "true"], check=False)
    if namespace.returncode != 0:
        pytest.skip("this host keeps user namespaces from ordinary users")
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    argv = toolchain_command(toolchain / "tree", ["gcc", "--version"])
    assert "--map-root-user" in argv
    assert output([*become, *argv]).startswith("gcc (Debian ")


def test_this_host_allows_it():
    check_can_enter()


def test_a_missing_program_is_named(toolchain):
    with pytest.raises(LayerError, match=r"has no program mkfs.ntfs: .* envs/toolchain.yaml"):
        toolchain_binary(toolchain / "tree", "mkfs.ntfs")
