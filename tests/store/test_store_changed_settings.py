"""Settings that an engine runs with at another value than was asked for, by log and counters."""

from __future__ import annotations

from pathlib import Path

import duckdb
from claim_study import database
from study_rows import Study, phase_row, total_row

from scripts.parse.rows import AdjustedSetting, EngineCounter, Provenance

MIB = 1 << 20
POOL = "innodb_buffer_pool_size"
SAID = AdjustedSetting(POOL, "200M", "268435456", "Adjusting")


def add_cell(study: Study, engine: str, seed: int, asked: str, pool_mib: float, *more: object):
    """A cell whose pool was set to ``asked`` and has ``pool_mib``."""
    factors = {"engine": engine, "seed": seed}
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
    pages = pool_mib * MIB / 16384
    counters = {"Innodb_buffer_pool_pages_total": pages, "Innodb_page_size": 16384}
    rows = [
        EngineCounter("run", "global_status", "", name, value, value, 0)
        for name, value in counters.items()
    ]
    text = f"tmpdir = /x\n{POOL} = {asked}\n"
    rows += [Provenance("config/engine.conf", text), phase_row(job, 0, 2.0)]
    study.write(job, [*rows, total_row("run", 100, 2.0), *more])


def test_pool_that_was_rounded_up_is_known_by_its_pages(tmp_path: Path) -> None:
    """MySQL makes a pool above 128 MiB a multiple of that, and its log does not say so."""
    study = Study(tmp_path)
    add_cell(study, "mysql-9.7", 1, "242221056", 256)
    add_cell(study, "mysql-9.7", 2, "231M", 256)
    add_cell(study, "mysql-9.7", 3, "127926272", 122)
    add_cell(study, "mysql-9.7", 4, "200M", 256, SAID)
    add_cell(study, "mariadb-11.8", 1, "51M", 48.98)  # its descriptions of pages are in it
    path = str(database(study, "S1.1", name="oltp"))
    with duckdb.connect(path, read_only=True) as connection:
        found = connection.execute(
            "SELECT cell_id, setting, asked, runs_with, words FROM changed_settings ORDER BY ALL"
        ).fetchall()
    assert found == [
        ("oltp-mysql-9.7-1", POOL, "242221056", str(256 * MIB), None),
        ("oltp-mysql-9.7-2", POOL, "231M", str(256 * MIB), None),
        ("oltp-mysql-9.7-4", POOL, "200M", str(256 * MIB), "Adjusting"),
    ]
