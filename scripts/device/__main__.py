"""Write what is generated from the table of the device's settings, or check that it is fresh."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from scripts.device.generated import WRITE, texts
from scripts.programs.entry import exit_with

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Run a command; ``check`` returns 1 after it has printed what is out of date."""
    parser = argparse.ArgumentParser(prog="python -m scripts.device", description=__doc__)
    parser.add_argument("command", choices=("write", "check"))
    options = parser.parse_args(arguments)
    stale = False
    for name, text in texts(ROOT).items():
        path = ROOT / name
        present = path.read_text(encoding="utf-8") if path.exists() else ""
        if options.command == "write":
            if text != present:
                path.write_text(text, encoding="utf-8")
            continue
        old, new = present.splitlines(), text.splitlines()
        lines = list(difflib.unified_diff(old, new, name, "the table", lineterm=""))
        stale |= bool(lines)
        for line in lines:
            print(line, file=sys.stderr)
    if stale:
        print(f"error: out of date: run `{WRITE}`", file=sys.stderr)
    return int(stale)


if __name__ == "__main__":
    exit_with(main)
