"""Print the emulator's lateness and cost by the number of CPUs, beside null_blk's.

    python tests/bench/bench_emulator_cpus.py [--cpus 4]

All figures are in virtual time, so the host's speed has no part in them. Takes some minutes for
each number of CPUs; needs what a study has built in ``results/``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests/emulator")]

from bench_emulator import print_outcomes  # noqa: E402
from boot_guest import QUEUES, boot_guest, names_of_checks  # noqa: E402

from scripts.jobs import TURN_INSTRUCTIONS  # noqa: E402
from scripts.lab.places import Places  # noqa: E402

LIMIT_S = 3600.0


def main() -> int:
    """Print three tables for each number of CPUs. Returns whether a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=REPOSITORY / "results")
    parser.add_argument("--cpus", type=int, action="append", choices=(1, 2, 4, 8))
    parser.add_argument("--turn", type=int, default=TURN_INSTRUCTIONS, help="instructions")
    options = parser.parse_args()
    failed = False
    for cpus in options.cpus or (1, 2, 4, 8):
        with tempfile.TemporaryDirectory(prefix="bandwise-") as work:
            run = boot_guest(
                Places(options.shared),
                names_of_checks(QUEUES),
                Path(work),
                limit_s=LIMIT_S,
                options={"all_points": True, "turn_instructions": options.turn},
                cpus=cpus,
                turn_instructions=options.turn,
            )
        under = f"{cpus} CPUs, turns of {options.turn}: "
        failed |= print_outcomes(run, names_of_checks(QUEUES), under)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
