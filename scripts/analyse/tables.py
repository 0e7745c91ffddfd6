"""Fills the statistics tables from the view ``cell_metrics``, in the order of their keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import duckdb

from scripts.analyse.curves import crossover, slope
from scripts.analyse.intervals import median_estimate, ratio_estimate
from scripts.analyse.warm_up import mser

CURVE_METRICS = ("tps", "query_s")
"""Metrics that get a crossover and a slope."""

Row = tuple[object, ...]
Curves = dict[tuple[str, ...], dict[str, dict[float, list[float]]]]
"""(curve group, experiment, lab, phase, workload, metric) to engine to bandwidth to values."""


def fill(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill all statistics tables of an open database. Runs in the caller's transaction."""
    _insert(connection, "warm_up_cuts", _warm_up_cuts(connection))
    _insert(connection, "repeat_statistics", _repeat_statistics(connection))
    curves = _curves(connection)
    _insert(connection, "engine_ratios", _engine_ratios(curves))
    _insert(connection, "crossovers", _crossovers(curves))
    _insert(connection, "slopes", _slopes(curves))


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: Iterable[Row]) -> None:
    listed = list(rows)
    if listed:
        marks = ", ".join("?" * len(listed[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", listed)


def _warm_up_cuts(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    series: dict[tuple[str, str], list[float]] = defaultdict(list)
    for cell_id, phase, tps in connection.execute(
        "SELECT cell_id, phase, tps FROM sysbench_intervals ORDER BY cell_id, phase, time_s"
    ).fetchall():
        series[cell_id, phase].append(tps)
    for (cell_id, phase), values in series.items():
        cut = mser(values)
        yield cell_id, phase, len(values), cut.observations, cut.batch, cut.is_reliable


def _repeat_statistics(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    groups = connection.execute(
        """
        SELECT repeat_group, curve_group, experiment, lab, engine, bandwidth_mib_s, phase,
            workload, metric, list(value ORDER BY seed, cell_id)
        FROM cell_metrics
        GROUP BY ALL
        ORDER BY ALL
        """
    ).fetchall()
    for *about, values in groups:
        estimate = median_estimate(values, "median", about[0], about[6], about[8])
        yield (
            *about,
            estimate.repeats,
            estimate.value,
            estimate.low,
            estimate.high,
            estimate.method,
        )


def _curves(connection: duckdb.DuckDBPyConnection) -> Curves:
    """Values that may be put on a curve: of an engine, at a bandwidth, greater than 0."""
    curves: Curves = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for *about, engine, bandwidth, value in connection.execute(
        """
        SELECT curve_group, experiment, lab, phase, workload, metric, engine, bandwidth_mib_s,
            value
        FROM cell_metrics
        WHERE engine IS NOT NULL AND bandwidth_mib_s IS NOT NULL
        ORDER BY ALL
        """
    ).fetchall():
        curves[tuple(about)][engine][bandwidth].append(value)
    return curves


def _pairs(engines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs in the order of names, which puts MariaDB and MySQL over PostgreSQL."""
    return combinations(sorted(engines), 2)


def _engine_ratios(curves: Curves) -> Iterator[Row]:
    for (group, experiment, lab, phase, workload, metric), engines in curves.items():
        for above, below in _pairs(engines):
            for bandwidth in sorted(set(engines[above]) & set(engines[below])):
                sides = engines[above][bandwidth], engines[below][bandwidth]
                if min(map(min, sides)) <= 0:
                    continue  # nothing was read or written: there is no ratio
                key = ("ratio", group, phase, metric, above, below, bandwidth)
                estimate = ratio_estimate(*sides, *key)
                yield (
                    group,
                    experiment,
                    lab,
                    bandwidth,
                    phase,
                    workload,
                    metric,
                    above,
                    below,
                    len(sides[0]),
                    len(sides[1]),
                    estimate.value,
                    estimate.low,
                    estimate.high,
                    estimate.method,
                )


def _positive(curve: dict[float, list[float]]) -> dict[float, list[float]]:
    return {bandwidth: values for bandwidth, values in curve.items() if min(values) > 0}


def _crossovers(curves: Curves) -> Iterator[Row]:
    for (group, experiment, lab, phase, workload, metric), engines in curves.items():
        if metric not in CURVE_METRICS:
            continue
        for above, below in _pairs(engines):
            key = ("crossover", group, phase, metric, above, below)
            found = crossover(_positive(engines[above]), _positive(engines[below]), *key)
            if found is None:
                continue
            yield (
                group,
                experiment,
                lab,
                phase,
                workload,
                metric,
                above,
                below,
                found.bandwidths,
                found.sign_changes,
                found.trend,
                found.outcome,
                found.bandwidth_mib_s,
                found.low_mib_s,
                found.high_mib_s,
                found.crossing_share,
            )


def _slopes(curves: Curves) -> Iterator[Row]:
    for (group, experiment, lab, phase, workload, metric), engines in curves.items():
        if metric not in CURVE_METRICS:
            continue
        for engine in sorted(engines):
            found = slope(_positive(engines[engine]), "slope", group, phase, metric, engine)
            if found is None:
                continue
            yield (
                group,
                experiment,
                lab,
                engine,
                phase,
                workload,
                metric,
                found.bandwidths,
                found.repeats,
                found.slope,
                found.low,
                found.high,
            )
