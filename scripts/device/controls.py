"""Settings as the device takes them: what is to be written to which of its files.

This is the one place where a value changes its unit; the guest writes what it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scripts.device.setting import EMULATOR, PERCENT, QUEUE, Setting, Value
from scripts.device.table import BY_NAME, SETTINGS

# A write to a file of sysfs is a page at most, and the last byte ends it.
SCHEDULE_BYTES_MAX = 4095
AT_S = "at_s"

EMULATED = tuple(setting for setting in SETTINGS if setting.of == EMULATOR)
QUEUED = tuple(setting for setting in SETTINGS if setting.of == QUEUE)


def values(device: Mapping[str, Any]) -> dict[str, Value]:
    """All settings of a job's device, with the defaults of those that the job leaves out.

    A device that is not the emulated one has those alone that its job names.
    """
    emulated = device.get("kind", EMULATOR) == EMULATOR
    return {
        setting.name: device.get(setting.name, setting.default)
        for setting in SETTINGS
        if setting.name in device or (emulated and setting.is_left_out)
    }


def controls(device: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Contents of the emulator's files, and of the queue's, for a job's device.

    The emulator's are all or none: whoever sets one of its settings has the defaults of the rest.
    """
    set_here = any(setting.name in device for setting in EMULATED)
    return {
        EMULATOR: _files(EMULATED, device) if set_here else {},
        QUEUE: _files([setting for setting in QUEUED if setting.name in device], device),
    }


def draws_latencies(device: Mapping[str, Any]) -> bool:
    """Whether a job's device has latencies of a distribution, which a seed decides."""
    return any(setting.unit is PERCENT and setting.name in device for setting in EMULATED)


def fastest() -> dict[str, str]:
    """Contents of the emulator's files that make it as fast as it can be."""
    return {setting.control: str(setting.controlled(_fastest(setting))) for setting in EMULATED}


def schedule(steps: Iterable[Mapping[str, Any]]) -> str:
    """The emulator's schedule for a phase's ``device_schedule``."""
    return "".join(
        f"{offset_ns} {control} {value}\n" for offset_ns, control, value in changes(steps)
    )


def changes(steps: Iterable[Mapping[str, Any]]) -> list[tuple[int, str, int]]:
    """(offset in ns, the emulator's file, its content) of all changes that steps make."""
    return [
        (round(step[AT_S] * 1e9), BY_NAME[name].control, BY_NAME[name].controlled(value))
        for step in steps
        for name, value in step.items()
        if name != AT_S
    ]


def _files(settings: Iterable[Setting], device: Mapping[str, Any]) -> dict[str, str]:
    return {
        setting.control: str(setting.controlled(device.get(setting.name, _default(setting))))
        for setting in settings
    }


def _default(setting: Setting) -> Value:
    # Of one without a default, the fastest: a bandwidth without a limit.
    return _fastest(setting) if setting.default is None else setting.default


def _fastest(setting: Setting) -> Value:
    value = setting.default if setting.fastest is None else setting.fastest
    assert value is not None, "a row has a default, or what is fastest"
    return value
