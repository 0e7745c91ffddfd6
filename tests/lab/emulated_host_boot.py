"""Boot a virtual guest that plays the host of the lab `host`, and run cells in it."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from scripts.files.hashes import files_below
from scripts.identity.imports import guest_sources, module_sources
from scripts.lab.payloads import build_payload
from scripts.lab.places import REPOSITORY, Places
from scripts.lab.virtual.machine import Region, pmem_size_mib
from scripts.lab.virtual.outbox import read_header, unpack
from scripts.lab.virtual.process import run_machine
from scripts.lab.virtual.provenance import boot_of
from scripts.lab.virtual.regions import blank, common
from scripts.workloads.registry import NAMES as WORKLOADS

HOST = Path(__file__).parent / "emulated_host/__main__.py"
# Of the guest's package, what the host's part uses.
GUEST_FILES = ("__init__.py", "system.py", "mailbox.py")
# Of the repository, what a cell reads beside the code.
TREES = ("workloads/fio", "workloads/sysbench", "tracing", "scripts/lab/host/enter.sh")
RAM_MIB = 2048
LIMIT_S = 3600.0


@dataclass(frozen=True)
class Reported:
    """What the guest reported of a run, and the folder with the cell's results."""

    exit_code: int
    stderr: str
    before: dict[str, list[str]]
    after: dict[str, list[str]]
    folder: Path


def boot_host(
    places: Places,
    runs: dict[str, dict[str, Any]],
    work: Path,
    *,
    device_mib: int,
    engine: str,
    dataset: str,
    prepare: list[tuple[str, list[str]]],
) -> dict[str, Reported]:
    """Run cells, each a ``job``, one after the other.

    ``kill_with`` is a signal that ends one; with ``kill_all`` also whoever would clean up.

    ``prepare``: commands, by name, that a host's administrator would have given before.
    """
    layers = {
        layer: json.loads((places.image(layer).parent / "layer.json").read_text())
        for layer in ("base", engine)
    }
    job = {"runs": runs, "layers": layers, "dataset": dataset, "prepare": prepare}
    image = places.dataset(dataset) / "device.img"
    regions = [
        Region("ram", None, RAM_MIB, "ram", shared=False),
        Region(
            "device", blank(work / "device.img", device_mib), device_mib, "reserved", shared=True
        ),
        *common({"engine": engine}, places, work, _payload(places.module, engine, job)),
        Region("load", image, pmem_size_mib(image), "pmem", shared=True, readonly=True),
    ]
    console = work / "console.log"
    run_machine(boot_of(places, job), regions, console, limit_s=LIMIT_S)
    words = console.read_text(errors="replace")
    assert read_header(work / "outbox.img"), f"the guest did not get to its end:\n{words[-4000:]}"
    unpack(work / "outbox.img", work / "outbox")
    reported = json.loads((work / "outbox/reported.json").read_text())
    assert "failure" not in reported, reported["failure"]["words"]
    cells = work / "outbox/cells"
    return {name: Reported(**run, folder=cells / name) for name, run in reported.items()}


def _payload(module: Path, engine: str, job: dict[str, Any]) -> bytes:
    """The repository as far as a cell needs it, and what stands for the host."""
    adapter = yaml.safe_load((REPOSITORY / f"envs/{engine}.yaml").read_text())["adapter"]
    paths = {
        # Imported by their names, as those of workloads are.
        *(
            path
            for file in ("cell", "lab")
            for path in module_sources(f"scripts/lab/host/{file}.py")
        ),
        *module_sources("scripts/lab/host_module.py"),
        *module_sources("scripts/lab/__main__.py"),
        *(
            path
            for name in WORKLOADS
            for path in module_sources(f"scripts/workloads/{name}/kind.py")
        ),
        *guest_sources(adapter, "measure", tuple(name for name in WORKLOADS if name != "own")),
        "scripts/guest/on_host.py",
        *(path for tree in TREES for path in files_below(tree)),
        *(path for path in files_below("scripts/engines") if path.endswith(".json")),
        f"envs/{engine}.yaml",
    }
    files = {f"repository/{path}": (REPOSITORY / path).read_bytes() for path in paths}
    for path in Path(yaml.__file__).parent.glob("*.py"):
        files[f"repository/yaml/{path.name}"] = path.read_bytes()
    for name in GUEST_FILES:
        files[f"guest/{name}"] = (REPOSITORY / "scripts/guest" / name).read_bytes()
    files["guest/__main__.py"] = HOST.read_bytes()
    files["job.json"] = json.dumps(job).encode()
    files["vnvme.ko.gz"] = gzip.compress(module.read_bytes(), mtime=0)
    return build_payload(files)
