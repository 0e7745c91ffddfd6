"""docs/adding-a-device-setting.md, followed in a copy of the repository: the row arrives."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/adding-a-device-setting.md").read_text()
NEEDED = ("config", "emulator", "envs", "report", "scripts", "sql", "tracing", "workloads")
LOOK = """
import json
from pathlib import Path
from scripts.device.controls import controls
from scripts.ingest.job import cell_row
from scripts.parse.rows import Cell, schema_of
from scripts.plan import load_study, plan
cells = plan(load_study(Path("config/smoke.yaml"))).cells
jobs = [cell.job for cell in cells if cell.experiment == "staircase"]
outcome = {"status": "done"}
print(json.dumps({
    "ids": [cell.id for cell in cells],
    "jobs": [job["device"].get("network_latency_us") for job in jobs],
    "written": [controls(job["device"])["emulator"].get("network_latency_ns") for job in jobs],
    "columns": {field.name: str(field.type) for field in schema_of(Cell)},
    "rows": [getattr(cell_row(job, outcome), "network_latency_us", None) for job in jobs],
}))
"""
ONE_READ = """
#include <stdio.h>
#include "timing.h"

int main(void)
{
  struct vnvme_settings settings = {
    .read_latency_ns = 7, .network_latency_ns = 1000,
    .latency_least_percent = 100, .latency_most_percent = 100,
  };
  struct vnvme_request request = { .operation = VNVME_READ, .bytes = 512 };
  struct vnvme_timing timing;

  vnvme_timing_reset(&timing);
  printf("%llu\\n", (unsigned long long)
    vnvme_timing_admit(&timing, &settings, &request, 0).due_ns);
  return 0;
}
"""


def block(language: str) -> str:
    """The first block of a language on the page."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as it is, without what is measured."""
    folder = tmp_path_factory.mktemp("copy")
    for name in NEEDED:
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.ko")
        )
    return folder


def test_row_arrives_in_model_guest_columns_and_documentation(copy: Path) -> None:
    before = json.loads(run(copy, "-c", LOOK))
    table = copy / "scripts/device/table.py"
    text = table.read_text()
    assert text.count("    turnaround_us = ") == 1
    row = f"{block('python')}\n    turnaround_us = "
    table.write_text(text.replace("    turnaround_us = ", row))
    for command in ("scripts.device write", "scripts.plan docs", "scripts.store docs"):
        run(copy, "-m", *command.split())

    header = (copy / "emulator/settings.h").read_text()
    assert 'SETTING(network_latency_ns, 0, 0, 1000000000, "ns")' in header
    sentence = "Latency of the network: what every read, write and flush takes longer on its way."
    assert (
        f"| `network_latency_us` | number >= 0, <= 1000000 | `0` | {sentence} |"
        in (copy / "config/README.md").read_text()
    )
    assert (
        f"| `network_latency_ns` | ns | 0 | 0 to 1000000000 | {sentence} |"
        in (copy / "emulator/README.md").read_text()
    )
    assert "`network_latency_us DOUBLE`" in (copy / "sql/README.md").read_text()
    assert '"name": "network_latency_us"' in (copy / "report/charts/device_settings.js").read_text()

    experiment = copy / "config/experiments/staircase.yaml"
    after = json.loads(run(copy, "-c", LOOK))
    assert after["ids"] == before["ids"]
    assert (after["jobs"], after["written"], after["rows"]) == ([None], ["0"], [0.0])
    assert after["columns"]["network_latency_us"] == "double"
    experiment.write_text(
        experiment.read_text().replace("factors:\n", block("yaml")).replace("[0, 50]", "[50]")
    )
    after = json.loads(run(copy, "-c", LOOK))
    assert (after["jobs"], after["written"], after["rows"]) == ([50], ["50000"], [50.0])
    assert after["ids"] != before["ids"]


def test_statement_of_the_timing_model_does_what_the_page_says(copy: Path) -> None:
    """After the test above, which declares the setting."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this host")
    model = copy / "emulator/timing.c"
    place = "\tcharge.queue_ns = charge.due_ns"
    text = model.read_text()
    assert text.count(place) == 1
    model.write_text(text.replace(place, f"{block('c')}{place}"))
    (copy / "one.c").write_text(ONE_READ)
    flags = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", f"-I{copy}/emulator"]
    sources = [copy / "one.c", model, copy / "emulator/latency.c"]
    command = [compiler, *flags, "-o", str(copy / "one"), *map(str, sources)]
    subprocess.run(command, check=True)
    said = subprocess.run([copy / "one"], capture_output=True, text=True, check=True).stdout
    assert said == "1007\n"
