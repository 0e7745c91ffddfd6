"""A copy of the repository in which the smoke study looks finished, as ``--touch`` records it.

No machine runs: manifests are placeholders, the plan and its job files are real. What a real run
makes stale is tested in tests/lab.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.lab.left_images import IMAGES

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGES = ("Snakefile", "rules", "profiles", "config", "envs", "scripts", "sql", "workloads")
FOLDERS = (
    *PACKAGES,
    "tracing",
    "emulator",
    "qemu",
    "report",
    "package-lock.json",
    "CITATION.cff",
    "LICENSE",
    "pyproject.toml",
)

TPCH_TABLES = (
    *("customer", "lineitem", "nation", "orders"),
    *("part", "partsupp", "region", "supplier"),
)


def copy_repository(root: Path) -> None:
    """Copy what a workflow needs of the repository into a folder."""
    for name in FOLDERS:
        source = REPOSITORY / name
        if source.is_dir():
            made = ("data", "_site") if name == "report" else ()
            ignored = shutil.ignore_patterns("__pycache__", *made)
            shutil.copytree(source, root / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, root / name)


class Workflow:
    """A scratch repository and the real Snakemake in it."""

    def __init__(self, root: Path):
        self.root = root
        self.results, self.shared = root / "results/smoke", root / "results"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run snakemake on the smoke study."""
        snakemake = str(Path(sys.executable).parent / "snakemake")
        command = [snakemake, "--cores", "2", *arguments, "--configfile", "config/smoke.yaml"]
        plugins = {**os.environ, "PYTHONPATH": str(self.root / "scripts/plugins")}
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, env=plugins)

    def stale(self, *targets: str) -> dict[str, int]:
        """How many jobs of each rule the next run would do, but ``all``."""
        done = self.run("--dry-run", *targets)
        assert done.returncode == 0, done.stdout + done.stderr
        return self.counts(done.stdout + done.stderr)

    @staticmethod
    def counts(said: str) -> dict[str, int]:
        """How many jobs of each rule a dry run has announced, but ``all``."""
        table = said.partition("Job stats:")[2].partition("\ntotal")[0]
        counts = {rule: int(count) for rule, count in re.findall(r"^(\w+)\s+(\d+)$", table, re.M)}
        return {rule: count for rule, count in counts.items() if rule != "all"}

    def plan(self) -> dict[str, list[dict]]:
        """The jobs of all that is planned, by kind."""
        return json.loads((self.results / "plan.json").read_text())

    def cells(self) -> list[dict]:
        """The jobs of the planned cells."""
        return self.plan()["cells"]

    def restore(self, original: Workflow) -> None:
        """Take all that is made from the study of which this is a copy."""
        for name in ("results", ".snakemake"):
            shutil.rmtree(self.root / name)
            shutil.copytree(original.root / name, self.root / name, symlinks=True)

    def finish(self) -> None:
        """Make every output that is missing, and have Snakemake take them as its own."""
        command = [sys.executable, "-m", "scripts.plan", "write", "--config", "config/smoke.yaml"]
        subprocess.run(command, cwd=self.root, check=True)
        made = [self.shared / f"emulator/{name}" for name in ("emulator.json", "vnvme.ko")]
        boot = ("boot.json", "vmlinuz", "initramfs.cpio")
        made += [self.shared / f"boot/{name}" for name in boot]
        made += [
            self.shared / f"layers/{name}/layer.json"
            for name in ("toolchain", "qemu-build", "qemu", "base")
        ]
        made += [
            self.results / name for name in ("rows/rows.json", "results.duckdb", "complete.json")
        ]
        made.append(self.results / "site/index.html")
        for job in self.cells():
            cell = job["cell_id"]
            made += [self.results / f"cells/{cell}/outcome.json"]
            if job["engine"]:
                made.append(self.shared / f"layers/{job['engine']}/layer.json")
        for kind in ("dataset", "machine", "snapshot"):
            jobs = self.shared.glob(f"{kind}s/*/job.json")
            names = (f"{kind}.json", *IMAGES[kind])
            made += [path.with_name(name) for path in jobs for name in names]
        for job in self.cells():
            if (job["dataset"] or {}).get("kind") == "tpch":
                tables = self.shared / f"tpch/sf{job['dataset']['scale_factor']:g}"
                made += [tables / "tables.json", tables / "reference/q18.json"]
                made += [tables / f"{table}.csv" for table in TPCH_TABLES]
        for path in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('{"status": "done"}\n')
        done = self.run("--touch", "--forceall")
        assert done.returncode == 0, done.stdout + done.stderr
