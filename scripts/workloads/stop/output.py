"""A line for the end, one for the start."""

from __future__ import annotations

from scripts.parse.answers import read_statements
from scripts.parse.output import Output

OUTPUT = Output((read_statements,))
