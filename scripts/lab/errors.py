"""The one error of the lab that a user reads."""

from __future__ import annotations


class LabError(Exception):
    """The host can't do its part: one sentence that names the file and the mend.

    A measurement that failed is no LabError but an ``Outcome`` with the reason.
    """
