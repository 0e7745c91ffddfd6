"""Names of Snakemake that the rules use for want of public ones: a release without them fails here.

The Snakefile sets the first, which would go unnoticed where it means nothing.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.files.hashes import ROOT

NAMES = {
    "workflow.scheduler.job_rate_limiter": "Snakefile",
    "workflow.config_settings.config": "rules/common.smk",
    "workflow.output_settings.dryrun": "rules/common.smk",
}
SNAKEFILE = """
from snakemake.scheduling.job_scheduler import JobRateLimiter

CHANGES = dict(workflow.config_settings.config)
DRY_RUN = workflow.output_settings.dryrun
if DRY_RUN:
    open("dry.txt", "w").close()

onstart:
    assert isinstance(workflow.scheduler.job_rate_limiter, JobRateLimiter)
    workflow.scheduler.job_rate_limiter = None

rule all:
    output: "changes.txt"
    run:
        with open(output[0], "w") as file:
            file.write(repr(CHANGES))
"""


def test_rules_use_the_names() -> None:
    for name, path in NAMES.items():
        assert name in (ROOT / path).read_text()
        assert name in SNAKEFILE


def test_names_mean_what_the_rules_take_them_for(tmp_path: Path) -> None:
    (tmp_path / "Snakefile").write_text(SNAKEFILE)
    (tmp_path / "study.yaml").write_text("verify_cells: 1\nlab: {cpus: 1}\n")
    command = [sys.executable, "-m", "snakemake", "--cores", "1", "--workflow-profile", "none"]
    command += ["--configfile", "study.yaml", "--config", "verify_cells=3"]
    for dry in (["--dry-run"], []):
        (tmp_path / "dry.txt").unlink(missing_ok=True)
        done = subprocess.run([*command, *dry], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "dry.txt").exists() == bool(dry)
    assert (tmp_path / "changes.txt").read_text() == "{'verify_cells': 3}"
