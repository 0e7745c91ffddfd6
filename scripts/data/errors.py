"""The one error of this stage that a user reads."""

from __future__ import annotations


class DataError(Exception):
    """The data can't be made: one sentence that names the file, the line and the fix."""
