"""pgbench's command in the guest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from engines.postgresql.guest import adapter as postgresql
from guest.engines import adapter
from guest.system import GuestError

from workloads.pgbench import guest as pgbench

ROOT = Path(__file__).parents[2]
PHASE = {
    "name": "select",
    "workload": "pgbench/point_select",
    "threads": 8,
    "duration_s": 0,
    "events": 1601,
    "options": {"protocol": "simple"},
}
JOB = {"seed": 4, "dataset": {"rows_per_table": 450_000}}
SETTINGS = {
    "engine_memory_mib": 256,
    "device": {"device_mib": 1536},
    "clients": 8,
    "connections": 32,
    "tuning": {},
}
NO_LAYER: Any = None
ENGINE = adapter("postgresql", NO_LAYER, SETTINGS)


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pgbench, "ROOT", tmp_path)
    monkeypatch.setattr(postgresql, "ROOT", tmp_path)
    monkeypatch.setattr("guest.workloads.PAYLOAD", ROOT)
    (tmp_path / "tmp").mkdir()
    return tmp_path


def installed(layer: Path) -> None:
    program = layer / "usr/lib/postgresql/17/bin/pgbench"
    program.parent.mkdir(parents=True)
    program.touch()


def test_all_transactions_are_done_by_the_clients_together(layer: Path) -> None:
    installed(layer)
    command = pgbench.run(PHASE, JOB, ENGINE, layer).command
    assert command[3] == "/usr/lib/postgresql/17/bin/pgbench"
    assert {"--transactions=201", "--client=8", "--random-seed=4", "--protocol=simple"} <= {
        *command
    }
    assert "--define=rows=450000" in command
    assert (layer / "tmp/point_select.sql").exists()


def test_run_by_time_has_no_limit_of_transactions(layer: Path) -> None:
    installed(layer)
    phase = {**PHASE, "events": 0, "duration_s": 7}
    command = pgbench.run(phase, JOB, ENGINE, layer).command
    assert "--time=7" in command
    assert not [word for word in command if word.startswith("--transactions")]


def test_engine_without_pgbench_is_reported(layer: Path) -> None:
    mysql = adapter("mysql", NO_LAYER, SETTINGS)
    with pytest.raises(GuestError, match="pgbench can't drive this engine"):
        pgbench.run(PHASE, JOB, mysql, layer)
    with pytest.raises(GuestError, match="phase select: pgbench/point_select needs an engine"):
        pgbench.run(PHASE, JOB, None, layer)
