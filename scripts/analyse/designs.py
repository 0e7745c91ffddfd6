"""Fills the table of factors' effects, of the experiments whose factors have two values each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import duckdb
import numpy as np

from scripts.analyse.effects import effects, is_design
from scripts.plan.factors import spelled

METRICS = (
    "tps",
    "pages_per_transaction",
    "read_pages_per_transaction",
    "write_pages_per_transaction",
    "engine_instructions_per_transaction",
)
"""Measures whose effects are computed, of each engine and of the ratio of each two."""

# What varies besides settings.
_NO_SETTINGS = ("engine", "seed")

Row = tuple[object, ...]
Levels = dict[str, list[str]]
"""Factor to its two values in the order of the plan, as text."""
Settings = tuple[tuple[str, str], ...]
"""A combination: each factor with its value, as text."""
Values = dict[Settings, float]
"""Geometric mean over seeds of each combination."""


def factor_effects(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    """Rows of the table ``factor_effects``; a design with a cell missing has none."""
    planned = _planned(connection)
    for about, engines in _measured(connection).items():
        levels = planned.get(about[0], {})
        for engine, values in sorted(engines.items()):
            yield from _effects((*about, engine, None), levels, values)
        for one, other in combinations(sorted(engines), 2):
            shared = engines[one].keys() & engines[other].keys()
            ratios = {place: engines[one][place] / engines[other][place] for place in shared}
            yield from _effects((*about, one, other), levels, ratios)


def _planned(connection: duckdb.DuckDBPyConnection) -> dict[str, Levels]:
    """The experiments whose factors all have two values."""
    found = {}
    for experiment, factors_json in connection.execute(
        "SELECT experiment, factors_json FROM experiments ORDER BY ALL"
    ).fetchall():
        factors = json.loads(factors_json or "{}")
        levels = {
            name: [str(spelled(value)) for value in values]
            for name, values in factors.items()
            if name not in _NO_SETTINGS
        }
        if levels and all(len(values) == 2 for values in levels.values()):
            found[experiment] = levels
    return found


def _measured(
    connection: duckdb.DuckDBPyConnection,
) -> dict[tuple[str, ...], dict[str, Values]]:
    """(experiment, lab, phase, workload, metric) to engine to values above 0."""
    found: dict[tuple[str, ...], dict[str, dict[Settings, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    rows = connection.execute(
        """
        SELECT experiment, m.lab, phase, m.workload, metric, m.engine, factors_json, value
        FROM cell_metrics AS m
        JOIN cells USING (cell_id, experiment)
        WHERE metric IN (SELECT unnest($metrics)) AND m.engine IS NOT NULL AND value > 0
        ORDER BY ALL
        """,
        {"metrics": list(METRICS)},
    ).fetchall()
    for *about, engine, factors, value in rows:
        found[tuple(about)][engine][_settings(factors)].append(value)
    return {
        about: {
            engine: {place: float(np.exp(np.log(values).mean())) for place, values in own.items()}
            for engine, own in engines.items()
        }
        for about, engines in found.items()
    }


def _settings(factors_json: str) -> Settings:
    factors = json.loads(factors_json)
    return tuple((name, str(value)) for name, value in factors.items() if name not in _NO_SETTINGS)


def _effects(about: tuple[str | None, ...], levels: Levels, values: Values) -> Iterator[Row]:
    """The effects of one measure, if its combinations are a design."""
    names, places = list(levels), sorted(values)
    known = {(name, level) for name in names for level in levels[name]}
    if not all({*dict(place)} == {*names} and {*place} <= known for place in places):
        return
    signs = np.array(
        [[2 * levels[name].index(dict(place)[name]) - 1 for name in names] for place in places]
    )
    if len(places) < 2 or not is_design(signs):
        return
    for effect in effects(signs, [values[place] for place in places]):
        factors = [" and ".join(names[place] for place in word) for word in effect.factors]
        is_one = len(effect.factors[0]) == 1
        yield (
            *about,
            factors,
            *(levels[factors[0]] if is_one else (None, None)),
            len(places),
            effect.ratio,
            effect.low,
            effect.high,
            effect.stands_out,
        )
