"""What is wrong in a folder, as one line a place: ``file:line: what``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 20


@dataclass(frozen=True)
class Problem:
    """A place in a file, by the file's name in its folder, and what is wrong there."""

    file: str
    line: int | None
    message: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}"


class OwnError(Exception):
    """All that was found wrong, in the order of the files; of bad rows some are named."""

    def __init__(self, problems: Sequence[Problem]):
        self.problems = tuple(problems[:MOST])
        super().__init__("\n".join(map(str, self.problems)))


def fail(file: str, line: int | None, message: str) -> OwnError:
    """An error with one problem."""
    return OwnError([Problem(file, line, message)])
