"""Which statements cost most between two readings: `report/advise/statements.js` says the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scripts.advise.rules import RULES

_FORM = RULES["statements"]
_NUMBER = "{between}+([0-9]{1,20}|absent)"
_ROW = re.compile(
    ("^{between}*(?:[0-9]{1,9}{between}+)?" + _FORM["mark"] + "{between}+([0-9A-Za-z_-]{1,100})"
     + _NUMBER * len(_FORM["counts"]) + "{between}+(.*)$").replace("{between}", RULES["between"])
)  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """What calls of a statement counted until some instant; what is not counted stays away."""

    text: str
    counts: Mapping[str, int]


def read_statement(line: str, around: str) -> tuple[str, Statement] | None:
    """The id and the statement of a row, whose text is all that stands behind the counts."""
    row = _ROW.match(line)
    if row is None:
        return None
    numbers = zip(_FORM["counts"], row.groups()[1:-1], strict=True)
    counts = {name: int(number) for name, number in numbers if number != "absent"}
    text = row[len(_FORM["counts"]) + 2].rstrip(around).replace('""', '"')
    return row[1], Statement(text[: _FORM["longest"]], counts)


def costliest(
    before: Mapping[str, Statement], after: Mapping[str, Statement]
) -> dict[str, Any] | None:
    """Those that read most, by pages where the server counts them; `None` without statements."""
    grown = {name: _grown(before.get(name), each) for name, each in after.items()}
    of = next(
        (name for name in _FORM["by"] if any(each.get(name) for each in grown.values())), None
    )
    if of is None:
        return None
    total = sum(each.get(of, 0) for each in grown.values())
    first = sorted(grown, key=lambda name: (-grown[name].get(of, 0), name))[: _FORM["most"]]
    return {
        "by": of,
        "total": float(total),
        "statements": [
            {
                "id": name,
                "text": after[name].text,
                "share": grown[name].get(of, 0) / total,
                "calls": grown[name]["calls"],
                **{
                    f"{count}_per_call": grown[name][count] / grown[name]["calls"]
                    for count in _FORM["per_call"]
                    if count in grown[name]
                },
            }
            for name in first
            if grown[name].get(of) and grown[name].get("calls", 0) > 0
        ],
    }


def _grown(before: Statement | None, after: Statement) -> dict[str, int]:
    """What it counted since; all, of one that was forgotten between and begun again."""
    if before is None or any(before.counts.get(name, 0) > n for name, n in after.counts.items()):
        return dict(after.counts)
    return {name: count - before.counts.get(name, 0) for name, count in after.counts.items()}
