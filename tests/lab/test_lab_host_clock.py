"""What the host's clock could change in a machine in virtual time, and that it can't."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from smoke_run import REPOSITORY

from scripts.lab.places import Places
from scripts.lab.virtual.machine import CONTROL, files_of
from scripts.lab.virtual.provenance import boot_of
from scripts.lab.virtual.qmp import Qmp
from scripts.layers.enter import toolchain_binary

pytestmark = pytest.mark.lab
PLACES = Places(REPOSITORY / "results")
# The machine's own clock then shows the host's.
OPTIONS = "-machine pc -S -nodefaults -display none -rtc base=utc,clock=host"


def year_in(qemu: tuple[str, ...], folder: Path) -> int:
    """The year on the clock of a machine that never starts."""
    command = [*qemu, *OPTIONS.split(), "-qmp", f"unix:{CONTROL},server=on,wait=off"]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL) as process:
        try:
            while not (folder / CONTROL).exists():
                assert process.poll() is None
            clock = Qmp(folder / CONTROL).command("qom-get", path="/machine", property="rtc-time")
        finally:
            process.kill()
    return 1900 + clock["tm_year"]


def test_hosts_clock_stands_still_for_qemu(smoke: Path, tmp_path: Path) -> None:
    boot = boot_of(PLACES, {})
    for name, path in files_of(boot, [], tmp_path / "console.log").items():
        (tmp_path / name).symlink_to(path.resolve())
    assert year_in(boot.qemu, tmp_path) == 2020


def test_qemu_without_the_library_sees_the_hosts_clock(smoke: Path, tmp_path: Path) -> None:
    qemu = toolchain_binary(PLACES.toolchain, "qemu-system-x86_64")
    assert year_in(tuple(qemu), tmp_path) > 2020
