"""A text that is read by scripts.advise; nothing of it is a row."""

from __future__ import annotations

from scripts.parse.output import Output

OUTPUT = Output(())
