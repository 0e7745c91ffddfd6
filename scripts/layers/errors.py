"""The one exception of this package: a sentence for the user, with the fix in it."""


class LayerError(Exception):
    """A layer cannot be described, built or entered. Its text is one line for the user."""
