"""The six tables of the payments."""
