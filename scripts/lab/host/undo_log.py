"""What was changed of the host, written down before it is changed, and undone backwards.

The log is a file, so whoever is left can undo: the process that made the changes, the one that
waits for it if that was killed, or the next cell if both were. A step that is already undone is
undone again without harm.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scripts.files import read_file, write_whole
from scripts.lab.errors import LabError

# Not kept over a reboot, which undoes everything.
PATH = Path("/run/bandwise-undo.json")
Verbs = Mapping[str, Callable[..., None]]


class UndoLog:
    """Changes of the host, each as a verb that undoes it and the verb's arguments."""

    def __init__(self, verbs: Verbs, path: Path = PATH) -> None:
        self._verbs = verbs
        self._path = path

    def note(self, verb: str, *arguments: str) -> None:
        """Write down how to undo what is about to be done."""
        assert verb in self._verbs, verb
        self._write([*self._entries(), [verb, *arguments]])

    def undo(self, since: int = 0) -> None:
        """Undo everything, or what came after the first ``since`` changes, the last change first.

        Raises LabError with what could not be undone; that stays in the log.
        """
        entries = self._entries()
        problems: list[str] = []
        left: list[list[str]] = []
        for entry in reversed(entries[since:]):
            try:
                self._undo(entry)
            except (LabError, OSError) as error:
                problems.append(str(error))
                left.insert(0, entry)
        self._write([*entries[:since], *left])
        if problems:
            raise LabError(
                f"this host is not as it was: {'; '.join(problems)}; the next cell tries again, or "
                f"see to it yourself and delete {self._path}"
            )

    def __len__(self) -> int:
        """How many changes are to be undone."""
        return len(self._entries())

    def _undo(self, entry: Any) -> None:
        """Undo one change. Raises LabError for one that is not of this version's verbs."""
        try:
            verb, *arguments = entry
            undo = self._verbs[verb]
            inspect.signature(undo).bind(*arguments)
        except (KeyError, TypeError, ValueError):
            raise LabError(
                f"{json.dumps(entry)} in its log is of another version, whose `python -m "
                "scripts.lab restore` knows it"
            ) from None
        undo(*arguments)

    def _entries(self) -> list[Any]:
        try:
            entries = json.loads(read_file(self._path))
        except FileNotFoundError:
            return []
        except (ValueError, RecursionError):
            entries = None
        if not isinstance(entries, list):
            raise LabError(
                f"{self._path}: does not say what was changed of this host: boot it again, which "
                "undoes everything and deletes the file"
            )
        return entries

    def _write(self, entries: list[Any]) -> None:
        if not entries:
            self._path.unlink(missing_ok=True)
            return
        write_whole(self._path, json.dumps(entries))
