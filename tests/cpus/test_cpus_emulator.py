"""The emulator on several CPUs: its bars, and two runs that leave the same."""

from pathlib import Path

import pytest

from scripts.lab.places import Places
from tests.emulator.boot_guest import QUEUES, boot_guest, names_of_checks

pytestmark = pytest.mark.cpus

LIMIT_S = 1800
# Data on all queues, resets, and what no driver should do.
ALSO = (
    "integrity.check_mixed_sizes_at_every_depth",
    "life.check_resets_under_load_lose_nothing",
    "registers.check_each_command_is_answered_once_whenever_the_device_looks",
)


@pytest.mark.parametrize("cpus", [2, 4])
def test_two_runs_have_the_same_figures(tmp_path, cpus):
    runs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        run = boot_guest(
            Places(Path("results").resolve()),
            [*names_of_checks(QUEUES), *ALSO],
            tmp_path / name,
            limit_s=LIMIT_S,
            cpus=cpus,
        )
        for check in run.outcomes:
            run.verify(check)
        runs.append(run)
    first, second = runs
    assert first.outcomes.keys() == {*names_of_checks(QUEUES), *ALSO}
    assert first.outcomes == second.outcomes
    assert first.console == second.console
    assert first.device.read_bytes() == second.device.read_bytes()
