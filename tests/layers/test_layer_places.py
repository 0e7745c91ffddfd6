"""Where a layer's programs can't be run."""

import os
import subprocess

import pytest

from scripts.layers.enter import toolchain_binary
from scripts.layers.errors import LayerError


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_tree_on_a_mount_without_programs_is_one_line(tmp_path):
    """The loader said "failed to map segment from shared object", and nothing of the mount."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "noexec", "none", tmp_path], check=True)
    try:
        (tmp_path / "usr/bin").mkdir(parents=True)
        (tmp_path / "usr/bin/qemu-system-x86_64").touch()
        with pytest.raises(
            LayerError, match=r"mounted noexec.*name a folder elsewhere as shared_dir"
        ):
            toolchain_binary(tmp_path, "qemu-system-x86_64")
    finally:
        subprocess.run(["umount", tmp_path], check=True)
