"""Student's t by SciPy, which is slow to import: most commands only import this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def student_t(degrees: float, shares: float | Sequence[float]) -> Any:
    """Return the quantiles of Student's t with these degrees of freedom at `shares`."""
    from scipy.special import stdtrit

    return stdtrit(degrees, shares)
