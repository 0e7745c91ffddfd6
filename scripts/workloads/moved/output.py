"""The log's new end prints nothing."""

from __future__ import annotations

from scripts.parse.output import Output

OUTPUT = Output()
