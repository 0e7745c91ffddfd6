"""The labs: found by their folders, asked for what they can, and distinguished by nothing else."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from scripts.files.hashes import ROOT
from scripts.identity.jobs import identity_of
from scripts.lab import registry
from scripts.lab.errors import LabError
from scripts.lab.host import cell as host_cell
from scripts.lab.lab import Capabilities, capability_meanings
from scripts.lab.payloads import job_text
from scripts.plan import load_study, plan
from scripts.plan.jobs import identified

VIRTUAL, HOST = registry.lab_named("virtual"), registry.lab_named("host")


def test_every_lab_has_its_tasks() -> None:
    for lab in registry.labs().values():
        assert "cell" in lab.tasks
        assert lab.capabilities.snapshots == ({"machine", "snapshot"} <= set(lab.tasks))
        for module in lab.tasks.values():
            assert callable(import_module(module).run)
    assert import_module(HOST.tasks["cell"]).run is host_cell.run


def test_datasets_are_loaded_where_they_are_the_same_each_time() -> None:
    assert registry.loading_lab(HOST) is registry.loading_lab(VIRTUAL) is VIRTUAL
    assert registry.default_lab() is VIRTUAL


def test_task_that_a_lab_does_not_have_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="the lab host has no task snapshot"):
        HOST.run("snapshot", {}, None, tmp_path)


def test_unknown_lab_is_one_line() -> None:
    with pytest.raises(LabError, match=r'unknown lab "steel" \(known: host, virtual\)'):
        registry.lab_named("steel")


def test_every_capability_says_what_it_means() -> None:
    names = [field.name for field in dataclasses.fields(Capabilities)]
    assert list(capability_meanings()) == names
    assert all(text.endswith(".") for text in capability_meanings().values())


@pytest.mark.parametrize(
    ("needs", "lacking"),
    [
        ({"deterministic": True, "snapshots": False, "cpus": None, "clock": None}, []),
        ({"real_time": True, "exclusive": True}, ["real_time", "exclusive"]),
        ({"cpus": 8}, []),
        ({"cpus": 16}, ["cpus"]),
        ({"clock": "host"}, ["clock"]),
    ],
)
def test_what_a_lab_lacks(needs: dict, lacking: list[str]) -> None:
    assert VIRTUAL.capabilities.lacking(needs) == lacking
    # It may have any number of CPUs.
    assert HOST.capabilities.lacking({"cpus": 64}) == []


def test_capabilities_are_no_part_of_an_id_or_of_what_a_guest_is_sent() -> None:
    """A capability more, or another, would make every result stale that there is."""
    cell = plan(load_study(ROOT / "config/smoke.yaml")).cells[0].job
    other = {**cell, "lab": {**cell["lab"], "cpus": 64, "loud": True}}
    body = {key: value for key, value in other.items() if key != "cell_id"}
    slug = cell["cell_id"].rpartition("-")[0]
    assert identified("cell_id", [slug], body)["cell_id"] == cell["cell_id"]
    assert job_text(other) == job_text(cell)
    assert json.loads(job_text(cell))["lab"] == "virtual"
    # As jobs of earlier versions have it.
    assert job_text({**cell, "lab": "virtual"}) == job_text(cell)
    assert cell["lab"] == VIRTUAL.block()


@pytest.mark.parametrize("study", ["host", "host-emulator", "smoke"])
def test_what_a_lab_does_for_a_cell_is_known_and_changes_with_its_device(study: str) -> None:
    """In a lab in real time it stands for QEMU's arguments in the cell's identity."""
    cell = plan(load_study(ROOT / f"config/{study}.yaml")).cells[0].job
    lab = registry.lab_named(cell["lab"]["name"])
    driven = lab.driven("cell", cell)
    changed = "device_mib" if study == "smoke" else "read_bandwidth_mib_s"
    device = cell["device"] | {changed: cell["device"][changed] + 2}
    assert driven
    assert lab.driven("cell", cell | {"device": device}) != driven
    limited = cell | {"limits": cell["limits"] | {"wall_s": 1, "virtual_s": 1}}
    assert identity_of("cell", limited, lab) == identity_of("cell", cell, lab)


NEW_LAB = """
from scripts.lab.lab import Capabilities, Lab


class Third(Lab):
    capabilities = Capabilities(False, False, True, True, 2, "host")
    description = "A third."
    tasks = {"cell": "scripts.lab.third.cell"}
    in_machine = False
    devices = loaded_devices = ("emulator",)

    def layers(self, job):
        return ("base",)

    def inputs(self, job):
        return []


LAB = Third()
"""
NEW_CELL = "def run(job, places, out): ..."


def test_new_lab_is_a_new_folder(tmp_path: Path) -> None:
    """Nothing but the folder: it is planned for, and the workflow has jobs for it."""
    for name in ("Snakefile", "rules", "profiles", "config", "envs", "scripts", "sql", "workloads"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, tmp_path / name)
    for name in ("emulator", "qemu", "report", "tracing", "reference", "package-lock.json"):
        (tmp_path / name).symlink_to(ROOT / name)
    folder = tmp_path / "scripts/lab/third"
    folder.mkdir()
    (folder / "lab.py").write_text(NEW_LAB)
    (folder / "cell.py").write_text(NEW_CELL)
    study = (tmp_path / "config/smoke.yaml").read_text().replace("kind: virtual", "kind: third")
    (tmp_path / "config/smoke.yaml").write_text(study)
    snakemake = Path(sys.executable).with_name("snakemake")
    command = [snakemake, "--cores", "2", "--dry-run", "--configfile", "config/smoke.yaml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    cells = len(plan(load_study(Path("config/smoke.yaml"), ROOT)).cells)
    assert re.search(rf"^cell +{cells}$", done.stdout + done.stderr, re.MULTILINE)
    assert not re.search(r"^snapshot ", done.stdout + done.stderr, re.MULTILINE)
    command[-3:] = ["verify", "--configfile", "config/smoke.yaml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    assert "the lab third (lab.kind in config/smoke.yaml) does not repeat them" in done.stderr


def test_names_of_labs_stand_in_their_own_folders_alone() -> None:
    """Rules and code ask for a capability: a name would be a place to edit for each new lab."""
    names = "|".join(registry.labs())
    # A host is many things, so of the lab of that name only paths are looked for.
    words = "|".join(name for name in registry.labs() if name != "host")
    found = []
    own = tuple(ROOT / "scripts/lab" / name for name in registry.labs())
    files = [*(ROOT / "scripts").rglob("*.py"), *(ROOT / "rules").glob("*.smk"), ROOT / "Snakefile"]
    for path in files:
        if any(folder in path.parents for folder in own):
            continue
        text = path.read_text()
        if path.suffix == ".py":
            strings = [
                node.value
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            found += [(path, text) for text in strings if re.fullmatch(words, text)]
            found += [
                (path, text) for text in re.findall(rf"scripts[./]lab[./](?:{names})\b", text)
            ]
        else:
            found += [(path, match) for match in re.findall(rf"[\"'](?:{words})\b", text)]
    assert found == []
