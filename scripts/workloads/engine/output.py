"""A verb prints nothing: what it did shows in the engine's own counters."""

from __future__ import annotations

from scripts.parse.output import Output

OUTPUT = Output()
