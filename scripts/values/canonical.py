"""One text for equal data: what ids hash, and what the tables keep of factors and jobs."""

from __future__ import annotations

import json
from typing import Any

# Made once: to make an encoder takes as long as to encode a short text.
_ENCODERS = {
    escaped: json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=escaped)
    for escaped in (False, True)
}


def canonical(value: Any, *, escaped: bool = False) -> str:
    """JSON with sorted keys and no spaces: equal values give equal texts.

    With ``escaped``, letters beyond ASCII are ``\\u`` escapes. Ids hash that form; what people
    read in tables has the letters themselves. Neither can change without every id or row.
    """
    return _ENCODERS[escaped].encode(value)
