"""Print the emulator's figures as tables: ``python tests/emulator/bench_emulator.py``.

Bandwidth and latency of every point, the cost of a command in both modes beside null_blk's, and a
million random commands. Takes most of an hour, or less in pieces; needs what a study has built in
``results/``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from boot_guest import Run, boot_guest  # noqa: E402

from scripts.lab.places import Places  # noqa: E402

CHECKS = {
    "precision": "precision.check_bandwidth_and_latency",
    "cost": "cost.check_cost_of_a_command",
    "fuzz": "fuzz.check_random_commands_past_the_driver",
}
LIMIT_S = 3600.0


def main() -> int:
    """Run the benches that are asked for and print a table each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=REPOSITORY / "results")
    parser.add_argument("--only", choices=CHECKS, action="append", help="one bench; all if none")
    parser.add_argument(
        "--mib-s", type=int, action="append", help="one bandwidth of precision's; all if none"
    )
    parser.add_argument(
        "--gips",
        type=float,
        default=1,
        help="speed of the CPU; at 1 a command that waits for a timer costs what it executes",
    )
    parser.add_argument("--fuzz-commands", type=int, default=1_000_000)
    parser.add_argument("--fuzz-seed", type=int, default=1, help="another, other commands")
    options = parser.parse_args()
    names = [CHECKS[bench] for bench in options.only or CHECKS]
    with tempfile.TemporaryDirectory(prefix="bandwise-") as work:
        run = boot_guest(
            Places(options.shared),
            names,
            Path(work),
            limit_s=LIMIT_S,
            cpu_gips=options.gips,
            options={
                "all_points": True,
                "bandwidths_mib_s": options.mib_s,
                "fuzz_commands": options.fuzz_commands,
                "fuzz_seed": options.fuzz_seed,
            },
        )
    return int(print_outcomes(run, names))


def print_outcomes(run: Run, names: list[str], under: str = "") -> bool:
    """The tables that checks returned, each under its name. Return whether any failed."""
    failed = False
    for name in names:
        outcome = run.outcomes.get(name, {"failure": run.console[-2000:], "returned": None})
        print(f"\n## {under}{name}\n", flush=True)
        if outcome["returned"]:
            print_table(outcome["returned"])
        if outcome["failure"]:
            failed = True
            print(outcome["failure"])
    return failed


def print_table(rows: list[dict] | dict) -> None:
    """Rows, or rows by name, as a Markdown table."""
    if isinstance(rows, dict):
        rows = [
            {"": name} | (row if isinstance(row, dict) else {"value": row})
            for name, row in rows.items()
        ]
    titles = list(dict.fromkeys(title for row in rows for title in row))
    print(f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}")
    for row in rows:
        cells = (row.get(title, "") for title in titles)
        words = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
        print(f"| {' | '.join(words)} |")


if __name__ == "__main__":
    sys.exit(main())
