"""The one error of the lab that a user reads."""

from __future__ import annotations


class LabError(Exception):
    """A failure of the host: one sentence that names the file and the fix.

    It leaves no outcome, and the next run tries again. A measurement that failed in its guest is
    not a LabError but an ``Outcome`` with the reason.
    """
