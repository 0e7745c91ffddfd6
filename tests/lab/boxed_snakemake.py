"""Snakemake's command line, with each rule's command in a box of its own: see box.py.

Rules, commands and what Snakemake remembers are the same as ever, so the next run goes on from it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import snakemake.executors.local as executor
from snakemake.cli import main

BOX = Path(__file__).with_name("box.py")
# mmdebstrap has a user namespace of its own, which none but root can make inside another.
NOT_BOXED = () if os.geteuid() == 0 else ("layer",)
# The package has a class of the same name.
shell = import_module("snakemake.shell")
job = threading.local()
run_wrapper, processes = executor.run_wrapper, shell.sp


def run_job(rule: Any, inputs: Any, outputs: Any, *others: Any) -> None:
    """Run a job in this thread, as Snakemake does, and note what it declares."""
    logs = others[4]
    lists = {"inputs": list(inputs), "outputs": list(outputs), "logs": list(logs)}
    job.declared = None if rule.name in NOT_BOXED else lists
    run_wrapper(rule, inputs, outputs, *others)


def popen(command: str, **options: Any) -> Any:
    """Start the command of this thread's job."""
    if job.declared is None:
        return processes.Popen(command, **options)
    shell_program = options.pop("executable", None) or "/bin/bash"
    options["shell"] = False
    boxed = [sys.executable, str(BOX), json.dumps(job.declared), shell_program, "-c", command]
    return processes.Popen(boxed, **options)


executor.run_wrapper = run_job
shell.sp = types.SimpleNamespace(**{**vars(processes), "Popen": popen})

if __name__ == "__main__":
    main()
