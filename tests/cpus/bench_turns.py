"""Print what the length of a turn costs and delays: ``python tests/cpus/bench_turns.py``.

Two shells of a bare guest hand a line back and forth through two pipes, pinned to one CPU and then
to two. That both are on different CPUs costs what one of them waits for the other's turn. The
host's CPU time is that of the whole guest, booting included. Needs what a study has built in
``results/``.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from tests.cpus.bare import BEGIN, END, Guest, Machine  # noqa: E402

TURNS = (100, 300, 1000, 3000, 10_000)
ROUNDS = 20_000
PING_PONG = r"""
uptime() { read -r now _ </proc/uptime; now=${now%.*}${now#*.}; }
mkfifo /tmp/there /tmp/back
rounds() {
    (while read -r line; do echo "$line"; done </tmp/there >/tmp/back) &
    taskset -p -c $1 $! >/dev/null
    (
        exec 3>/tmp/there 4</tmp/back
        uptime; from=$now; i=0
        while [ $i -lt ROUNDS ]; do echo x >&3; read -r line <&4; i=$((i + 1)); done
        uptime; echo "rounds on 0 and $1 took $((now - from)) cs"
    ) &
    taskset -p -c 0 $! >/dev/null
    wait
}
rounds 0
rounds 1
"""


def main() -> int:
    """Print a row for each length of a turn and number of CPUs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=REPOSITORY / "results")
    parser.add_argument("--cpus", type=int, action="append", choices=(2, 4, 8))
    parser.add_argument("--turn", type=int, action="append", help="instructions; five if none")
    options = parser.parse_args()
    machine = Machine(options.shared / "layers", options.shared / "boot")
    print("| CPUs | turn, instructions | round trip on one CPU, us | on two, us | host CPU, s |")
    print("|---|---|---|---|---|")
    for cpus in options.cpus or (2, 4):
        for turn in options.turn or TURNS:
            one_us, two_us, host_s = measure(machine, cpus, turn)
            print(f"| {cpus} | {turn} | {one_us:.1f} | {two_us:.1f} | {host_s:.1f} |", flush=True)
    return 0


def measure(machine: Machine, cpus: int, turn: int) -> tuple[float, float, float]:
    """A round trip in us on one CPU and on two, and the host's CPU time in s of all of it."""
    script = BEGIN + PING_PONG.replace("ROUNDS", str(ROUNDS)) + END
    with tempfile.TemporaryDirectory(prefix="bandwise-") as folder:
        before = os.times()
        console = Guest(machine, Path(folder) / "run", script, cpus, quantum=turn).console()
        after = os.times()
    host_s = sum(after[2:4]) - sum(before[2:4])
    found = re.findall(r"rounds on 0 and \d took (\d+) cs", console)
    one_us, two_us = (int(text) * 1e4 / ROUNDS for text in found)
    return one_us, two_us, host_s


if __name__ == "__main__":
    sys.exit(main())
