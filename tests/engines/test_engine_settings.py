"""Lists of the engines' settings: current, right about what we run, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from scripts.engines.families import family_of
from scripts.engines.settings import about, list_path, rules_of, setting_problem, settings_of
from scripts.layers.model import layer_names
from scripts.layers.settings import made_of

ROOT = Path(__file__).parents[2]
PROVENANCE = ROOT / "reference/provenance.parquet"
ENGINES = [name for name in layer_names() if list_path(ROOT, name).is_file()]
PUBLISHED = duckdb.sql(
    # Those that are compiled for a comparison have the list of their release.
    f"SELECT DISTINCT regexp_extract(key, '^config/([a-z]+-[0-9.]+)\\.conf$', 1) AS engine "
    f"FROM '{PROVENANCE}' WHERE key LIKE 'config/%' AND engine <> '' ORDER BY ALL"
).fetchall()


def test_every_published_engine_has_a_list() -> None:
    assert {engine for (engine,) in PUBLISHED} <= set(ENGINES)


@pytest.mark.parametrize("engine", ENGINES)
def test_list_is_of_the_locked_server(engine: str) -> None:
    first = list_path(ROOT, engine).read_text(encoding="utf-8").partition("\n")[0]
    advice = f"build the layer and run python -m scripts.layers.settings {engine}"
    assert first == f"# {made_of(engine)}", advice


@pytest.mark.parametrize("engine", [engine for (engine,) in PUBLISHED])
def test_every_setting_of_published_cells_passes(engine: str) -> None:
    """What engines really ran with: in the list, and in the range that it gives."""
    rows = duckdb.sql(
        f"SELECT DISTINCT value FROM '{PROVENANCE}' WHERE key = 'config/{engine}.conf'"
    ).fetchall()
    lines = {line for (text,) in rows for line in text.splitlines() if "=" in line}
    pairs = {tuple(part.strip() for part in line.split("=", 1)) for line in sorted(lines)}
    of_lab = about(family_of(engine)).of_lab
    known = {name: value for name, value in pairs if name not in of_lab}
    assert len(known) > 10
    problems = [setting_problem(ROOT, engine, *pair) for pair in pairs if pair[0] not in of_lab]
    assert [problem for problem in problems if problem] == []


# What the servers of the layers did with it when they were started: adjusted, ignored or ended.
WRONG = [
    ("mariadb-11.8", "innodb_flush_log_at_trx_commit", 5, "<= 3"),
    ("mariadb-11.8", "innodb_max_dirty_pages_pct", 150, "<= 99.999"),
    ("mariadb-11.8", "innodb_log_file_size", "1M", ">= 4194304"),
    ("mariadb-11.8", "innodb_adaptive_hash_index", "maybe", "ON or OFF"),
    ("mariadb-11.8", "innodb_buffer_pool_instances", 8, "no such setting"),
    ("mariadb-11.8", "loose_nonsense", 1, "no such setting"),
    ("mariadb-11.8", "binlog_cache_size", 5000, "multiple of 4096"),
    ("mariadb-11.8", "sync_binlog", -1, ">= 0"),
    ("mariadb-11.8", "innodb_flush_method", "direct", "one of fsync"),
    ("mariadb-11.8", "innodb_purge_threads", "many", "whole number"),
    ("mysql-9.7", "innodb-flush-log-at-trx-commit", 5, "<= 2"),
    ("mysql-9.7", "key_buffer_size", 1, "multiple of 4096"),
    ("mysql-9.7", "query_cache_size", 1, "no such setting"),
    ("mysql-9.7", "innodb_file_per_table", 7, "ON or OFF"),
    ("myrocks-11.8", "rocksdb_max_background_jobs", 10_000, "<= "),
    ("postgresql-17", "synchronus_commit", "off", 'did you mean "synchronous_commit"'),
    ("postgresql-17", "io_method", "worker", "no such setting"),
    ("postgresql-17", "pg_stat_statements.track", "all", "no such setting"),
    ("postgresql-17", "shared_buffers", "64kB", ">= 16 times 8kB"),
    ("postgresql-17", "shared_buffers", "64K", "one of the units"),
    ("postgresql-17", "checkpoint_timeout", "10s", ">= 30 s"),
    ("postgresql-17", "wal_level", "full", "one of minimal"),
    ("postgresql-18", "io_method", "threads", "one of "),
    ("postgresql-17", "block_size", 8192, "no such setting"),
    ("postgresql-17", "port", 5433, "set by the lab"),
    ("postgresql-15", "max_connections", 10, "set `clients`"),
    ("mysql-9.7", "data-dir", "/x", "no such setting"),
    ("mysql-9.7", "datadir", "/x", "set by the lab"),
]


@pytest.mark.parametrize(("engine", "name", "value", "words"), WRONG)
def test_setting_that_the_engine_would_not_run_with_is_refused(
    engine: str, name: str, value: object, words: str
) -> None:
    problem = setting_problem(ROOT, engine, name, value)
    assert problem is not None
    assert words in problem


RIGHT = [
    ("mariadb-11.8", "innodb_buffer_pool_size", "200m"),
    ("mariadb-11.8", "innodb_flush_method", "o_direct"),
    ("mariadb-11.8", "innodb_doublewrite", 0),
    ("mariadb-11.8", "skip-innodb-doublewrite", "1"),
    ("mariadb-11.8", "loose_innodb_io_capacity", 400),
    ("mysql-9.7", "log_bin", "binlog"),
    ("mysql-9.7", "skip_log_bin", "ON"),
    ("postgresql-17", "shared_buffers", 16),
    ("postgresql-17", "Work_Mem", "'1.5 MB'"),
    ("postgresql-17", "synchronous_commit", "true"),
    ("postgresql-17", "autovacuum_vacuum_cost_delay", "1500us"),
    ("postgresql-17", "debug_io_direct", "data"),
    ("postgresql-18", "io_method", "io_uring"),
]


@pytest.mark.parametrize(("engine", "name", "value"), RIGHT)
def test_spelling_that_the_engine_takes_is_taken(engine: str, name: str, value: object) -> None:
    assert setting_problem(ROOT, engine, name, value) is None


def test_an_engine_without_a_list_is_left_to_itself(tmp_path: Path) -> None:
    assert setting_problem(tmp_path, "postgresql-17", "anything", 1) is None
    assert setting_problem(tmp_path, "postgresql-17", "port", 1) is not None


@pytest.mark.parametrize("engine", ENGINES)
def test_every_setting_of_the_lab_is_the_engine_s(engine: str) -> None:
    """A misspelt name of a setting would keep nothing from being set."""
    known = settings_of(list_path(ROOT, engine))
    rules = rules_of(family_of(engine))
    assert rules
    assert [name for name in about(family_of(engine)).of_lab if not rules.found(name, known)] == []
