"""What campaigns share: their arguments, and figures that a later call goes on from."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]


def arguments(about: str | None, count: int) -> argparse.Namespace:
    """Count, seed, seconds and state of a campaign; `about` is its module's docstring."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=count, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--state", type=Path, help="file to go on from, and to keep figures in")
    return parser.parse_args()


def begun(options: argparse.Namespace, **first: Any) -> dict[str, Any]:
    """What an earlier call left in the state file; `first` and the seed without one."""
    if options.state and options.state.exists():
        return json.loads(options.state.read_text(encoding="utf-8"))
    return {"seed": options.seed, **first, "figures": {}}


def keep(options: argparse.Namespace, state: dict[str, Any]) -> None:
    """Write the state, with the commit that it is of, to the state file if there is to be one."""
    if not options.state:
        return
    head = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(head, cwd=REPOSITORY, capture_output=True, text=True).stdout.strip()
    text = json.dumps(state | {"commit": commit}, indent=1)
    beside = options.state.with_name(f".{options.state.name}.new")
    beside.write_text(f"{text}\n", encoding="utf-8")
    beside.replace(options.state)
