"""What values in YAML files may be: blocks without unknown keys, checked kinds of value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

Scalar = str | int | float | bool
NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_S = 86_400.0
# The device takes a schedule in one write to sysfs, which is a page: some 75 changes of a setting.
STEPS_MAX = 18


class Block(BaseModel):
    """A block of the configuration: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)


def _fail(message: str) -> PydanticCustomError:
    # Braces would be read as placeholders of the message's template.
    return PydanticCustomError("plan", message.replace("{", "(").replace("}", ")"))  # type: ignore[arg-type]


def plain(value: float) -> int | float:
    """3.0 as 3, so that 3 and 3.0 in a file give the same cell."""
    return int(value) if float(value).is_integer() else float(value)


def _scalar(value: Any) -> Scalar:
    if isinstance(value, bool):
        return "on" if value else "off"  # YAML reads a bare on and off as booleans
    if isinstance(value, float) and math.isfinite(value):
        return plain(value)
    if isinstance(value, str | int):
        return value
    raise _fail(f"must be a text or a number (got {value})")


def _duration(value: Any) -> dict[str, float]:
    """A number, or a mapping by bandwidth, as ``{"4": 60, "default": 8}``."""
    steps = value if isinstance(value, dict) else {"default": value}
    if "default" not in steps:
        raise _fail('needs the key "default", for bandwidths above the largest that is named')
    for key, seconds in steps.items():
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not number or not 0 <= seconds <= LONGEST_S:
            raise _fail(f"must be a number of seconds from 0 to {LONGEST_S:.0f} (got {seconds})")
        if key == "default":
            continue
        try:
            positive = float(key) > 0
        except ValueError:
            positive = False
        if not positive:
            raise _fail(f'the keys must be bandwidths in MiB/s > 0 or "default" (got "{key}")')
    return {str(key): plain(seconds) for key, seconds in steps.items()}


def multiple_of(factor: int) -> Callable[[int], int]:
    """A validator that refuses numbers that are not a multiple."""

    def validated(value: int) -> int:
        if value % factor:
            raise _fail(f"must be a multiple of {factor} (got {value})")
        return value

    return validated


def folder(value: str) -> str:
    """Refuse what is not a folder's name, or would be read as a placeholder by the workflow."""
    if any(letter in "{}" or not letter.isprintable() for letter in value) or len(value) > 1000:
        raise _fail("must be the path of a folder, without braces and control characters")
    return value


Folder = Annotated[str, Field(min_length=1), AfterValidator(folder)]
Setting = Annotated[Any, BeforeValidator(_scalar)]
Duration = Annotated[Any, BeforeValidator(_duration)]
