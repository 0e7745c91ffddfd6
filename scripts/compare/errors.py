"""What can be wrong with a comparison, as one line for the user."""


class CompareError(Exception):
    """A comparison can't be made; the message names what to change."""
