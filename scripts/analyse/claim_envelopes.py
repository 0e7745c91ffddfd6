"""Fills the tables of envelopes from the pairs of runs that claims compare (``claim_pairs``)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

import duckdb

from scripts.analyse.cpu_time import Demands, demands
from scripts.analyse.envelopes import (
    ACCIDENTS,
    Interval,
    Pair,
    Run,
    Side,
    envelopes,
    open_words,
    side_of,
    windows_of,
)
from scripts.analyse.intervals import Spread
from scripts.analyse.tables import Row, fill_tables

Group = tuple[str, str, str, str]
"""A lab, a repeat group, a phase, a metric."""
RATE = "tps"


def fill_envelopes(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Fill claim_envelopes and claim_envelope_parts; return what failed, as `fill` does."""
    # Computed when the first of the two tables asks.
    rows = cache(lambda: list(_rows(connection)))
    return fill_tables(connection, {
        "claim_envelopes": lambda: (row for row, _ in rows()),
        "claim_envelope_parts": lambda: (part for _, parts in rows() for part in parts),
    })  # fmt: skip


def _rows(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[Row, list[Row]]]:
    sides = _sides(connection)
    published, shaken = _published(connection), _shaken(connection)
    # (claim, experiment, the two engines and phases): what shares a spread.
    pools: dict[tuple[object, ...], list[tuple[Row, Pair]]] = defaultdict(list)
    for claim, place, x, owes_nothing, above, below, least, most in _pairs(connection):
        if above not in sides or below not in sides:
            continue
        pair = Pair(
            sides[above],
            sides[below],
            published.get((above, below)),
            owes_nothing,
            above[3] != RATE,
            above[:2] in shaken and below[:2] in shaken,
            above[:2] == below[:2],
        )
        experiment = above[1].partition(" ")[0]
        key = (claim, experiment, pair.above.engine, pair.below.engine, above[2:], below[2:])
        pools[key].append(((claim, place, x, least, most), pair))
    for entries in pools.values():
        found = envelopes([pair for _, pair in entries])
        for ((claim, place, x, least, most), pair), envelope in zip(entries, found, strict=True):
            bounds = (float(str(least)), float(str(most)))
            yield (
                (
                    claim,
                    place,
                    pair.above.engine,
                    pair.below.engine,
                    x,
                    None if math.isnan(envelope.ratio) else envelope.ratio,
                    envelope.low,
                    envelope.high,
                    side_of(envelope, *bounds),
                    open_words(envelope, *bounds),
                ),
                [(claim, place, name, *part) for name, part in envelope.parts.items()],
            )


def _pairs(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple]:
    rows = connection.execute(
        """
        SELECT
            claim, place, x, metric, lab, numerator_group, numerator_phase, denominator_group,
            denominator_phase, least_bound, most_bound, owes_nothing IS NOT NULL
        FROM claim_pairs
        JOIN claims USING (claim)
        ORDER BY ALL
        """
    ).fetchall()
    for claim, place, x, metric, lab, above, its_phase, below, other_phase, *rest in rows:
        least, most, owes_nothing = rest
        yield (
            claim, place, x, owes_nothing, (lab, above, its_phase, metric),
            (lab, below, other_phase, metric), least, most,
        )  # fmt: skip


def _sides(connection: duckdb.DuckDBPyConnection) -> dict[Group, Side]:
    """All that is known of each group of repeats that a claim compares."""
    times, margin = connection.execute("SELECT processor_times(), model_margin()").fetchall()[0]
    known = demands(connection, "s.lab, s.repeat_group, phase")
    accidents = {
        engine: Spread(deviation, runs - 1)
        for engine, deviation, runs in connection.execute(
            """
            SELECT engine, deviation, runs
            FROM accident_spreads
            WHERE metric = 'tps' AND varied = 'accidents'
            """
        ).fetchall()
    }
    engines: dict[Group, str] = {}
    runs: dict[Group, dict[int, Run]] = defaultdict(dict)
    for *group, engine, seed, value, owed_share, seconds in connection.execute(
        """
        WITH wanted AS (
            SELECT lab, numerator_group AS repeat_group, numerator_phase AS phase, metric
            FROM claim_pairs
            UNION
            SELECT lab, denominator_group, denominator_phase, metric FROM claim_pairs
        ),

        series AS (
            SELECT cell_id, phase, list(tps ORDER BY time_s) AS seconds
            FROM sysbench_intervals
            GROUP BY ALL
        )

        SELECT
            m.lab, m.repeat_group, m.phase, metric, m.engine, m.seed, m.value, owed_share, seconds
        FROM cell_metrics AS m
        SEMI JOIN wanted USING (lab, repeat_group, phase, metric)
        LEFT JOIN run_debts AS d ON d.cell_id = m.cell_id AND d.phase = m.phase
        LEFT JOIN series AS s ON s.cell_id = m.cell_id AND s.phase = m.phase
        WHERE m.value > 0
        ORDER BY m.lab, m.repeat_group, m.phase, metric, m.seed
        """
    ).fetchall():
        lab, repeat_group, phase, metric = group
        key = (lab, repeat_group, phase, metric)
        engines[key] = engine
        runs[key][seed] = Run(value, windows_of(seconds or ()), owed_share)
    return {
        key: Side(
            engine,
            runs[key],
            _changes(known.get(key[:3]), times, float(margin)),
            accidents.get(engine, ACCIDENTS),
        )
        for key, engine in engines.items()
    }


def _shaken(connection: duckdb.DuckDBPyConnection) -> set[tuple[str, str]]:
    """Groups of repeats, by lab, in which details that should not matter differ with the seed."""
    rows = connection.execute(
        """
        SELECT DISTINCT lab, repeat_group
        FROM cell_settings
        SEMI JOIN (FROM phases WHERE starts_with(workload, 'accident/')) USING (cell_id)
        """
    ).fetchall()
    return {(lab, group) for lab, group in rows}


def _changes(needs: Demands | None, times: Sequence[float], margin: float) -> list[float]:
    """How a rate changes with CPU times: by the model, or as much where this is far off."""
    if needs is None or not 1 / margin <= needs.modelled(1.0) / needs.tps <= margin:
        return [1 / factor for factor in times]
    return [needs.change(factor) for factor in times]


def _published(connection: duckdb.DuckDBPyConnection) -> dict[tuple[Group, Group], Interval]:
    """Intervals of the table engine_ratios, of pairs that differ by engine alone."""
    found = {}
    for lab, phase, metric, above, below, low, high in connection.execute(
        """
        WITH groups AS (
            SELECT DISTINCT curve_group, lab, engine, read_bandwidth_mib_s, repeat_group
            FROM cell_settings
        )

        SELECT r.lab, phase, metric, n.repeat_group, d.repeat_group, low, high
        FROM engine_ratios AS r
        JOIN groups AS n
            ON n.curve_group = r.curve_group AND n.lab = r.lab AND n.engine = numerator_engine
            AND n.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        JOIN groups AS d
            ON d.curve_group = r.curve_group AND d.lab = r.lab AND d.engine = denominator_engine
            AND d.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        WHERE low > 0
        """
    ).fetchall():
        ends = ((lab, above, phase, metric), (lab, below, phase, metric))
        found[ends] = (low, high)
        found[ends[::-1]] = (1 / high, 1 / low)
    return found
