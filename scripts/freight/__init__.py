"""The freight table of S2 as a CSV file to load: generated from a seed, or the real file's rows."""

from scripts.freight.columns import FreightError
from scripts.freight.table import write_table

__all__ = ["FreightError", "write_table"]
