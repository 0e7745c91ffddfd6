"""Do the lab's jobs with a stand-in for their machines, and print which files each opened.

Reads jobs as planned_jobs.py prints them, in an order that their files allow. What other rules
make are placeholders; the lab's own commands run as they are, but QEMU and mkfs.erofs. Run in a
repository that may be filled with results.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "lab"))

from saved_state import saved_state

import scripts.layers.enter as enter

REPOSITORY = Path.cwd()
opened: set[str] = set()
LAYER = {"status": "done", "image_sha256": "0", "packages": {"qemu": "0"}, "source_sha256": "0"}
PLACEHOLDER = json.dumps(
    LAYER | {"generator": "", "sha256": "", "statements": dict.fromkeys(["postgres", "mysql"], "")}
)
# mkfs.erofs -T0 -U UUID IMAGE FOLDER
MAKE_IMAGE = ["sh", "-c", 'truncate --size 2M "$4"', "sh"]
enter.toolchain_binary = lambda tree, name, own=None: MAKE_IMAGE

import scripts.data.sysbench.rows as sysbench  # noqa: E402
import scripts.lab.virtual.process as process  # noqa: E402


def run_machine(boot: Any, regions: Any, console: Path, **files: Any) -> process.Ending:
    """A machine that opens its files, and has nothing to say."""
    note(boot.kernel, boot.initramfs, *(region.path for region in regions if region.path))
    console.write_text("")
    if files.get("resume_from"):
        note(files["resume_from"])
    if files.get("snapshot_to"):
        blocks = {region.name: (region.size_mib << 20, 0) for region in regions}
        files["snapshot_to"].write_bytes(saved_state(blocks))
        return process.Ending("snapshot", 0.0, 0.0, 0.0)
    header = {"status": "done", "virtual_ns": 0, "body_bytes": 0}
    outbox = next(region.path for region in regions if region.name == "outbox")
    outbox.write_bytes(json.dumps(header).encode().ljust(4096, b"\0"))
    return process.Ending("off", 0.0, 0.0, 0.0)


def note(*paths: object) -> None:
    """Remember files of the repository."""
    for path in paths:
        if not isinstance(path, str | Path):
            continue
        full = Path(path).absolute()
        if full.is_file() and full.is_relative_to(REPOSITORY):
            opened.add(str(full.relative_to(REPOSITORY)))


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what this process opens, and the files that it names to the programs it starts."""
    if event == "open":
        note(arguments[0])
    elif event == "subprocess.Popen":
        note(*arguments[1])


def make_placeholder(path: Path) -> None:
    """A file that stands for a stage's: every manifest in one, or a little of an image."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix in (".json", ".csv"):
        path.write_text(PLACEHOLDER)
    else:
        path.write_bytes(b"")
    if path.name == "layer.json":
        (path.parent / "tree").mkdir(exist_ok=True)
        (path.parent / "image.erofs").write_bytes(bytes(2 << 20))


process.run_machine = run_machine
sysbench.write_tables = lambda *arguments, **options: None
sys.addaudithook(watch)

from scripts.lab.__main__ import main  # noqa: E402

planned = json.load(sys.stdin)
for job in planned:
    job["reads"] = []
    if job["rule"] in ("plan", "shared_job"):
        continue  # their files are there
    words = shlex.split(job["command"] or "")
    if words[:3] == ["python", "-m", "scripts.lab"] and "--job" in words:
        opened.clear()
        assert main(words[3 : words.index(">")]) == 0, job["command"]
        manifest = json.loads(Path(job["outputs"][0]).read_text())
        assert manifest["status"] == "done", manifest
        own = Path(job["outputs"][0]).parent
        job["reads"] = sorted(
            path for path in opened if own not in Path(path).parents and "scripts/" not in path
        )
    else:
        for name in job["outputs"]:
            make_placeholder(Path(name))
print(json.dumps(planned))
