"""Fills the statistics tables from the view ``cell_metrics``, in the order of their keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import combinations, islice
from typing import Any

import duckdb
import pyarrow as pa

from scripts.analyse.comparisons import release_changes
from scripts.analyse.cpu_time import cpu_time_ratios
from scripts.analyse.curves import crossover, slope
from scripts.analyse.designs import factor_effects
from scripts.analyse.intervals import (
    Spread,
    median_estimate,
    paired_ratios,
    pooled_spread,
    ratio_estimate,
)
from scripts.analyse.warm_up import mser

CURVE_METRICS = ("tps", "query_s")
"""Metrics that get a crossover and a slope."""
ROWS_AT_ONCE = 10_000

Row = tuple[Any, ...]
Curves = dict[tuple[str, ...], dict[str, dict[float, dict[int | None, float]]]]
"""(curve group, experiment, lab, phase, workload, metric) to engine, bandwidth of reads, seed to
value."""
Writes = dict[tuple[str, float], float | None]
"""(curve group, bandwidth of reads) to that of writes, which a curve has one of."""
Ratios = tuple[tuple[str, ...], str, str, dict[float, list[float]]]
"""A curve as above, the two engines, and of each bandwidth a ratio a seed."""
Spreads = dict[tuple[str, ...], Spread | None]
"""(experiment, lab, phase, workload, metric, the two engines) to what their ratios share."""


class TwoOnePlace(Exception):
    """Two cells have one place on a curve, so one of them would hide the other."""


def fill(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Fill all statistics tables of an open database, each in a transaction of its own.

    A statistic that fails costs its own table, which stays empty. Return these tables with what
    went wrong. Most of them ask for ``cell_metrics``, which is to be `computed_once`.
    """
    shared = _Shared(connection)
    return fill_tables(
        connection, {table: partial(rows, shared) for table, rows in _TABLES.items()}
    )


@contextmanager
def computed_once(connection: duckdb.DuckDBPyConnection, view: str) -> Iterator[None]:
    """Keep the rows of a view as a temporary table of its name meanwhile.

    Most of what a query of a large view takes is DuckDB's planning of that view. Raises
    duckdb.IOException and duckdb.OutOfMemoryException where there is no room for the rows.
    """
    try:
        connection.execute(f"CREATE TEMP TABLE {view} AS FROM {view}")
    except (duckdb.IOException, duckdb.OutOfMemoryException):
        raise
    except duckdb.Error:
        pass  # each query that needs the view says what is wrong with it
    try:
        yield
    finally:
        connection.execute(f"DROP TABLE IF EXISTS temp.{view}")


def fill_tables(
    connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Callable[[], Iterable[Row]]]
) -> dict[str, str]:
    """Fill tables with what functions return, as `fill` does."""
    failed = {}
    for table, rows in tables.items():
        connection.begin()
        try:
            _insert(connection, table, rows())
        except (duckdb.IOException, duckdb.OutOfMemoryException):
            raise  # the host's doing: with more room, the table is there
        except Exception as error:  # whatever it is, the others are not to be lost
            connection.rollback()
            about = "" if isinstance(error, TwoOnePlace) else f"{type(error).__name__}: "
            failed[table] = about + " ".join(str(error).split())
        else:
            connection.commit()
    return failed


class _Shared:
    """What several tables are made of, computed when the first of them asks."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    @cached_property
    def curves(self) -> tuple[Curves, Writes]:
        return _curves(self.connection)

    @cached_property
    def ratios(self) -> list[Ratios]:
        return list(_ratios(self.curves[0]))

    @cached_property
    def spreads(self) -> Spreads:
        return _spreads(self.ratios)


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: Iterable[Row]) -> None:
    # As tables, and not row by row, which takes DuckDB a millisecond each.
    rows = iter(rows)
    while some := list(islice(rows, ROWS_AT_ONCE)):
        columns = [pa.array(column) for column in zip(*some, strict=True)]
        names = [f"column_{index}" for index in range(len(columns))]
        connection.from_arrow(pa.table(columns, names=names)).insert_into(table)


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    """Rows of a query, without all of them in memory; texts that repeat are there once."""
    texts: dict[object, object] = {}
    while some := cursor.fetchmany(ROWS_AT_ONCE):
        for row in some:
            yield tuple(
                texts.setdefault(value, value) if isinstance(value, str) else value for value in row
            )


def _warm_up_cuts(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    series: dict[tuple[str, str], list[float]] = defaultdict(list)
    for cell_id, phase, tps in _rows(
        connection.execute(
            "SELECT cell_id, phase, tps FROM sysbench_intervals ORDER BY cell_id, phase, time_s"
        )
    ):
        series[cell_id, phase].append(tps)
    for (cell_id, phase), values in series.items():
        cut = mser(values)
        yield cell_id, phase, len(values), cut.observations, cut.batch, cut.is_reliable


def _repeat_statistics(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    groups = list(
        _rows(
            connection.execute(
                """
                SELECT repeat_group, curve_group, experiment, lab, engine, read_bandwidth_mib_s,
                    write_bandwidth_mib_s, phase, workload, metric,
                    list(value ORDER BY seed, cell_id)
                FROM cell_metrics
                GROUP BY ALL
                ORDER BY ALL
                """
            )
        )
    )
    # (experiment, lab, engine, phase, workload, metric): what shares a spread.
    shared: dict[Row, list[list[float]]] = defaultdict(list)
    for *about, values in groups:
        shared[*about[2:5], *about[7:]].append(values)
    spreads = {key: pooled_spread(repeats) for key, repeats in shared.items()}
    for *about, values in groups:
        spread = spreads[*about[2:5], *about[7:]]
        estimate = median_estimate(values, spread)
        yield (
            *about,
            estimate.repeats,
            estimate.value,
            estimate.low,
            estimate.high,
            estimate.method,
        )


def _curves(connection: duckdb.DuckDBPyConnection) -> tuple[Curves, Writes]:
    """Values that may be put on a curve: of an engine, at a bandwidth of reads.

    Raises TwoOnePlace where cells of one engine and seed differ in what their curve leaves out.
    """
    curves: Curves = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    writes: Writes = {}
    cells: dict[tuple[object, ...], str] = {}
    for *about, engine, bandwidth, write, seed, value, cell_id in _rows(
        connection.execute(
            """
            SELECT curve_group, experiment, lab, phase, workload, metric, engine,
                read_bandwidth_mib_s, write_bandwidth_mib_s, seed, value, cell_id
            FROM cell_metrics
            WHERE engine IS NOT NULL AND read_bandwidth_mib_s IS NOT NULL
            ORDER BY ALL
            """
        )
    ):
        place = (*about, engine, bandwidth, seed)
        if place in cells:
            raise TwoOnePlace(
                f"{cells[place]} and {cell_id} have one place on the curve {about[0]!r}, "
                f"{bandwidth:g} MiB/s: name what they differ in as a factor, each value its own"
            )
        cells[place] = cell_id
        curves[tuple(about)][engine][bandwidth][seed] = value
        writes[about[0], bandwidth] = write
    return curves, writes


def _pairs(engines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs in the order of names, which puts MariaDB and MySQL over PostgreSQL."""
    return combinations(sorted(engines), 2)


def _ratios(curves: Curves) -> Iterator[Ratios]:
    """Each curve's ratios of two engines: bandwidth to a ratio a seed, where both are above 0."""
    for about, engines in curves.items():
        for above, below in _pairs(engines):
            ratios = {
                bandwidth: paired_ratios(engines[above][bandwidth], engines[below][bandwidth])
                for bandwidth in sorted(set(engines[above]) & set(engines[below]))
                # Where nothing was read or written, there is no ratio.
                if min(*engines[above][bandwidth].values(), *engines[below][bandwidth].values()) > 0
            }
            yield about, above, below, {bandwidth: r for bandwidth, r in ratios.items() if r}


def _spreads(ratios: Iterable[Ratios]) -> Spreads:
    """Ratios of two engines by each measure of an experiment, at all settings of its factors."""
    groups: dict[Row, list[list[float]]] = defaultdict(list)
    for (_, *measure), above, below, of_bandwidth in ratios:
        groups[*measure, above, below] += of_bandwidth.values()
    return {about: pooled_spread(values) for about, values in groups.items()}


def _engine_ratios(all_ratios: Iterable[Ratios], spreads: Spreads, writes: Writes) -> Iterator[Row]:
    for about, above, below, ratios in all_ratios:
        group, experiment, lab, phase, workload, metric = about
        spread = spreads[*about[1:], above, below]
        for bandwidth, values in ratios.items():
            estimate = ratio_estimate(values, spread)
            yield (
                group,
                experiment,
                lab,
                bandwidth,
                writes[group, bandwidth],
                phase,
                workload,
                metric,
                above,
                below,
                estimate.repeats,
                estimate.value,
                estimate.low,
                estimate.high,
                estimate.method,
            )


def _crossovers(all_ratios: Iterable[Ratios], spreads: Spreads) -> Iterator[Row]:
    for about, above, below, ratios in all_ratios:
        group, _, _, phase, _, metric = about
        if metric not in CURVE_METRICS:
            continue
        spread = spreads[*about[1:], above, below]
        found = crossover(ratios, spread, "crossover", group, phase, metric, above, below)
        if found is not None:
            yield (
                *about,
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


def _positive(curve: dict[float, dict[int | None, float]]) -> dict[float, list[float]]:
    return {
        bandwidth: list(values.values())
        for bandwidth, values in curve.items()
        if min(values.values()) > 0
    }


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


_TABLES: dict[str, Callable[[_Shared], Iterable[Row]]] = {
    "warm_up_cuts": lambda of: _warm_up_cuts(of.connection),
    "repeat_statistics": lambda of: _repeat_statistics(of.connection),
    "engine_ratios": lambda of: _engine_ratios(of.ratios, of.spreads, of.curves[1]),
    "crossovers": lambda of: _crossovers(of.ratios, of.spreads),
    "slopes": lambda of: _slopes(of.curves[0]),
    "factor_effects": lambda of: factor_effects(of.connection),
    "cpu_time_ratios": lambda of: cpu_time_ratios(of.connection),
    "release_changes": lambda of: release_changes(of.connection),
}
