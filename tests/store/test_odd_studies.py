"""Valid studies whose values are spelled oddly: each has its database and its pages' data.

Their cells' rows are made up. What a study can't be planned for is a line that says so.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from study_rows import (
    PAGES_READ,
    PAGES_WRITTEN,
    Study,
    device_rows,
    interval_row,
    phase_row,
    total_row,
)

sys.path.append(str(Path(__file__).parents[1] / "plan"))
from scratch_study import EXPERIMENT, Repository

from scripts.plan import ConfigError, Plan
from scripts.plan.write import write_plan
from scripts.site.build import REPOSITORY
from scripts.site.cells import export_cells
from scripts.site.export import export
from scripts.site.tables import export_tables
from scripts.store.build import build
from scripts.store.plan_file import load_plan
from scripts.values.canonical import canonical

# Ours, of which views and pages say more than of others.
NAMES = (
    *("oltp", "sensitivity", "scale", "cores", "readahead"),
    *("steady", "volumes", "durability", "lead-map", "strange"),
)
GROUPS = 5
LINE = re.compile(r"config/[a-z/-]+\.yaml:\d+: \S.*: .")
WORDS = [
    "Größe",
    "速度",
    "a 'quoted' \"one\"",
    "<b>&amp;",
    "$.x",
    "🙂",
    "_*[x](y)",
    "a\tb",
    "%s {0}",
]
LABELS = ["0", "1.0", "16.0", "1e3", "on", "yes", "~", '""', "no", '"off"', "-0.0", "2.50", "007"]
WHOLE = ["{}", "{}.0", '"{}"', "+{}", "{:#x}", "'{}.0'", "{:_}", "0{:o}"]
NUMBERS = [*WHOLE, "{:e}", '" {} "', "{}e0", "{}.", "{}.0e+0"]
SIZES = {
    "device.bandwidth_mib_s": [1, 16, 64, 1000, 2048],
    "device.read_latency_us": [0, 1, 20, 1000],
    "device.read_ahead_kb": [0, 4, 128, 2048],
    "engine_memory_mib": [64, 128, 256],
    "threads": [1, 2, 8],
    "cpus": [1, 2, 4],
    "seed": [0, 1, 2, 3, 14724],
    "events_factor": [1, 2, 100],
    "phases.run.duration_s": [1, 8, 60],
    "options.range_size": [10, 100],
}
SWITCHES = {"tuning.postgresql.autovacuum": ["on", "off"], "options.skip": ["yes", "no", "true"]}


class Odd:
    """One random study, always the same for its number."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def number(self, value: int, path: str = "") -> str:
        """A number in one of the ways that YAML or a reader of it may take for that number."""
        fractional = path.startswith("device.") and path != "device.read_ahead_kb"
        return self.random.choice(NUMBERS if fractional else WHOLE).format(value)

    def text(self) -> str:
        """A text in quotes."""
        return json.dumps(self.random.choice(WORDS), ensure_ascii=False)

    def values(self, path: str) -> list[str]:
        """One to three spellings of values of a factor."""
        if path in SWITCHES:
            return self.random.sample(SWITCHES[path], 2)
        known = SIZES[path]
        chosen = self.random.sample(known, self.random.randint(1, min(3, len(known))))
        return [self.number(value, path) for value in chosen]

    def group(self, path: str) -> str:
        """A factor whose values are groups, with a label or without."""
        entries = []
        for value in self.values(path)[:2]:
            label = self.random.choice([None, None, *LABELS, self.text()])
            entries.append({path: value} | ({} if label is None else {"label": label}))
        groups = (", ".join(f"{key}: {value}" for key, value in each.items()) for each in entries)
        return ", ".join(f"{{{each}}}" for each in groups)

    def experiment(self) -> str:
        """The text of an experiment's file."""
        paths = self.random.sample([*SIZES, *SWITCHES], self.random.randint(1, 4))
        lines = []
        for path in paths:
            if self.random.random() < 0.4:
                name = self.random.choice([json.dumps(path.rpartition(".")[2] + "s"), self.text()])
                lines.append(f"  {name}: [{self.group(path)}]")
            else:
                lines.append(f"  {path}: [{', '.join(self.values(path))}]")
        engines = self.random.choice(["[all]", "[postgresql-17]", "[postgresql-17, mariadb-11.8]"])
        factors = "\n".join([f"  engine: {engines}", *lines])
        bandwidth = "" if "device.bandwidth_mib_s" in paths else ", bandwidth_mib_s: 64.0"
        return f"""\
title: {self.text()}
question: {self.text()}
page: oltp
factors:
{factors}
cell:
  dataset: sysbench
  device: {{read_latency_us: {self.number(20)}{bandwidth}}}
  traces: [device_requests]
  threads: {self.number(8)}
  phases:
    - {{name: run, workload: sysbench/oltp_read_write, duration_s: {{4: 60, default: 8.0}}}}
"""


def write_results(plan: Plan, folder: Path, rng: random.Random) -> Path:
    """The plan's file, and rows of each of its cells as of an hour's measurement; their folder."""
    study = Study(folder)
    for cell in plan.cells:
        job, seconds = cell.job, 10
        transactions = rng.choice([0, 1, 300, 7000])
        pages = {"read_bytes": PAGES_READ, "write_bytes": PAGES_WRITTEN}
        moved = {name: count * 4096 * transactions for name, count in pages.items()}
        study.write(
            job,
            [
                phase_row(job, 0, seconds),
                total_row("run", transactions, seconds),
                *(interval_row("run", t, transactions / seconds) for t in range(1, seconds)),
                *device_rows("run", read_commands=transactions, busy_ns=10**9, **moved),
            ],
        )
    write_plan(plan, folder, None)
    return study.rows


def plan_of(experiments: dict[str, str], folder: Path) -> Plan:
    """The plan of a study of these experiments."""
    repository = Repository(folder)
    repository.experiment = experiments.get("oltp", EXPERIMENT)
    (folder / "config/experiments").mkdir(parents=True, exist_ok=True)
    for name, text in experiments.items():
        (folder / f"config/experiments/{name}.yaml").write_text(text, encoding="utf-8")
    repository.replace("experiments: [oltp]", f"experiments: [{', '.join(experiments)}]")
    return repository.plan()


def valid_studies(folder: Path) -> list[str]:
    """Texts of experiments that can be planned; of others, that lines name file and key."""
    found: list[str] = []
    for number in itertools.count():
        text = Odd(number).experiment()
        try:
            plan_of({"oltp": text}, folder)
        except ConfigError as error:
            unclear = [line for line in str(error).splitlines() if not LINE.match(line)]
        else:
            unclear = []
            found.append(text)
        assert not unclear, text
        if len(found) == len(NAMES) * GROUPS:
            return found
    return found


def unlike(database: Path) -> Iterator[str]:
    """Values of factors that cells have, and the plan of their experiment has not."""
    with duckdb.connect(str(database), read_only=True) as connection:
        planned = {
            experiment: {
                name: set(map(canonical, values)) for name, values in json.loads(text).items()
            }
            for experiment, text in connection.execute(
                "SELECT experiment, factors_json FROM experiments"
            ).fetchall()
        }
        for experiment, text in connection.execute(
            "SELECT experiment, factors_json FROM cells"
        ).fetchall():
            for name, value in json.loads(text).items():
                if canonical(value) not in planned[experiment][name]:
                    yield f"{experiment}: {name}: {value!r}"


@pytest.mark.long
def test_d4_odd_spellings_of_values_lose_nothing(tmp_path: Path) -> None:
    studies = valid_studies(tmp_path)
    for group in range(GROUPS):
        texts = studies[group * len(NAMES) :]
        folder = tmp_path / str(group)
        folder.mkdir()
        plan = plan_of(dict(zip(NAMES, texts, strict=False)), tmp_path)
        rows = write_results(plan, folder, random.Random(group))
        database = folder / "results.duckdb"
        build(load_plan(folder / "plan.json"), rows, database)
        export(database, folder / "data")
        export_cells(database, folder / "data", REPOSITORY, None)
        export_tables(database, folder / "data")
        for file in (folder / "data").rglob("*.json"):
            json.loads(file.read_text(encoding="utf-8"), parse_constant=lambda word: 1 / 0)
        with duckdb.connect(str(database), read_only=True) as connection:
            assert connection.execute("FROM missing_tables").fetchall() == []
        assert list(unlike(database)) == []
