"""The configuration's models of the device: what it is, and the settings of the table.

The settings are fields made of ``scripts/device/table.py``; each is at its default where the
configuration names none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, create_model

from scripts.device.controls import EMULATED, QUEUED
from scripts.device.setting import Setting, Value
from scripts.device.table import BY_NAME, SETTINGS, SHORTHANDS
from scripts.device.words import words_of
from scripts.values.fields import LONGEST_S, Block, multiple_of, plain

# What the kernel's block throttle can.
_THROTTLE = frozenset(f"{direction}_bandwidth_mib_s" for direction in ("read", "write"))
# What NVMeVirt's own files can be made to do; a flush costs it nothing.
_NVMEVIRT = frozenset(
    f"{direction}_{quantity}"
    for direction in ("read", "write")
    for quantity in ("bandwidth_mib_s", "latency_us")
)
_SHORTHAND_WORDS = {
    "bandwidth_mib_s": "MiB/s of reads and of writes, where they are not set apart below."
}


def _annotation(setting: Setting) -> Any:
    if setting.choices:
        return Literal[setting.choices]  # type: ignore[valid-type]
    least = min(setting.least, setting.least if setting.default is None else setting.default)
    if setting.is_whole:
        kind: Any = Annotated[int, Field(le=setting.most, ge=least)]
        of = setting.multiple_of
        return kind if of == 1 else Annotated[kind, AfterValidator(multiple_of(of))]
    field = Field(le=setting.most, ge=least, allow_inf_nan=False)
    kind = Annotated[float, field, AfterValidator(plain)]
    if least == setting.least:
        return kind
    return Annotated[kind, AfterValidator(_default_or_from(setting.default, setting.least))]


def _default_or_from(default: Value | None, least: float) -> Callable[[float], float]:
    def check(value: float) -> float:
        if value != default and value < least:
            raise ValueError(f"must be {default}, or >= {least} (got {value:g})")
        return value

    return check


def _fields(settings: tuple[Setting, ...], *, optional: bool) -> dict[str, Any]:
    """Fields of a model, as ``create_model`` takes them; of ``optional`` ones no default counts."""
    fields: dict[str, Any] = {}
    for name, set_both in SHORTHANDS.items():
        kind = _annotation(BY_NAME[set_both[0]])
        fields[name] = (kind | None, Field(None, description=_SHORTHAND_WORDS[name]))
    for setting in settings:
        kind, default = _annotation(setting), None if optional else setting.default
        description = words_of(setting).text
        fields[setting.name] = (
            kind if default is not None else kind | None,
            Field(default, description=description),
        )
    return fields


DeviceName = Literal["emulator", "block", "nvmevirt", "loop", "throttled"]


class _DeviceKind(Block):
    """The device, and the settings of the emulated one, which are read when a cell resumes."""

    kind: DeviceName = Field(
        "emulator",
        description="`emulator`, or in the lab `host` what `lab.device` names, when absent. "
        "`block`: a block device that is there without it, as fast as it is: only `read_ahead_kb` "
        "is set. Data sets are images of the emulated device, so a `block` device of a virtual "
        "machine is for fio, with or without a file system; where cells run on the host itself "
        "**a cell writes over it**. `nvmevirt`, there alone: NVMeVirt as an NVM SSD, built and "
        "loaded by you. Bandwidths and latencies are set by its files in `/proc/nvmev`, and set "
        "back afterwards; a flush has no latency of its own there. `loop`, a file on a loop "
        "device, and `throttled`, a disk that is there: the kernel's block throttle limits their "
        "bandwidths, and they have the latencies that they have.",
    )
    path: str | None = Field(
        None,
        pattern=r"^/dev/[A-Za-z0-9_/-]+$",
        description="Of a `block`, `nvmevirt` or `throttled` device. In a virtual machine "
        "`/dev/nullb0` (null_blk with memory behind it) is made where it is missing, of "
        "`lab.device_mib` in whole GiB and in the machine's own memory.",
    )


class _StepTime(Block):
    """A change of settings while a phase runs; what it doesn't name stays as it is."""

    at_s: Annotated[float, Field(allow_inf_nan=False), AfterValidator(plain)] = Field(
        ge=0,
        le=LONGEST_S,
        description="Virtual seconds from the phase's beginning on, times `duration_factor`.",
    )


Device: Any = create_model(
    "Device",
    __base__=_DeviceKind,
    __doc__=_DeviceKind.__doc__,
    **_fields(SETTINGS, optional=False),
)
DeviceStep: Any = create_model(
    "DeviceStep",
    __base__=_StepTime,
    __doc__=_StepTime.__doc__,
    **_fields(EMULATED, optional=True),
)


def without_shorthands(block: Mapping[str, Value | None]) -> dict[str, Value]:
    """The settings of a block that have a value, with each shorthand as what it stands for."""
    spread = {name: block.get(key) for key, names in SHORTHANDS.items() for name in names}
    found = {}
    for setting in SETTINGS:
        value = block.get(setting.name)
        if value is None:
            value = spread.get(setting.name)
        if value is not None:
            found[setting.name] = value
    return found


@cache
def settings_of_kind(kind: str) -> frozenset[str]:
    """Names of the settings that a device of a kind has; all have those of the kernel's queue."""
    own = {
        "emulator": frozenset(setting.name for setting in EMULATED),
        "block": frozenset(),
        "nvmevirt": _NVMEVIRT,
        "loop": _THROTTLE,
        "throttled": _THROTTLE,
    }
    return own[kind] | {setting.name for setting in QUEUED}
