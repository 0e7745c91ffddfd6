"""One text for equal data: what ids hash, and what the tables keep of factors and jobs."""

from __future__ import annotations

import json
from typing import Any


def canonical(value: Any, *, escaped: bool = False) -> str:
    """JSON with sorted keys and no spaces: equal values give equal texts.

    With ``escaped``, letters beyond ASCII are ``\\u`` escapes. Ids hash that form; what people
    read in tables has the letters themselves. Neither can change without every id or row.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=escaped)
