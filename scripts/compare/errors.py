"""What can be wrong with a comparison, as one line for the user."""

FULL = "the disk is full"
"""Is in the reason of whatever failed for that, which says nothing of a side."""


class CompareError(Exception):
    """A comparison can't be made; the message names what to change."""


class SideError(CompareError):
    """A side can't be built, or nothing of it could be measured; another commit might do."""
