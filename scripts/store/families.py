"""Puts what families of engines say of their counters into the database."""

from __future__ import annotations

import duckdb

from scripts.engines.families import family, family_names
from scripts.engines.settings import about
from scripts.engines.statistics import all_rules


def load_families(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill ``engine_families``, ``engine_measure_rules`` and ``setting_measures``."""
    families = {name: family(name) for name in family_names()}
    named = [(name, of.name, of.server_packages, of.page_bytes) for name, of in families.items()]
    connection.executemany("INSERT INTO engine_families VALUES (?, ?, ?, ?)", named)
    rules = [
        (
            *(name, measure, rule.source, rule.counter, rule.object, rule.of),
            *((1, rule.times) if isinstance(rule.times, str) else (rule.times, None)),
            bool(rule.by),
        )
        for name, measure, rule in all_rules()
    ]
    connection.executemany(
        "INSERT INTO engine_measure_rules VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rules
    )
    told = [
        (name, setting, measure)
        for name in family_names()
        for setting, measure in (about(name).read_back or {}).items()
    ]
    connection.executemany("INSERT INTO setting_measures VALUES (?, ?, ?)", told)
