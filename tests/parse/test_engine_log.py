"""Settings that a server's log says are not as asked for, from logs of real servers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cell_folders import make_cell
from parse_goldens import TRANSCRIPTS

from scripts.engines.server_log import parse_configuration, parse_engine_log
from scripts.ingest.cell import read_cell

LOGS = TRANSCRIPTS / "engine_log"
# What SHOW VARIABLES said of the server that wrote the log; None where there was no such variable.
CHANGED = {
    "mariadb-11.8": {
        "innodb_flush_log_at_trx_commit": "3",
        "innodb_max_dirty_pages_pct": "99.999",
        "innodb_log_file_size": "4194304",
        "innodb_purge_threads": "32",
        "innodb_adaptive_hash_index": "OFF",
        "innodb_buffer_pool_instances": None,
        "innodb_log_files_in_group": None,
        "loose_nonsense": None,
        "loose-innodb_nonsense": None,
        "innodb-read-io-threads": "64",
        "innodb_io_capacity": "400",
        "max_connections": "16770",
        "open_files_limit": "20000",
        "table_open_cache": "200",
        "sort_buffer_size": "1024",
        "innodb_log_buffer_size": "2097152",
        "innodb_deadlock_detect": None,
        "long_query_time": "0",
    },
    "mysql-9.7": {
        "innodb_flush_log_at_trx_commit": "2",
        "innodb_max_dirty_pages_pct": "99.999",
        "innodb_purge_threads": "32",
        "innodb_adaptive_hash_index": "OFF",
        "loose_nonsense": None,
        "loose-innodb_nonsense": None,
        "innodb-read-io-threads": "64",
        "innodb_io_capacity": "400",
        "max_connections": "19190",
        "open_files_limit": "20000",
        "table_open_cache": "400",
        "sort_buffer_size": "32768",
        "innodb_log_buffer_size": "262144",
        "innodb_deadlock_detect": None,
        "long_query_time": "0",
    },
}


def rows(name: str, family: str) -> list:
    asked = parse_configuration((LOGS / f"{name}.conf").read_text(encoding="utf-8"))
    return parse_engine_log((LOGS / f"{name}.log").read_text(encoding="utf-8"), family, asked)


@pytest.mark.parametrize("engine", CHANGED)
def test_every_setting_that_the_server_said_it_changed_has_a_row(engine: str) -> None:
    found = rows(f"{engine}-changed", engine.partition("-")[0])
    assert {row.setting: row.runs_with for row in found} == CHANGED[engine]
    asked = {row.setting: row.asked for row in found}
    assert asked["innodb_flush_log_at_trx_commit"] == "5"
    assert asked["innodb_log_buffer_size"] == "1K"


@pytest.mark.parametrize("engine", CHANGED)
def test_the_settings_of_published_cells_have_no_row(engine: str) -> None:
    assert rows(f"{engine}-own", engine.partition("-")[0]) == []


def test_a_setting_that_nobody_asked_for_has_no_row() -> None:
    line = "[Warning] option 'innodb-purge-threads': unsigned value 64 adjusted to 32\n"
    assert parse_engine_log(line, "mariadb", {"innodb_purge_threads": "64"})
    assert parse_engine_log(line, "mariadb", {"innodb_io_capacity": "64"}) == []
    assert parse_engine_log(line, "unknown", {"innodb_purge_threads": "64"}) == []


def test_a_cell_has_a_row_whatever_bytes_are_in_its_log(tmp_path: Path) -> None:
    """A study asked for 5, MariaDB ran with 3, and no row of the cell said so."""
    folder = make_cell(tmp_path, "failed", "its phases are another engine's")
    job = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    (folder / "job.json").write_text(json.dumps(job | {"engine": "mariadb-11.8"}))
    outbox = folder / "outbox"
    for path in (outbox / "config").glob("*"):
        path.unlink()
    shutil.copy(LOGS / "mariadb-11.8-changed.conf", outbox / "config/mariadb-11.8.conf")
    log = (LOGS / "mariadb-11.8-changed.log").read_bytes()
    (outbox / "engine.log").write_bytes(b"\xff\xfe\x00 torn\r\n" + log)
    _, tables = read_cell(folder)
    settings = {row.setting: row for row in tables["adjusted_settings"]}
    assert settings["innodb_flush_log_at_trx_commit"].runs_with == "3"


def test_a_warning_of_postgresql_has_a_row() -> None:
    line = (
        '2026-11-28 10:03:01.774 UTC [25] WARNING:  "autovacuum_max_workers" (50) should be less '
        'than or equal to "autovacuum_worker_slots" (16)\n'
    )
    (row,) = parse_engine_log(line, "postgresql", {"autovacuum_max_workers": "50"})
    assert (row.setting, row.asked, row.runs_with) == ("autovacuum_max_workers", "50", "16")
