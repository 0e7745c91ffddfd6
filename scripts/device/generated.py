"""What is made of the table of settings and kept with the code: written, or held against the files.

Paths are relative to the repository's root.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from scripts.device.controls import EMULATED
from scripts.device.setting import Setting
from scripts.device.table import SETTINGS
from scripts.device.words import words_of

HEADER = "emulator/settings.h"
README = "emulator/README.md"
LABELS = "report/charts/device_settings.js"
WRITE = "python -m scripts.device write"
BEGIN, END = "<!-- settings: begin -->\n", "<!-- settings: end -->\n"
_TAB, _BACKSLASH_COLUMN = 8, 72

_HEADER = f"""\
/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Every setting of the timing model, declared once. Generated from
 * scripts/device/table.py by `{WRITE}`.
 *
 * A line makes a field of struct vnvme_settings, a module parameter (the value at
 * load), a sysfs attribute (the value from then on) and a word of the schedule,
 * with its range checked in all three places:
 *
 *	SETTING(name, default, least, most, unit)
 */
#ifndef VNVME_SETTINGS_H
#define VNVME_SETTINGS_H

"""

_LABELS = f"""\
/**
 * The settings of the device, as axes and tables name them. Generated from scripts/device/table.py
 * by `{WRITE}`.
 */

/**
 * @typedef {{{{name: string, label: string, unit: string,
 *   default: string | number | null}}}} Setting
 * @type {{Setting[]}}
 */
"""


def texts(root: Path, settings: Iterable[Setting] = SETTINGS) -> dict[str, str]:
    """Every generated file's text, by its path; of a file that holds more, with all of the rest."""
    rows = tuple(settings)
    return {
        HEADER: header(setting for setting in rows if setting in EMULATED),
        README: _between((root / README).read_text(encoding="utf-8"), _table(rows)),
        LABELS: labels(rows),
    }


def header(settings: Iterable[Setting]) -> str:
    """The emulator's declarations of its settings."""
    lines = ["#define VNVME_SETTINGS(SETTING)"]
    for setting in settings:
        numbers = ", ".join(map(str, (_initial(setting), *setting.control_range)))
        lines.append(f'\tSETTING({setting.control}, {numbers}, "{_unit(setting)}")')
    continued = [_continued(line) for line in lines[:-1]]
    return _HEADER + "\n".join([*continued, lines[-1]]) + "\n\n#endif\n"


def labels(settings: Iterable[Setting]) -> str:
    """The module with each setting's words for the website."""
    rows = [
        {
            "name": setting.name,
            "label": words_of(setting).label,
            "unit": setting.unit.words,
            "default": setting.default,
        }
        for setting in settings
    ]
    lines = [f"  {json.dumps(row, ensure_ascii=False)}," for row in rows]
    return "\n".join([f"{_LABELS}export const deviceSettings = [", *lines, "];\n"])


def _table(settings: Iterable[Setting]) -> str:
    rows = [
        f"| `{setting.control}` | {_unit(setting)} | {_default(setting)} | {_range(setting)} | "
        f"{words_of(setting).text} |"
        for setting in settings
        if setting in EMULATED
    ]
    head = ["| setting | unit | default | range | meaning |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows, ""])


def _between(text: str, table: str) -> str:
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table}{END}{after}"


def _unit(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(f"{index}: {word}" for index, word in enumerate(setting.choices))
    return setting.unit.control_words


def _initial(setting: Setting) -> int:
    """The emulator's value at load."""
    value = setting.fastest if setting.default is None else setting.default
    assert value is not None, "a row has a default, or what is fastest"
    return setting.controlled(value)


def _default(setting: Setting) -> str:
    return f"{_initial(setting)}{', no limit' if setting.default is None else ''}"


def _range(setting: Setting) -> str:
    least, most = setting.control_range
    return f"{least} to {most}"


def _continued(line: str) -> str:
    """A line of a macro, with its backslash where the others have theirs if there is room."""
    width = len(line.expandtabs(_TAB))
    if width >= _BACKSLASH_COLUMN:
        return f"{line} \\"
    tabs = -(-(_BACKSLASH_COLUMN - width) // _TAB)
    return line + "\t" * tabs + "\\"
