"""A line for each statement."""

from __future__ import annotations

from scripts.parse.answers import read_statements
from scripts.parse.output import Output

OUTPUT = Output((read_statements,))
