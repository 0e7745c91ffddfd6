"""Words that messages to users share: lists of names, and what an unknown name may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def shorten(text: str, limit: int = 120) -> str:
    """``text``, cut where it is longer than any that makes sense."""
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def listed(names: Iterable[str]) -> str:
    """Names for the end of a sentence; says so when there are none."""
    return ", ".join(names) or "none"


def unknown(what: str, name: str, allowed: Iterable[str]) -> str:
    """``unknown engine "x" (did you mean "y"? known: ...)``."""
    known = sorted(allowed)
    close = difflib.get_close_matches(name, known, n=1)
    hint = f'did you mean "{close[0]}"? ' if close else ""
    return f'unknown {what} "{shorten(name)}" ({hint}known: {listed(known)})'
