"""What goes wrong with TPC-H on the host."""

from __future__ import annotations


class TpchError(Exception):
    """One sentence that names the file and the mend."""
