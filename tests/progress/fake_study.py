"""The smoke study with its real rules, in which every stage only leaves a placeholder.

What is to fail is named in the file ``fail.json`` of the study's folder: a part of the output's
path, and how it fails: in its guest, or as a command. While there is a file ``hold``, stages wait.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from scripts.plan import load_study, plan  # noqa: E402

CELLS = len(plan(load_study(Path("config/smoke.yaml"), REPOSITORY)).cells)
FOLDERS = ("Snakefile", "rules", "profiles", "config", "envs", "scripts", "workloads", "tracing")
MORE = ("emulator", "qemu", "report", "sql", "package-lock.json", "pyproject.toml")
STAGES = ("lab", "layers", "ingest", "store", "site", "data/tpch")

STAGE = '''
"""Leaves placeholders: a manifest, and beside it what the rule declares besides."""
import json, sys, time
from pathlib import Path

arguments = sys.argv[1:]
out = Path(arguments[arguments.index("--out") + 1])
names = {"dataset": "dataset", "machine": "machine", "snapshot": "snapshot", "cell": "outcome"}
names |= {"module": "emulator", "boot": "boot", "tables": "tables"}
tables = "customer lineitem nation orders part partsupp region supplier"
beside = {
    "dataset": ["device.img"],
    "machine": ["ram.img", "state.bin"],
    "snapshot": ["changes.bin"],
    "module": ["vnvme.ko"],
    "boot": ["vmlinuz", "initramfs.cpio"],
    "tables": [f"{table}.csv" for table in tables.split()],
}
if __spec__.parent.endswith("layers"):
    out /= "layer.json"
elif __spec__.parent.endswith("ingest"):
    out /= "rows.json"
elif __spec__.parent.endswith("site"):
    out /= "index.html"
elif arguments[0] in names and out.suffix != ".json":
    out /= f"{names[arguments[0]]}.json"
print("at work", flush=True)
while Path("hold").exists():
    time.sleep(0.1)
fail = json.loads(Path("fail.json").read_text()) if Path("fail.json").exists() else {}
outcome = {"status": "done"}
for part, how in fail.items():
    if part in str(out):
        if how == "guest":
            outcome = {"status": "failed", "reason": "the guest's kernel panicked: no init found"}
        else:
            sys.exit(f"stage: {how}")
out.parent.mkdir(parents=True, exist_ok=True)
for name in beside.get(arguments[0], []):
    out.with_name(name).write_text("")
out.write_text(json.dumps(outcome) + "\\n")
'''


class FakeStudy:
    """A copy of the repository with stages of its own."""

    def __init__(self, root: Path):
        self.root = root
        self.results = root / "results/smoke"
        root.mkdir(exist_ok=True)
        for name in (*FOLDERS, *MORE):
            source, ignored = REPOSITORY / name, shutil.ignore_patterns("__pycache__")
            if source.is_dir():
                shutil.copytree(source, root / name, ignore=ignored)
            elif source.exists():
                shutil.copy2(source, root / name)
        for stage in STAGES:
            (root / "scripts" / stage / "__main__.py").write_text(STAGE)

    def environment(self) -> dict[str, str]:
        """Where Snakemake finds the plugin."""
        return {**os.environ, "PYTHONPATH": str(self.root / "scripts/plugins")}

    def command(self, *arguments: str) -> list[str]:
        """Snakemake on the study."""
        snakemake = str(Path(sys.executable).parent / "snakemake")
        return [snakemake, *arguments, "--cores", "4", "--configfile", "config/smoke.yaml"]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run it to its end."""
        return subprocess.run(
            self.command(*arguments),
            cwd=self.root,
            env=self.environment(),
            capture_output=True,
            text=True,
        )
