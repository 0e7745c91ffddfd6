"""A comparison of two commits of a small program, in place of an engine's in a virtual machine.

As ``scripts.compare run A B``, of which the search for a commit takes the exit code, the last line
on what is wrong, and report.json: the program is compiled and run, and its rows are judged by the
rule. ``LOG`` is where each commit that is measured leaves its name; a file ``full`` beside it is a
disk that is full.
"""

import json
import subprocess
import sys
from pathlib import Path

from scripts.analyse.rule import BY_NAME, SAME, judge
from scripts.compare.errors import SideError

LOG = Path(sys.argv[1])


class Unfit(Exception):
    """A commit that does not compile."""


class Dead(Exception):
    """A commit whose program does not start."""


def measured(side: str) -> list[float]:
    """What the program of a commit prints, of two runs."""
    repository, _, commit = side.rpartition("@")
    with LOG.open("a") as log:
        print(commit, file=log)
    show = ["git", "-C", repository, "show", f"{commit}:engine.py"]
    source = subprocess.run(show, capture_output=True, text=True, check=True).stdout
    try:
        program = compile(source, "engine.py", "exec")
    except SyntaxError as error:
        raise Unfit(f"engine.py: {error}") from None
    values = []
    for twin in range(2):
        found: dict = {"twin": twin}
        try:
            exec(program, found)
        except ZeroDivisionError as error:
            raise Dead(str(error)) from None
        values.append(float(found["flushes"]))
    return values


def main() -> int:
    """Write the report and print its path."""
    if (LOG.parent / "full").exists():
        print("compare: the disk is full: free some 3 GiB and build again", file=sys.stderr)
        return 1
    try:
        first, other = (measured(side) for side in sys.argv[-2:])
    except Unfit as error:
        print(f"compare: the compilation failed: {error}", file=sys.stderr)
        return 3
    except Dead as error:
        from scripts.compare.findings import nothing_in_common  # slow to import
        from scripts.compare.sides import Side

        sides = [Side(name) for name in sys.argv[-2:]]
        failed = {"side": sides[1].name, "cell": "cell-1", "cause": "guest", "reason": str(error)}
        said = nothing_in_common(*sides, [failed])
        print(f"compare: {said}", file=sys.stderr)
        return 3 if isinstance(said, SideError) else 1
    judged = judge(BY_NAME["flush_commands"], first, other)
    row = {
        "operation": "Commits of INSERTs", "measure": "flushes", "state": judged.state,
        "first": judged.first, "other": judged.other,
    }  # fmt: skip
    rows = {"changed": [], "level": [], SAME: []}
    if judged.state == SAME:
        row = {"operation": row["operation"], "measure": row["measure"], "value": judged.first}
    rows[judged.state].append(row)
    report = LOG.parent / "report.json"
    report.write_text(json.dumps({"failed": [], "compared": [rows]}))
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
