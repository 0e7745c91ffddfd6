"""What this and the site's page of advice have in common: limits, patterns and all words."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RULES: dict[str, Any] = json.loads((ROOT / "report/advise.json").read_text(encoding="utf-8"))
MODEL: dict[str, Any] = RULES["model"]


class AdviseError(ValueError):
    """What a reader has to do otherwise, in one line."""


def refusal(name: str, /, **values: object) -> AdviseError:
    """The error of that name in report/advise.json."""
    return AdviseError(filled(RULES["errors"][name], **values))


def filled(words: str, /, **values: object) -> str:
    """A sentence with its values, of which none can leave its line."""
    return words.format_map({name: _shown(value) for name, value in values.items()})


def grouped(number: float, digits: int = 0) -> str:
    """A figure with separators of thousands, its half rounded up as in a browser."""
    factor = 10**digits
    return f"{math.floor(number * factor + 0.5) / factor:,.{digits}f}"


def _shown(value: object) -> str:
    return "".join(each if " " <= each < "\x7f" or each > "\x9f" else "?" for each in str(value))
