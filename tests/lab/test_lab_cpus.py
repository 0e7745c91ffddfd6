"""Several CPUs in virtual time, as far as time allows here: `make test-cpus` has the rest."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from smoke_run import REPOSITORY

from tests.cpus.bare import BEGIN, CONTENTION, END, Guest, Machine, disturbed

CPUS = 4


@pytest.mark.lab
def test_two_runs_at_once_with_several_cpus_are_the_same(smoke: Path, tmp_path: Path) -> None:
    """Of a guest whose CPUs contend, beside other load, each stopped and continued at random."""
    results = REPOSITORY / "results"
    machine = Machine(results / "layers", results / "boot")
    script = BEGIN + CONTENTION + END
    with contextlib.ExitStack() as last:
        guests = [Guest(machine, tmp_path / name, script, CPUS) for name in ("one", "two")]
        for guest in guests:
            last.callback(guest.end)
        with disturbed(lambda: [pid for guest in guests for pid in guest.pids()], seed=CPUS):
            first, second = (guest.console() for guest in guests)
    assert first == second
    assert first.count("locks") == CPUS
