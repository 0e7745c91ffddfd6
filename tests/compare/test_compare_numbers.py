"""How a report writes figures and their differences."""

from __future__ import annotations

from scripts.compare.numbers import figure, percent, signed
from scripts.compare.shown import row_cells


def test_numbers() -> None:
    assert figure(300.0) == "300"
    assert figure(1234567, "B") == "1.235 MB"
    assert figure(4096, "B") == "4,096 B"
    assert figure(32.66) == "32.7"
    assert figure(0.0581, "s") == "58.100 ms"
    assert signed(8192, "B") == "+8,192 B"
    assert signed(-2.0) == "-2"
    assert figure(-0.0033, "ms") == "-0.003 ms"
    assert figure(2e-7, "s") == "0.0002 ms"
    assert percent(2e-6) == "+0.0002 %"
    assert [percent(x) for x in (0.5, 0.05, 0.001, -2.0, None)] == [
        "+50.0 %", "+5.00 %", "+0.100 %", "-200 %", "from 0",
    ]  # fmt: skip


def row(**values: object) -> dict[str, object]:
    """A level row of a report."""
    found = {"first": 300.0, "other": 300.0, "difference": 0.0, "change": 0.0, "band": 0.15}
    return {"operation": "Commits", "measure": "flushes", "unit": "", **found, **values}


def test_no_difference_is_blank_and_a_band_without_a_count_is_none() -> None:
    assert row_cells(row())[4:] == ("", "", "±0.1")
    assert row_cells(row(first=0.0, other=0.0, change=None))[4:6] == ("", "")
    one = row(first=1.0, other=0.0, difference=-1.0, change=-1.0, band=0.0005)
    assert row_cells(one)[2:] == ("1", "0", "-100 %", "-1", "±0")
    assert row_cells(row(unit="B", band=0.05))[6] == "±0.05 B"
