"""The locked image of each layer that a job uses: other packages are another measurement.

An image that repeats the results of an earlier one to the byte is no other measurement: the earlier
one counts. Whoever measures published cells again (``scripts.verify``) puts that to the test.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from scripts.engines.layer_files import lock_file
from scripts.plan.catalogue import HOST_LAYERS
from scripts.plan.errors import ConfigError, Problem

_IMAGE = re.compile(r"^image_sha256: ['\"]?([0-9a-f]{64})", re.MULTILINE)
# Of a layer that is compiled: the same before anybody has compiled it, and after.
_SOURCE = re.compile(r"^source_sha256: ['\"]?([0-9a-f]{64})", re.MULTILINE)
_RESULTS_OF = re.compile(r"^results_of_sha256: ['\"]?([0-9a-f]{64})", re.MULTILINE)


def images_of(root: Path, engine: str | None) -> dict[str, str]:
    """SHA-256 by name of the layers that every job uses, and of its engine's.

    A layer that was never built has no image yet: its packages stand for it. (HammerDB has no lock;
    its version is in the jobs that use it.)

    Raises:
        ConfigError: a layer has no lock.
    """
    names = [*HOST_LAYERS, *([engine] if engine else [])]
    return {name: image_of(root, name) for name in names}


def image_of(root: Path, layer: str) -> str:
    """SHA-256 of the image whose results a layer's are, its own as a rule; raises ConfigError."""
    return _image(_text(root, layer))


def _text(root: Path, layer: str) -> str:
    path = lock_file(root, layer)
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        name = str(path.relative_to(root))
        message = f"is missing: run `make relock NAMES={layer}`, which takes today's packages"
        raise ConfigError([Problem(name, None, "", message)]) from None


@cache
def _image(lock: str) -> str:
    """The image's hash in a lock, by its text: reading all its packages as YAML takes long."""
    if found := _RESULTS_OF.search(lock) or _SOURCE.search(lock) or _IMAGE.search(lock):
        return found[1]
    packages = [line for line in lock.splitlines() if line.strip() and not line.startswith("#")]
    return hashlib.sha256("\n".join(packages).encode()).hexdigest()
