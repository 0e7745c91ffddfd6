"""Another model of processor for the host's programs: QEMU's user-mode emulation runs them.

What translates the guest's code asks the processor what it can do and uses that. So a QEMU that
is itself emulated, on an old processor, makes other host code of the same guest.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from scripts.layers.enter import LOADER

# Of 2008, without AVX, BMI and MOVBE, which the translator uses where it finds them.
OLD = "Nehalem"
EMULATORS = ("qemu-x86_64", "qemu-x86_64-static")


def layers_on(model: str, layers: Path, folder: Path) -> Path:
    """Layers whose programs of the toolchain run on an emulated processor.

    ``folder`` is made and returned. All in it are links to ``layers``, but for the loader that
    starts the programs.
    """
    emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
    assert emulator, "qemu-x86_64 is missing: run `make test-cpus`, or install qemu-user"
    inside = Path("toolchain/tree") / LOADER
    here, there = folder, layers.resolve()
    for part in inside.parts:
        here.mkdir()
        for path in there.iterdir():
            if path.name != part:
                (here / path.name).symlink_to(path)
        here, there = here / part, there / part
    emulated = shlex.join([emulator, "-cpu", model, str(there)])
    here.write_text(f'#!/bin/sh\nexec {emulated} "$@"\n')
    here.chmod(0o755)
    return folder
