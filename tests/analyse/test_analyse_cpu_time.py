"""Throughput by the queueing model, and what another CPU time makes of a ratio."""

from __future__ import annotations

import pytest

from scripts.analyse.cpu_time import Demands, throughput


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
