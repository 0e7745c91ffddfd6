"""Golden rows: each transcript's rows, table by table. Run as a program, it writes them anew."""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from transcript_files import KEPT, TRANSCRIPTS  # noqa: E402

from scripts.engines.counters import (  # noqa: E402
    compare_engine_readings,
    parse_engine_reading,
)
from scripts.engines.plans import plan_reader  # noqa: E402
from scripts.parse.bpftrace import parse_bpftrace  # noqa: E402
from scripts.parse.device_counters import compare_counters, parse_counters  # noqa: E402
from scripts.parse.device_histograms import (  # noqa: E402
    compare_histograms,
    parse_histograms,
)
from scripts.parse.device_schedule import parse_schedule  # noqa: E402
from scripts.parse.fio import parse_fio  # noqa: E402
from scripts.parse.hammerdb import parse_hammerdb, parse_query_sets  # noqa: E402
from scripts.parse.hammerdb.transcript import parse_transcript, split_sections  # noqa: E402
from scripts.parse.layout import parse_layout  # noqa: E402
from scripts.parse.pgbench import parse_pgbench  # noqa: E402
from scripts.parse.rows import TABLE_NAMES  # noqa: E402
from scripts.parse.statements import parse_statements  # noqa: E402
from scripts.parse.sysbench import parse_sysbench  # noqa: E402
from scripts.parse.system_counters import (  # noqa: E402
    compare_system_readings,
    parse_system_reading,
)
from scripts.parse.transactions import parse_transactions  # noqa: E402

# What was asked of the device in schedule/staircase.txt.
STAIRCASE = [
    {"at_s": at_s, "read_bandwidth_mib_s": mib_s, "write_bandwidth_mib_s": mib_s}
    for at_s, mib_s in ((0.5, 16), (1, 128), (1.5, 32), (2, 256), (2.5, 8))
]


def sysbench_rows(path: Path) -> list[Any]:
    """All rows of a sysbench transcript."""
    output = parse_sysbench(path.read_text(), "run", path.name)
    return [*output.intervals, *output.histogram, *output.messages, output.total]


def own_rows(path: Path) -> list[Any]:
    """All rows of what sysbench and a user's own script printed."""
    output = parse_sysbench(path.read_text(), "run", path.name, own=True)
    return [*output.intervals, *output.histogram, *output.messages, output.total]


def fio_rows(path: Path) -> list[Any]:
    """All rows of a fio transcript."""
    output = parse_fio(path.read_text(), "run", path.name)
    return [*output.jobs, *output.messages]


def bpftrace_rows(path: Path) -> list[Any]:
    """All rows of a bpftrace transcript."""
    output = parse_bpftrace(path.read_text(), path.stem, path.name)
    return [*output.values, *output.histograms, *output.messages, *output.requests]


def engine_rows(path: Path) -> list[Any]:
    """Counters and texts around a run; `path` is the reading after it."""
    before = path.with_name(path.name.replace("after", "before"))
    readings = [parse_engine_reading(each.read_text(), each.name) for each in (before, path)]
    counters, texts = compare_engine_readings(*readings, "run")
    return [*counters, *texts]


def system_rows(path: Path) -> list[Any]:
    """The kernel's numbers around a run; `path` is the reading after it."""
    before = path.with_name(path.name.replace("after", "before"))
    readings = [parse_system_reading(each.read_text(), each.name) for each in (before, path)]
    return compare_system_readings(*readings, "run")


def device_rows(path: Path) -> list[Any]:
    """The device's counters around a run; `path` is the reading after it."""
    before = path.with_name(path.name.replace("after", "before"))
    readings = [parse_counters(each.read_text(), each.name) for each in (before, path)]
    return compare_counters(*readings, "run", path.name)


def histogram_rows(path: Path) -> list[Any]:
    """The device's histograms of a run; `path` is the reading after it."""
    before = path.with_name(path.name.replace("after", "before"))
    readings = [parse_histograms(each.read_text(), each.name) for each in (before, path)]
    return compare_histograms(*readings, "run", path.name)


def schedule_rows(path: Path) -> list[Any]:
    """Changes of settings while a phase ran."""
    return parse_schedule(path.read_text(), "run", path.name, STAIRCASE)


def layout_rows(path: Path) -> list[Any]:
    """Sizes of tables and indexes."""
    return parse_layout(path.read_text(), path.name)


def statement_rows(path: Path) -> list[Any]:
    """Timed statements."""
    return parse_statements(path.read_text(), "run", path.name)


def transaction_rows(path: Path) -> list[Any]:
    """What the clients of a workload of several kinds of transactions did."""
    return parse_transactions(path.read_text(), "run", path.name)


def plan_rows(path: Path) -> list[Any]:
    """Nodes of a measured plan; the file's name is the engine's family and the query."""
    family, _, query = path.stem.partition("-")
    return plan_reader(family)(path.read_text(), "run", query, path.name)


def pgbench_rows(path: Path) -> list[Any]:
    """All rows of a pgbench transcript."""
    output = parse_pgbench(path.read_text(), "run", path.name)
    return [output.run, *output.commands]


def hammerdb_texts(path: Path) -> list[tuple[str, str]]:
    """A run's three outputs with their sources, as a cell has them.

    Our script asks for the job's sections ahead of its last line. When the older transcripts were
    made, a second call of HammerDB asked for them, and for more.
    """
    run = path.name.removesuffix("-run.txt")
    text = path.read_bytes().decode()
    asked = path.with_name(f"{run}-result.out")
    if asked.exists():
        sections = split_sections(asked.read_bytes().decode(), asked.name)[1]
        head, end, last = text.rpartition("VURUN RETURNED")
        lines = [head]
        for name in ("status", "result", "timing", "tcount", "dict"):
            lines.append(f"BEGIN jobs {name}\n{sections[name].text}\nEND jobs {name}\n")
        text = "".join([*lines, end, last])
    texts = [(text, "stdout.txt")]
    for name in ("xtprofile", "tcount"):
        texts.append((path.with_name(f"{run}-{name}.log").read_text(), f"hdb{name}.log"))
    return texts


def hammerdb_rows(path: Path) -> list[Any]:
    """All rows of a HammerDB run; of one without its other files, its result."""
    if path.stem.endswith("plain"):
        return [parse_transcript(path.read_bytes().decode(), "run", path.name).run]
    output = parse_hammerdb(*hammerdb_texts(path), phase="run")
    return [output.run, *output.timings, *output.counts]


def tproch_rows(path: Path) -> list[Any]:
    """Query sets of TPROC-H, and their queries."""
    output = parse_query_sets(path.read_bytes().decode(), "run", path.name)
    return [*output.sets, *output.queries]


READERS: dict[str, tuple[str, Callable[[Path], list[Any]]]] = {
    "sysbench": ("*.txt", sysbench_rows),
    "own": ("*.txt", own_rows),
    "fio": ("*.json", fio_rows),
    "pgbench": ("*.txt", pgbench_rows),
    "hammerdb": ("*.txt", hammerdb_rows),
    "tproch": ("*.txt", tproch_rows),
    "bpftrace": ("*.jsonl", bpftrace_rows),
    "engine": ("*after.json", engine_rows),
    "system": ("*after.json", system_rows),
    "device": ("*after.txt", device_rows),
    "histograms": ("*after.txt", histogram_rows),
    "schedule": ("*.txt", schedule_rows),
    "layout": ("*.json", layout_rows),
    "statements": ("*.txt", statement_rows),
    "transactions": ("*.jsonl", transaction_rows),
    "plans": ("*.json", plan_rows),
}
"""Folder of transcripts to its files and what reads them."""

CASES = [
    (path, read)
    for folder, (pattern, read) in READERS.items()
    for path in sorted((TRANSCRIPTS / folder).glob(pattern))
]


def as_text(rows: list[Any]) -> str:
    """Rows as CSV below their table's name, the column names first; null is an empty field."""
    texts: dict[str, io.StringIO] = {}
    for row in rows:
        name = TABLE_NAMES[type(row)]
        if name not in texts:
            texts[name] = io.StringIO()
            titles = [field.name for field in dataclasses.fields(row)]
            csv.writer(texts[name], lineterminator="\n").writerow(titles)
        csv.writer(texts[name], lineterminator="\n").writerow(dataclasses.astuple(row))
    return "\n".join(f"[{name}]\n{text.getvalue()}" for name, text in texts.items())


def kept_in(folder: str) -> Path:
    """The file of golden rows of a folder's transcripts, beside that of the transcripts."""
    apart = (KEPT / folder).is_dir() or (KEPT / f"{folder}.txt").exists()
    return KEPT / f"{folder if apart else 'guest'}.golden"


@cache
def goldens(folder: str) -> dict[str, str]:
    """The golden rows of a folder's transcripts, by the transcript's name."""
    text = kept_in(folder).read_text()
    _, *parts = re.split(r"^==> (\w+)/(.+) <==\n", text, flags=re.MULTILINE)
    return {
        name: rows
        for of, name, rows in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
        if of == folder
    }


if __name__ == "__main__":
    found: dict[Path, str] = {}
    for case, reader in CASES:
        folder = case.parent.name
        rows = f"==> {folder}/{case.name} <==\n{as_text(reader(case))}"
        found[kept_in(folder)] = found.get(kept_in(folder), "") + rows
    for file, text in found.items():
        file.write_text(text)
