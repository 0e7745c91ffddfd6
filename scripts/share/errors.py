"""What goes wrong in sharing."""


class ShareError(Exception):
    """A cell can't be shared or taken; the message names the file and the fix."""
