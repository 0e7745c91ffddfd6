"""The one error of this stage."""


class StoreError(Exception):
    """The database can't be built: one sentence that names the file and the fix."""
