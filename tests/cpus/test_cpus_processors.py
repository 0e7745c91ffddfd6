"""This host's processor and an old one, which is emulated, leave the same bytes."""

import pytest

from tests.cpus.bare import BEGIN, CONTENTION, END, SNAPSHOT, Guest, Machine
from tests.cpus.cell_run import differing, left_by, start
from tests.cpus.processors import OLD, layers_on
from tests.cpus.test_cpus_cells import MADE, cell_of, folders_of_a_run

pytestmark = pytest.mark.cpus

# Ten times what this host takes, and it may be busy.
LIMIT_S = 3600


@pytest.mark.parametrize("cpus", [1, 4])
def test_a_guest_is_saved_and_ends_the_same(machine, tmp_path, cpus):
    old = Machine(layers_on(OLD, machine.layers, tmp_path / "layers"), machine.boot)
    script = BEGIN + CONTENTION + SNAPSHOT + END
    guests = [
        Guest(where, tmp_path / f"run {number}", script, cpus)
        for number, where in enumerate((machine, old))
    ]
    try:
        for number, guest in enumerate(guests):
            guest.save(tmp_path / f"saved {number}")
        first, second = (guest.console() for guest in guests)
    finally:
        for guest in guests:
            guest.end()
    assert first == second
    for name in ("ram", "state"):
        first, second = ((tmp_path / f"saved {n}" / name).read_bytes() for n in (0, 1))
        assert first == second, name


@pytest.mark.long
def test_a_cell_leaves_the_same(tmp_path):
    cell = cell_of("postgresql-17", cpus=4, clients=16)
    runs = {tmp_path / name: folders_of_a_run(tmp_path / name, cell) for name in ("this", "old")}
    (tmp_path / "old/layers").unlink()
    layers_on(OLD, MADE / "layers", tmp_path / "old/layers")
    for task in ("machine", "snapshot", "cell"):
        processes = [start(task, shared, folders[task]) for shared, folders in runs.items()]
        assert [process.wait(LIMIT_S) for process in processes] == [0, 0]
        first, second = (left_by(folders[task]) for folders in runs.values())
        assert differing(first, second) == []
    assert '"status": "done"' in first["outcome.json"].read_text()
