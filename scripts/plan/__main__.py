"""``python -m scripts.plan check|docs|list|job|tidy|write``: look at a study without running it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scripts.files.locks import LockedError
from scripts.plan import ConfigError, Plan, Study, load_study, plan
from scripts.plan.claims import CLAIMS_FILE
from scripts.plan.jobs import Cell, Dataset, Machine, Snapshot
from scripts.plan.study import ROOT
from scripts.plan.tidy import delete, unused
from scripts.plan.write import job_text, write_plan
from scripts.programs.entry import exit_with

DEFAULT_CONFIG = "config/config.yaml"
GIB = 1 << 30


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.plan", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    described = {
        "check": "check a configuration and show what it would run",
        "docs": "write config/README.md from the models",
        "list": "list ids, one a line",
        "job": "show one job file",
        "tidy": "show which data sets, machines, snapshots and layers no study needs any more",
        "write": "write plan.json and all job files",
    }
    for name, text in described.items():
        command = commands.add_parser(name, help=text, description=text)
        if name == "docs":
            command.add_argument(
                "--check", action="store_true", help="only say whether it is fresh"
            )
            continue
        if name == "tidy":
            command.add_argument(
                "--config",
                type=Path,
                nargs="+",
                help="the studies whose parts to keep (default: all in config/, and others that "
                "have a plan.json in a results folder)",
            )
            command.add_argument("--delete", action="store_true", help="delete them, too")
            command.add_argument(
                "--hammerdb",
                action="store_true",
                help="delete what HammerDB made as well, where these studies don't need it",
            )
            continue
        command.add_argument("--config", type=Path, default=Path(DEFAULT_CONFIG))
        command.add_argument(
            "--changes", type=json.loads, default={}, help="JSON: keys in place of the file's"
        )
        if name == "list":
            command.add_argument(
                "kind", choices=["layers", "datasets", "machines", "snapshots", "cells"]
            )
        if name == "write":
            command.add_argument(
                "--plan-only",
                action="store_true",
                help="leave out the job files, which the workflow writes one by one",
            )
        if name == "job":
            command.add_argument("id", help="of a dataset, a machine, a snapshot or a cell")
    return parser


def _job(planned: Plan, wanted: str) -> int:
    entries: list[Dataset | Machine | Snapshot | Cell] = [
        *planned.datasets,
        *planned.machines,
        *planned.snapshots,
        *planned.cells,
    ]
    for entry in entries:
        if entry.id == wanted:
            sys.stdout.write(job_text(entry.job))
            return 0
    print(f"{wanted}: no such dataset, machine, snapshot or cell in this plan", file=sys.stderr)
    return 1


def _on_plan(arguments: argparse.Namespace, study: Study, planned: Plan) -> int:
    if arguments.command == "check":
        from scripts.plan.overview import show  # rich is slow to import

        show(study, planned)
    elif arguments.command == "list":
        for entry in getattr(planned, arguments.kind):
            print(entry.id)
    elif arguments.command == "job":
        return _job(planned, arguments.id)
    else:
        config = study.config
        shared = None if arguments.plan_only else Path(config.shared_dir)
        write_plan(planned, Path(config.results_dir), shared)
    return 0


def _shipped() -> list[Path]:
    # Those of the user's own too: nothing that the user may still need is deleted unasked.
    return sorted(path for path in Path("config").glob("*.yaml") if path != Path(CLAIMS_FILE))


def _tidy(arguments: argparse.Namespace) -> int:
    studies = [load_study(config) for config in arguments.config or _shipped()]
    found = unused(
        ((plan(study), Path(study.config.shared_dir)) for study in studies),
        with_hammerdb=arguments.hammerdb,
        only_these=bool(arguments.config),
    )
    for folder, reason in found.kept.items():
        print(f"     kept  {folder}: {reason}")
    for folder, taken_bytes in found.folders.items():
        print(f"{taken_bytes / GIB:7.2f} GiB  {folder}")
    gib = f"{sum(found.folders.values()) / GIB:.1f} GiB in {len(found.folders)} folders"
    if not found.folders:
        print("nothing to delete")
    elif arguments.delete:
        delete(found.folders)
        print(f"deleted {gib}")
    else:
        print(f"{gib} that these studies don't need; --delete deletes them")
    return 0


def main() -> int:
    """Run the command line; 1 after errors in the configuration, each reported in one line."""
    arguments = _parser().parse_args()
    if arguments.command == "docs":
        from scripts.plan.docs import refresh

        return refresh(ROOT / "config" / "README.md", only_check=arguments.check)
    try:
        if arguments.command == "tidy":
            return _tidy(arguments)
        study = load_study(arguments.config, changes=arguments.changes)
        return _on_plan(arguments, study, plan(study))
    except (ConfigError, LockedError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    exit_with(main)
