"""Engines that are asked at the same time, and wait for each other at the end of each step."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any


class Together:
    """So many, each in a thread of its own."""

    def __init__(self, count: int) -> None:
        self._count, self._turn = count, 0
        self._said: list[Any] = []
        self._heard: Sequence[Any] = ()
        self._condition = threading.Condition()

    def agree(self, said: Any) -> Sequence[Any]:
        """Say something; returns what all have said, once they have."""
        with self._condition:
            turn = self._turn
            self._said.append(said)
            self._end_of_turn()
            self._condition.wait_for(lambda: self._turn != turn)
            return self._heard

    def leave(self) -> None:
        """Others need not wait for this one from now on."""
        with self._condition:
            self._count -= 1
            self._end_of_turn()

    def _end_of_turn(self) -> None:
        if self._said and len(self._said) >= self._count:
            self._heard, self._said = tuple(self._said), []
            self._turn += 1
            self._condition.notify_all()
