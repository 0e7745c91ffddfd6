"""A cell's folder, walked: every output through its parser, into rows by table.

A finished cell must have complete output: every phase of its job with all its files, nothing
malformed.
Of a cell that failed or ran out of time, whatever is whole is taken, and what isn't is noted in
the table ``parse_notes``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scripts.device.setting import EMULATOR
from scripts.engines.counters import compare_engine_readings, parse_engine_reading
from scripts.engines.families import family_of
from scripts.engines.server_log import parse_configuration, parse_engine_log
from scripts.files.digests import sha256_of_tree
from scripts.ingest.job import cell_row, parse_job, parse_outcome
from scripts.jobs import Phase
from scripts.parse.bpftrace import parse_bpftrace
from scripts.parse.device_counters import (
    BLOCK_COUNTERS,
    REQUIRED_COUNTERS,
    compare_counters,
    parse_counters,
    parse_samples,
)
from scripts.parse.device_histograms import compare_histograms, parse_histograms
from scripts.parse.device_schedule import parse_schedule
from scripts.parse.errors import ParseError
from scripts.parse.json_text import load_object
from scripts.parse.layout import parse_layout
from scripts.parse.output import Output, PhaseFiles, Reader
from scripts.parse.quietness import parse_quietness
from scripts.parse.rows import TABLE_NAMES, ParseNote, Provenance, ToolMessage, misfit
from scripts.parse.steps import parse_phase, parse_steps
from scripts.parse.system_counters import compare_system_readings, parse_system_reading
from scripts.workloads.registry import output

Rows = dict[str, list[Any]]
# What a guest's account of its job must agree in with the cell's.
CHECKED = ("cell_id", "seed", "phases")
MOMENTS = ("before", "after")


class CellReader:
    """Reads one cell; `rows` holds what was found, by table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: Rows = {}
        self.job = parse_job(self._text(folder / "job.json"), self._name(folder / "job.json"))
        self.lab = self.job["lab"]
        self.outcome: dict[str, Any] = {}
        self.is_done = False

    def read(self) -> Rows:
        """Read outcome and outputs; raises ParseError if a cell that is done isn't whole."""
        path = self.folder / "outcome.json"
        self.outcome = parse_outcome(self._text(path), self._name(path))
        self.is_done = self.outcome["status"] == "done"
        self._add([cell_row(self.job, self.outcome)])
        quietness = self.folder / "quietness.json"
        if quietness.exists():  # in real time
            self._attempt(lambda: self._read_quietness(quietness))
        outbox = self.folder / "outbox"
        if not outbox.is_dir() and not self.is_done:
            return self.rows
        self._attempt(lambda: self._check_job(outbox / "job.json"))
        self._attempt(lambda: self._read_steps(outbox / "steps.json"))
        self._attempt(lambda: self._read_provenance(outbox))
        if self.job.get("engine"):
            self._attempt(lambda: self._read_layout(outbox / "layout.json"))
            self._attempt(lambda: self._read_engine_log(outbox))
        for index, phase in enumerate(self.job["phases"]):
            self._attempt(partial(self._read_phase, outbox, index, phase))
        for trace in self.job.get("traces") or []:
            self._attempt(partial(self._read_trace, outbox / "traces" / f"{trace}.jsonl", trace))
        self._attempt(lambda: self._check_bytes(outbox))
        return self.rows

    def _attempt(self, read: Callable[[], None]) -> None:
        """Run a step; an error ends a cell that is done, and is noted of another."""
        try:
            read()
        except ParseError as error:
            if self.is_done:
                raise
            self._add([ParseNote(error.source, error.line, error.message)])

    def _add(self, rows: list[Any]) -> None:
        for row in rows:
            if wrong := misfit(row):
                raise ParseError(self.folder.name, None, wrong)
            self.rows.setdefault(TABLE_NAMES[type(row)], []).append(row)

    def _name(self, path: Path) -> str:
        """How errors name a file: from the cell's folder on, wherever that lies."""
        return f"{self.folder.name}/{path.relative_to(self.folder)}"

    def _text(self, path: Path) -> str:
        try:
            # Not read_text, to which a carriage return would be a further line.
            return path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            raise ParseError(self._name(path), None, "the file is missing") from None
        except UnicodeDecodeError as error:
            raise ParseError(self._name(path), None, f"is not UTF-8: {error.reason}") from None

    def _check_job(self, path: Path) -> None:
        """The guest leaves the job that it had: an outbox of another run is not this cell's."""
        if not path.exists():  # cells of older guests have none
            return
        had = load_object(self._text(path), self._name(path))
        for key in CHECKED:
            if had.get(key) != self.job.get(key):
                raise ParseError(self._name(path), None, f"{key} differs from the cell's job.json")

    def _check_bytes(self, outbox: Path) -> None:
        """Compare with the hash that was taken when the cell ended: last, as parsers name lines."""
        measured = self.outcome.get("outbox_sha256")
        if measured is not None and measured != sha256_of_tree(outbox):
            raise ParseError(self._name(outbox), None, "was changed since it was measured")

    def _read_quietness(self, path: Path) -> None:
        self._add(parse_quietness(self._text(path), self._name(path)))

    def _read_steps(self, path: Path) -> None:
        self._add(parse_steps(self._text(path), self._name(path)))

    def _read_layout(self, path: Path) -> None:
        self._add(parse_layout(self._text(path), self._name(path)))

    def _read_provenance(self, outbox: Path) -> None:
        path = outbox / "versions.json"
        if self.job.get("engine") or path.exists():
            versions = load_object(self._text(path), self._name(path))
            for key in sorted(versions):
                value = versions[key]
                text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
                self._add([Provenance(f"version/{key}", text)])
        path = self.folder / "provenance.json"
        if path.exists():  # a cell whose snapshot failed never had a machine
            machine = load_object(self._text(path), self._name(path))
            self._add([Provenance(f"machine/{key}", str(machine[key])) for key in sorted(machine)])
        for file in sorted((outbox / "config").glob("*")):
            self._add([Provenance(f"config/{file.name}", self._text(file))])

    def _read_engine_log(self, outbox: Path) -> None:
        path = outbox / "engine.log"
        if not path.exists():
            return
        asked: dict[str, str] = {}
        for file in sorted((outbox / "config").glob("*")):
            asked |= parse_configuration(self._text(file))
        # A log may hold any bytes.
        text = path.read_bytes().decode("utf-8", "replace")
        self._add(parse_engine_log(text, family_of(self.job["engine"] or ""), asked))

    def _read_phase(self, outbox: Path, index: int, phase: Phase) -> None:
        name = phase["name"]
        folder = outbox / "phases" / f"{index:02d}-{name}"
        if not folder.is_dir():
            raise ParseError(self._name(folder), None, "the phase has no folder")

        made = output(phase["workload"]) or Output()

        def record() -> None:
            path = folder / "phase.json"
            options = phase.get("options") or {}
            row = parse_phase(self._text(path), index, options, self._name(path))
            if (row.phase, row.workload) != (name, phase["workload"]):
                wanted = f"{name} ({phase['workload']})"
                raise ParseError(self._name(path), None, f"is not about phase {wanted}")
            self._add([row])
            if self.is_done and row.exit_code != 0:
                raise ParseError(
                    self._name(path), None, f"exit code {row.exit_code} in a done cell"
                )

        self._attempt(record)
        files = self._files(folder, phase)
        self._attempt(lambda: self._read_output(files, made.readers[:1]))
        for reader in made.readers[1:]:
            self._attempt(partial(self._read_part, files, reader))
        self._attempt(lambda: self._read_device(folder, name))
        if phase.get("device_schedule"):
            asked = phase["device_schedule"]
            self._attempt(lambda: self._read_schedule(folder / "schedule.txt", name, asked))
        for kind in made.system:
            self._attempt(partial(self._read_system, folder, name, kind))
        if self.job.get("engine"):
            self._attempt(lambda: self._read_engine(folder, name))

    def _files(self, folder: Path, phase: Phase) -> PhaseFiles:
        script = phase["workload"].partition("/")[2]
        return PhaseFiles(
            folder, phase["name"], script, self.job, self.is_done, self._text, self._name
        )

    def _read_output(self, files: PhaseFiles, readers: Sequence[Reader]) -> None:
        """What the workload itself says first, and then what it complained of."""
        for reader in readers:
            self._read_part(files, reader)
        if files.has("stderr.txt"):
            lines = enumerate(files.text("stderr.txt").splitlines(), 1)
            self._add(
                [ToolMessage(files.phase, n, "stderr", line) for n, line in lines if line.strip()]
            )

    def _read_part(self, files: PhaseFiles, reader: Reader) -> None:
        for row in reader(files):
            self._add([row])

    def _read_device(self, folder: Path, phase: str) -> None:
        is_block = self.job["device"].get("kind", EMULATOR) != EMULATOR
        required = BLOCK_COUNTERS if is_block else REQUIRED_COUNTERS
        counters = []
        for moment in MOMENTS:
            path = folder / f"device_{moment}.txt"
            counters.append(parse_counters(self._text(path), self._name(path), required))
        self._add(compare_counters(counters[0], counters[1], phase, self._name(path)))
        histograms = []
        for moment in MOMENTS:
            path = folder / f"histograms_{moment}.txt"
            histograms.append(parse_histograms(self._text(path), self._name(path)))
        self._add(compare_histograms(histograms[0], histograms[1], phase, self._name(path)))
        samples = folder / "sampled.csv"
        if samples.exists():
            self._add(parse_samples(self._text(samples), phase, self._name(samples)))

    def _read_schedule(self, path: Path, phase: str, asked: list[dict[str, float]]) -> None:
        self._add(parse_schedule(self._text(path), phase, self._name(path), asked))

    def _read_system(self, folder: Path, phase: str, kind: str) -> None:
        """The kernel's numbers around the phase ("system") or around its events ("events")."""
        readings = []
        for moment in MOMENTS:
            path = folder / f"{kind}_{moment}.json"
            readings.append(parse_system_reading(self._text(path), self._name(path)))
        self._add(compare_system_readings(readings[0], readings[1], phase, self._name(path)))

    def _read_engine(self, folder: Path, phase: str) -> None:
        readings = []
        for moment in MOMENTS:
            path = folder / f"engine_{moment}.json"
            readings.append(parse_engine_reading(self._text(path), self._name(path)))
        inspection = folder / "inspection.json"
        if inspection.exists():  # what only a look at every page shows, read once
            readings[1] |= parse_engine_reading(self._text(inspection), self._name(inspection))
        counters, texts = compare_engine_readings(readings[0], readings[1], phase, self._name(path))
        self._add(counters)
        self._add(texts)

    def _read_trace(self, path: Path, trace: str) -> None:
        text = self._text(path)
        output = parse_bpftrace(text, trace, self._name(path), partial=not self.is_done)
        self._add(output.values)
        self._add(output.histograms)
        self._add(output.messages)
        self._add(output.requests)


def read_cell(folder: Path) -> tuple[dict[str, Any], Rows]:
    """Return (outcome, rows by table) of the cell in `folder`.

    Raises ParseError, which names file and line, if job or outcome can't be read, or if a cell
    that is done is not whole.
    """
    reader = CellReader(folder)
    rows = reader.read()
    return reader.outcome, rows
