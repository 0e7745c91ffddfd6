"""One spelling of a factor's value, in the plan's experiments and in its cells."""

from __future__ import annotations

import pytest
from scratch_study import Repository

BANDWIDTHS = "device.bandwidth_mib_s: [4, 64]"


@pytest.mark.parametrize(
    ("factor", "expected"),
    [
        ("device.bandwidth_mib_s: [16.0, 1e3]", [16, "1e3"]),
        ('device.bandwidth_mib_s: ["64", 1.0e+3]', ["64", 1000]),
        ("tuning.postgresql.autovacuum: [on, off]", [True, False]),
        ("memory: [{engine_memory_mib: 64}, {engine_memory_mib: 128}]", ["64", "128"]),
        ("m: [{engine_memory_mib: 64, label: 0}, {engine_memory_mib: 128.0, label: 1.0}]",
         ["64", 1]),
        ("m: [{engine_memory_mib: 64, label: yes}, {engine_memory_mib: 128, label: Größe}]",
         [True, "Größe"]),
    ],
)  # fmt: skip
def test_d4_experiments_have_the_values_that_cells_record(
    repository: Repository, factor: str, expected: list[object]
) -> None:
    repository.replace("engine: [all]", "engine: [postgresql-17]")
    repository.replace(BANDWIDTHS, factor)
    if "bandwidth" not in factor:
        repository.replace("read_latency_us: 20", "read_latency_us: 20, bandwidth_mib_s: 64")
    made = repository.plan()
    name = factor.partition(": [")[0]
    assert made.experiments[0]["factors"][name] == expected
    recorded = [cell.job["factors"][name] for cell in made.cells]
    assert [value for value in expected if value in recorded] == expected


@pytest.mark.parametrize(
    "factor", ["options.x: [.nan, 1]", "m: [{engine_memory_mib: 64, label: .inf}]"]
)
def test_d4_what_is_no_number_is_refused(repository: Repository, factor: str) -> None:
    repository.replace(BANDWIDTHS, factor)
    repository.replace("read_latency_us: 20", "read_latency_us: 20, bandwidth_mib_s: 64")
    assert "must be a text or a number (got " in repository.complaint()
