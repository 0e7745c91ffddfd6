"""The emulator on four CPUs, on kernels that watch themselves: ``make test-kernel``.

Not part of ``make test``, as it compiles two kernels, ten minutes each, and runs in real time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from boot_guest import CHECKS, CONCURRENCY, Run, names_of_checks
from smp_guest import Report, boot_smp_guest, reports_of
from watching_kernels import KERNELS, make_watching_kernel

from scripts.lab.places import Places

pytestmark = pytest.mark.kernels

# Those that measure, and those whose moment is a certain time after another, are for virtual time.
FILES = (CHECKS / "limits.py", CHECKS / "registers.py", CHECKS / "controller.py")
ALSO = (
    "life.check_resets_under_load_lose_nothing",
    "life.check_unloading_and_loading_under_load",
    "life.check_both_modes_and_the_change_between_them",
    "integrity.check_mixed_sizes_at_every_depth",
    "integrity.check_ext4",
    "fuzz.check_random_commands_past_the_driver",
    "fuzz.check_random_commands_through_the_driver",
    # Last, as lockdep ends with its first report: a device that vanishes has it report the driver.
    "life.check_power_cut_loses_what_was_not_flushed_and_nothing_else",
    "life.check_ext4_survives_a_power_cut",
    "life.check_ext4_survives_a_power_cut_that_loses_every_other_page",
)
NAMES = [*names_of_checks(CONCURRENCY), *(n for f in FILES for n in names_of_checks(f)), *ALSO]
WALL_LIMIT_S = 3600.0
OPTIONS = {"real_time": True, "fuzz_commands": 8000, "seconds": 20}


@dataclass(frozen=True)
class Watched:
    """What a guest left, and what its kernel reported of itself."""

    run: Run
    reports: list[Report]


@pytest.fixture(scope="module", params=KERNELS)
def watched(
    request: pytest.FixtureRequest, places: Places, tmp_path_factory: pytest.TempPathFactory
) -> Watched:
    kernel = make_watching_kernel(request.param)
    work = tmp_path_factory.mktemp(kernel.name)
    run = boot_smp_guest(
        places, kernel.image, kernel.module, NAMES, work,
        wall_limit_s=WALL_LIMIT_S, options=OPTIONS,
    )  # fmt: skip
    return Watched(run, reports_of(run.console))


@pytest.mark.parametrize("name", NAMES)
def test_check(watched: Watched, name: str) -> None:
    watched.run.verify(name)


def test_kernel_has_nothing_to_report_of_the_emulator(
    watched: Watched, capsys: pytest.CaptureFixture[str]
) -> None:
    others = Counter(report.title for report in watched.reports if not report.ours)
    with capsys.disabled():
        print(f"\n{others.total()} reports of others' functions")
    ours = [report.text for report in watched.reports if report.ours]
    assert not ours, f"{len(ours)} reports, of which the first:\n{ours[0]}"
    assert watched.run.ending.cause == "off", watched.run.console[-3000:]
