"""Errors that a user of the site's commands sees: one sentence with the fix."""


class SiteError(Exception):
    """The site can't be built; the message names the file and what to do."""
