"""The emulator on Linux 6.1 and on Debian's newest, and the kernel's own opinion of its style.

Not part of ``make test``, as it downloads half a gigabyte and takes a quarter of an hour a kernel:
``pytest -m kernels``.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from boot_guest import Run, boot_guest, names_of_all_checks
from other_kernels import LAYERS, Kernel, build_emulator, make_kernel

from scripts.lab.places import REPOSITORY, Places
from scripts.layers.enter import toolchain_command

pytestmark = pytest.mark.kernels

CHECKPATCH_FILES = ("checkpatch.pl", "spelling.txt", "const_structs.checkpatch")


@pytest.fixture(scope="module", params=LAYERS)
def kernel(request: pytest.FixtureRequest, places: Places) -> Kernel:
    kernel = make_kernel(request.param, places)
    build_emulator(kernel)
    return kernel


@pytest.fixture(scope="module")
def checked_there(kernel: Kernel, tmp_path_factory: pytest.TempPathFactory) -> Run:
    work = tmp_path_factory.mktemp("guest")
    return boot_guest(kernel, names_of_all_checks(), work)


@pytest.mark.parametrize("name", names_of_all_checks())
def test_check(checked_there: Run, name: str) -> None:
    checked_there.verify(name)


def test_checkpatch_has_nothing_to_say(places: Places, tmp_path: Path) -> None:
    """As ``emulator/.checkpatch.conf`` has it, which names what we leave alone and why."""
    tree = make_kernel("sid", places).tree
    names = " ".join(f"'*/scripts/{name}'" for name in CHECKPATCH_FILES)
    script = (
        f"tar -xJf /usr/src/linux-source-*.tar.xz -C /tmp/checkpatch --strip-components=2"
        f" --wildcards {names} && exec perl /tmp/checkpatch/checkpatch.pl --file *.c *.h"
    )
    binds = [(REPOSITORY / "emulator", "/tmp/vnvme"), (tmp_path, "/tmp/checkpatch")]
    command = toolchain_command(tree, ["sh", "-c", script], binds, "/tmp/vnvme")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
