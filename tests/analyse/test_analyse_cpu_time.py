"""Throughput by the queueing model, and what another CPU time makes of a ratio."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pytest

from scripts.analyse import cpu_time
from scripts.analyse.cpu_time import Demands, throughput
from scripts.store.build import create_schema


def test_one_client_waits_for_each_in_turn() -> None:
    assert throughput((0.01, 0.03), 1) == pytest.approx(1 / 0.04)


def test_two_queues_of_equal_demands_are_as_the_closed_form_says() -> None:
    """N / (D (N + 1)) for two balanced queues (Lazowska et al., 1984, section 5.4)."""
    for clients in (1, 2, 8, 64):
        assert throughput((0.02, 0.02), clients) == pytest.approx(clients / (0.02 * (clients + 1)))


def test_many_clients_are_bound_by_the_slower_of_the_two() -> None:
    assert throughput((0.01, 0.03), 1000) == pytest.approx(1 / 0.03, rel=1e-9)


def test_cpu_time_matters_where_the_processor_decides_and_not_where_the_device_does() -> None:
    by_cpu = Demands(0.010, 0.001, 0.001, 8, 90)
    by_device = Demands(0.001, 0.0001, 0.1, 8, 10)
    assert by_cpu.modelled(1.3) / by_cpu.modelled(1.0) == pytest.approx(0.011 / 0.014, rel=0.01)
    assert by_device.modelled(1.3) / by_device.modelled(1.0) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(("demands", "clients"), [((0.0, 0.0), 8), ((0.1,), 0), ((-0.1, 1.0), 8)])
def test_nothing_to_wait_for_is_refused(demands: tuple[float, ...], clients: int) -> None:
    with pytest.raises(ValueError, match="demands"):
        throughput(demands, clients)


def test_several_cpus_are_a_faster_queue_and_a_delay() -> None:
    """One client of four CPUs is as fast as of one, and many are four times as fast."""
    alone, alone_of_four = (Demands(0.01, 0.002, 0.0, 1, 80, cpus) for cpus in (1, 4))
    many, many_of_four = (Demands(0.01, 0.002, 0.0, 1000, 80, cpus) for cpus in (1, 4))
    assert alone_of_four.modelled(1.0) == pytest.approx(alone.modelled(1.0))
    assert many_of_four.modelled(1.0) == pytest.approx(4 * many.modelled(1.0), rel=1e-6)


BY_CPU, BY_DEVICE = Demands(0.010, 0.001, 0.001, 8, 90), Demands(0.001, 0.0001, 0.01, 8, 100)
"""Of the first only the CPU time matters, of the second only the device's."""


def _ratios(demands: dict[str, Demands], ratio: float) -> duckdb.DuckDBPyConnection:
    """A database with the ratio of "a" to "b" in transactions, and what the model makes of it."""
    connection = duckdb.connect()
    create_schema(connection)
    connection.execute(
        "INSERT INTO engine_ratios VALUES ('c', 'oltp', 'virtual', 64, 64, 'run', 'w', 'tps', 'a',"
        " 'b', 2, ?, ?, ?, 'pooled-t')",
        [ratio, ratio * 0.98, ratio * 1.02],
    )
    places = {("c", 64.0, "run", engine): each for engine, each in demands.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cpu_time, "demands", lambda *_: places)
        rows = list(cpu_time.cpu_time_ratios(connection))
    marks = ", ".join("?" * 13)
    connection.executemany(f"INSERT INTO cpu_time_ratios VALUES ({marks})", rows)
    return connection


def test_the_cpu_time_of_either_engine_is_changed() -> None:
    rows = (
        _ratios({"a": BY_DEVICE, "b": BY_CPU}, 0.9)
        .execute("SELECT changed_engine, cpu_time_factor, ratio FROM cpu_time_ratios ORDER BY ALL")
        .fetchall()
    )
    assert [row[:2] for row in rows] == [("a", 0.77), ("a", 1.3), ("b", 0.77), ("b", 1.3)]
    # The device decides for "a"; "b" makes fewer transactions, so the ratio grows.
    assert [row[2] for row in rows[:2]] == pytest.approx([0.9, 0.9], rel=0.01)
    assert rows[2][2] == pytest.approx(0.9 * 0.0087 / 0.011, rel=0.02)
    assert rows[3][2] == pytest.approx(0.9 * 0.014 / 0.011, rel=0.02)


OFF = replace(BY_CPU, tps=BY_CPU.modelled(1.0) / 1.3)


@pytest.mark.parametrize(
    ("demands", "ratio", "fate", "changed"),
    [
        ({"a": BY_DEVICE, "b": BY_CPU}, 0.9, "turns", ("b", 1.3)),
        ({"a": BY_DEVICE, "b": BY_CPU}, 0.79, "lost", ("b", 1.3)),
        ({"a": BY_DEVICE, "b": BY_CPU}, 0.6, "holds", ("b", 1.3)),
        ({"a": BY_CPU, "b": BY_DEVICE}, 1.1, "turns", ("a", 1.3)),
        ({"a": BY_CPU, "b": BY_CPU}, 1.01, None, ("a", 1.3)),
        ({"a": BY_DEVICE, "b": OFF}, 0.6, "not computed", ("b", 1.3)),
    ],
)
def test_fate_of_a_lead_is_that_of_the_worst_of_four_changes(
    demands: dict[str, Demands], ratio: float, fate: str | None, changed: tuple[str, float]
) -> None:
    query = "SELECT fate, changed_engine, cpu_time_factor FROM cpu_time_bounds"
    [row] = _ratios(demands, ratio).execute(query).fetchall()
    assert row == (fate, *changed)
