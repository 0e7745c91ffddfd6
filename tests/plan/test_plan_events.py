"""Factors of transactions: whole numbers, as they are written."""

from __future__ import annotations

import pytest
from scratch_study import Repository


@pytest.mark.parametrize(
    ("events", "factor", "expected"),
    [
        (100, 1.1, 110),
        (100, 1.001, 101),
        (2000, 0.07, 140),
        (3, 0.1, 1),
        (10**12, 1.1, 11 * 10**11),
    ],
)
def test_d16_a_factor_of_events_makes_no_transaction_more(
    repository: Repository, events: int, factor: float, expected: int
) -> None:
    repository.replace("duration_s: {4: 60, default: 8}", f"events: {events}")
    repository.study += f"events_factor: {factor}\n"
    assert {cell.job["phases"][0]["events"] for cell in repository.plan().cells} == {expected}
