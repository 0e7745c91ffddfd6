"""The server's own log: which settings it runs with another value than the configuration asks for.

What lines say so, the families of engines know (``settings.yaml``). Anything may stand in a log, so
nothing in it is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from scripts.engines.families import family_names
from scripts.engines.settings import about, rules_of
from scripts.parse.rows import AdjustedSetting

LONGEST = 300
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)([KMGT]?)", re.IGNORECASE)
_FACTORS = {suffix: 1024**power for power, suffix in enumerate(("", "K", "M", "G", "T"))}


def parse_configuration(text: str) -> dict[str, str]:
    """The settings of a configuration file as the guest keeps it: ``name = value`` lines."""
    pairs = (line.partition("=") for line in text.splitlines())
    return {name.strip(): value.strip() for name, sign, value in pairs if sign}


def parse_engine_log(text: str, family: str, asked: Mapping[str, str]) -> list[AdjustedSetting]:
    """A row for each setting of the configuration that the log says is not as it was asked for.

    A server may adjust a setting twice, or start twice: what is said last holds.
    """
    rules = rules_of(family) if family in family_names() else None
    if rules is None:
        return []
    names = {rules.plain_name(name): name for name in asked}
    found: dict[str, AdjustedSetting] = {}
    # What was said before there was a log is written later, and marked as held back.
    for line in sorted(text.splitlines(), key=lambda line: "Buffered warning" not in line):
        for setting, runs_with, words in _said(line, family):
            name = names.get(rules.plain_name(setting))
            if name is not None and not _same(asked[name], runs_with):
                found[name] = AdjustedSetting(name, asked[name], runs_with, words[:LONGEST])
    return [found[name] for name in sorted(found)]


@cache
def _patterns(family: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, about(family).log))


def _said(line: str, family: str) -> Iterator[tuple[str, str | None, str]]:
    """Names, values and words of a line; a group that is no such part is a setting by its name."""
    for pattern in _patterns(family):
        if not (match := pattern.search(line)):
            continue
        groups = match.groupdict()
        words = line[match.start() :]
        if "setting" in groups:
            yield groups["setting"], groups.get("runs_with"), words
        else:
            yield from ((name, value, words) for name, value in groups.items() if value)
        return


def _same(asked: str, runs_with: str | None) -> bool:
    """Whether both are one number, such as 1M and 1048576."""
    if runs_with is None:
        return False
    numbers = [_NUMBER.fullmatch(text) for text in (asked, runs_with)]
    if not all(numbers):
        return asked.lower() == runs_with.lower()
    values = {float(found[1]) * _FACTORS[found[2].upper()] for found in numbers if found}
    return len(values) == 1
