"""What decides a layer: whether one that is there is what a build would make."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scripts.files.hashes import hash_of_text


def layer_made_from(
    layer: Mapping[str, Any], packages: Mapping[str, Any], date_s: int, **more: Any
) -> str:
    """One hash of all that decides a layer's bytes, but not of the code that carries it out.

    Args:
        layer: its description.
        packages: those of its lock.
        date_s: the date that its files are cut back to.
        more: the steps of its making, or its recipe, and what they are done with.
    """
    source = {"layer": layer, "packages": packages, "date": date_s, **more}
    return hash_of_text(json.dumps(source, sort_keys=True))
