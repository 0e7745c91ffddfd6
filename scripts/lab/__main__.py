"""Command line of the lab: ``python -m scripts.lab COMMAND``; ``--help`` lists the commands."""

from __future__ import annotations

import argparse
import errno
import signal
import sys
from pathlib import Path

from scripts.data.errors import DataError
from scripts.files import NotAFileError
from scripts.lab.errors import LabError
from scripts.layers.errors import LayerError
from scripts.programs.entry import exit_with
from scripts.programs.stderr import say

# Errors of the disk, not of the program.
HOSTS_FAULT = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.ESTALE, errno.EACCES, errno.EPERM),
    # Something else has the name of a file or folder.
    *(errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENXIO),
}
FIX = "free disk space, or see to the disk and its rights, and run again"


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 also when the cell failed, which its outcome says, 1 when the host did."""
    options = _parser().parse_args(arguments)
    # A workflow that stops its jobs sends SIGTERM: leave as on Ctrl-C, cleaning up on the way.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return options.run(options)
    except LabError as error:
        for line in str(error).splitlines():
            say(f"lab: {line}")
    except (DataError, LayerError, NotAFileError) as error:
        say(f"lab: {error}")
    except OSError as error:
        if error.errno not in HOSTS_FAULT:
            raise
        say(f"lab: {error.filename or 'disk'}: {error.strerror}; {FIX}")
    except KeyboardInterrupt:
        say("lab: stopped")
        return 130
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.lab", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")

    module = commands.add_parser("module", help="build the emulator against the guest's headers")
    module.add_argument(
        "--toolchain", type=Path, required=True, help="the toolchain layer's folder"
    )
    module.add_argument("--source", type=Path, default=Path("emulator"))
    module.add_argument("--out", type=Path, required=True)
    module.set_defaults(run=_module)

    own = commands.add_parser("host-module", help="build the emulator for this host's kernel")
    own.add_argument("--source", type=Path, default=Path("emulator"))
    own.add_argument("--shared", type=Path, default=Path("results"))
    own.set_defaults(run=_host_module)

    host = commands.add_parser("host", help="say what this host lacks for a plan's cells")
    host.add_argument("--plan", type=Path, default=Path("results/plan.json"))
    host.add_argument("--shared", type=Path, default=Path("results"))
    host.set_defaults(run=_host)

    back = commands.add_parser(
        "restore", help="put back what a killed cell left changed of this host"
    )
    back.set_defaults(run=_restore)

    boot = commands.add_parser("boot", help="make the kernel and initramfs that guests boot from")
    boot.add_argument("--base", type=Path, required=True, help="the base layer's folder")
    boot.add_argument("--out", type=Path, required=True)
    boot.set_defaults(run=_boot)

    for name, words in (
        ("dataset", "load a dataset in the lab and keep the device's image"),
        ("machine", "boot a machine for an engine's layer, and keep it"),
        ("snapshot", "resume a booted machine, start the engine, and keep it"),
        ("cell", "measure one cell: resume its snapshot, or prepare it where there are none"),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument(
            "--job", type=Path, required=True, help="the job, as the plan wrote it"
        )
        command.add_argument(
            "--shared",
            type=Path,
            default=Path("results"),
            help="the folder of layers, boot files, emulator, datasets, snapshots",
        )
        command.add_argument("--out", type=Path, required=True)
        for limit, clock in (
            ("--wall-limit-s", "real time"),
            ("--virtual-limit-s", "the lab's clock"),
        ):
            command.add_argument(
                limit,
                type=int,
                metavar="S",
                help=f"seconds of {clock} until the run is stopped; default: what the job says",
            )
        command.set_defaults(run=_job, task=name)
    return parser


def _module(options: argparse.Namespace) -> int:
    from scripts.lab.module import build_module

    build_module(options.toolchain, options.source, options.out)
    return 0


def _host_module(options: argparse.Namespace) -> int:
    from scripts.lab.host_module import build_host_module

    build_host_module(options.shared, options.source)
    return 0


def _host(options: argparse.Namespace) -> int:
    from scripts.jobs import Job, lab_name
    from scripts.lab.manifest import read_object
    from scripts.lab.registry import lab_named

    plan = read_object(options.plan)
    if "cells" not in plan:
        raise LabError(f"{options.plan}: not a plan, as it has no cells; run snakemake again")
    by_lab: dict[str, list[Job]] = {}
    for job in plan["cells"]:
        by_lab.setdefault(lab_name(job), []).append(job)
    lacking = [
        line
        for name, jobs in by_lab.items()
        for line in lab_named(name).missing(jobs, options.shared)
    ]
    for line in lacking:
        print(line)
    return 1 if lacking else 0


def _restore(options: argparse.Namespace) -> int:
    from scripts.lab.registry import labs

    for lab in labs().values():
        lab.restore()
    say("lab: this host is as it was before any cell")
    return 0


def _boot(options: argparse.Namespace) -> int:
    from scripts.lab.boot import build_boot

    build_boot(options.base, options.out)
    return 0


def _job(options: argparse.Namespace) -> int:
    from scripts.jobs import as_job, lab_name
    from scripts.lab.left_images import leave_empty
    from scripts.lab.manifest import read_object
    from scripts.lab.places import Places
    from scripts.lab.registry import lab_named

    content = read_object(options.job)
    if missing := sorted({"lab", f"{options.task}_id", "limits"} - content.keys()):
        raise LabError(
            f"{options.job}: not the job of a {options.task}, as the key {missing[0]} is missing; "
            "delete it and run snakemake again"
        )
    limits = {"wall_s": options.wall_limit_s, "virtual_s": options.virtual_limit_s}
    content["limits"] |= {name: limit for name, limit in limits.items() if limit is not None}
    job = as_job(content)
    lab = lab_named(lab_name(job))
    outcome = lab.run(options.task, job, Places(options.shared), options.out)
    name = content[f"{options.task}_id"]
    if outcome.status != "done":
        leave_empty(options.task, options.out)
        say(f"{options.task} {name}: {outcome.status}: {outcome.reason}")
        for line in outcome.console_tail:
            say(f"  | {line}")
    return 0


if __name__ == "__main__":
    exit_with(main)
