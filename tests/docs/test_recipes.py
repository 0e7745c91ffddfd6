"""CONTRIBUTING.md, followed to the letter in a copy of the repository."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import duckdb
import pytest
from scratch_copy import ROOT, commands, copy_repository, run, sections, write_files

pytestmark = pytest.mark.long
RECIPES = sections((ROOT / "CONTRIBUTING.md").read_text())
# Recipes with a page or tests of their own, which follow them.
ELSEWHERE = {
    "An engine family": "tests/docs/test_family_recipe.py",
    "A workload of a user's own": "tests/own/test_own_tutorial.py",
    "A lab": "tests/lab/test_labs.py",
    "A setting of the device": "tests/device/test_adding_a_setting.py",
    "A page": "tests/site/test_adding_a_page.py",
}
SENT = """
import json
from pathlib import Path
from scripts.plan import load_study, plan
from scripts.identity.payload import files_sent
planned = plan(load_study(Path("{study}")))
adapter = lambda job: job.get("adapter")
print(json.dumps({{
    "cells": [cell.job for cell in planned.cells],
    "sent": [files_sent(cell.job, "measure", adapter(cell.job)) for cell in planned.cells],
    "traces": [files_sent(each.job, "prepare", adapter(each.job)) for each in planned.snapshots],
    "loaded": [files_sent(each.job, "load", adapter(each.job)) for each in planned.datasets],
}}))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    copy_repository(tmp_path)
    return tmp_path


def follow(name: str, folder: Path) -> dict[str, str]:
    """Write a recipe's files and run its commands; what these print, by command."""
    assert write_files(RECIPES[name], folder)
    return {command: run(command, folder) for command in commands(RECIPES[name])}


def planned(study: str, folder: Path) -> dict:
    """The jobs of a study's cells, and the files that its guests are sent."""
    (folder / "look.py").write_text(SENT.format(study=study))
    return json.loads(run("python -c 'exec(open(\"look.py\").read())'", folder))


def test_every_recipe_is_followed_by_a_test() -> None:
    own = set(re.findall(r'(?:follow\(|RECIPES\[)"([^"]+)"', Path(__file__).read_text()))
    assert set(RECIPES) == set(ELSEWHERE) | own
    assert not own & set(ELSEWHERE)
    for path in ELSEWHERE.values():
        assert (ROOT / path).is_file()


@pytest.mark.parametrize("name", ELSEWHERE)
def test_recipe_that_is_followed_elsewhere_names_tests_that_exist(name: str) -> None:
    for command in commands(RECIPES[name]):
        for path in re.findall(r"tests/[\w/.]+", command):
            assert (ROOT / path).exists()


def test_engine_version(copy: Path) -> None:
    """Its lock is another version's, as packages are fetched from the network."""
    recipe = RECIPES["An engine version"]
    (written,) = write_files(recipe, copy)
    lock = (copy / "envs/mariadb-11.8.lock.yaml").read_text().replace("11.8", "12.3")
    (copy / written.replace(".yaml", ".lock.yaml")).write_text(lock)
    relock, *checks = commands(recipe)
    assert relock == f"make relock NAMES={Path(written).stem}"
    for command in checks:
        run(command, copy)
    config = copy / "config/smoke.yaml"
    config.write_text(config.read_text().replace("mariadb-11.8", "mariadb-12.3"))
    assert "mariadb-12.3" in run("python -m scripts.plan check --config config/smoke.yaml", copy)


def test_script_of_a_kind_of_workload(copy: Path) -> None:
    follow("A script of a kind of workload that exists", copy)
    found = planned("config/longest.yaml", copy)
    assert len(found["sent"]) == 4
    assert all("workloads/sql/longest.sql" in sent.values() for sent in found["sent"])


def test_kind_of_workload(copy: Path) -> None:
    follow("A kind of workload", copy)
    found = planned("config/dd.yaml", copy)
    assert [job["phases"][0]["workload"] for job in found["cells"]] == ["dd/read"] * 2
    assert all("workloads/dd/read.args" in sent.values() for sent in found["sent"])
    assert "`dd/<name>`" in (copy / "config/README.md").read_text()
    assert all("scripts/workloads/dd/guest.py" in sent.values() for sent in found["sent"])
    code = re.findall(r"^.*`(scripts/[\w/.]+)`:$", RECIPES["A kind of workload"], re.MULTILINE)
    assert {Path(path).parent.as_posix() for path in code} == {"scripts/workloads/dd"}
    look = (
        "import sys; sys.path.append('scripts'); from pathlib import Path; "
        "from guest import workloads; workloads.PAYLOAD = Path(); "
        "from workloads.dd import guest; guest.disk = lambda: '/dev/nvme0n1'; "
        "print(*guest.run({'workload': 'dd/read'}, {}, None, Path()).command)"
    )
    said = run(f'python -c "{look}"', copy)
    assert said == "dd if=/dev/nvme0n1 of=/dev/null bs=1M iflag=direct count=64\n"


def test_kind_of_data_set(copy: Path) -> None:
    follow("A kind of data set", copy)
    found = planned("config/readings.yaml", copy)
    assert all("workloads/readings/schema.yaml" in each.values() for each in found["loaded"])
    assert len(found["loaded"]) == 2
    job = '{"kind": "readings", "readings": 3, "seed": 1}'
    write = f"from pathlib import Path; from scripts.data import write_rows as w; w({job}, None, P)"
    run(f"python -c '{write.replace(', P)', ', Path())')}'", copy)
    lines = (copy / "readings.csv").read_text().splitlines()
    assert lines[0] == "id,value"
    assert [line.partition(",")[0] for line in lines[1:]] == ["1", "2", "3"]
    assert "of kind `readings`" in (copy / "config/README.md").read_text()


def test_experiment(copy: Path) -> None:
    said = follow("An experiment", copy)
    (text,) = (text for command, text in said.items() if "plan check" in command)
    assert "point-selects" in text
    assert len(planned("config/point-selects.yaml", copy)["cells"]) == 8


def test_claim(copy: Path) -> None:
    said = follow("A claim", copy)
    with duckdb.connect(str(copy / "results/claims.duckdb"), read_only=True) as connection:
        (row,) = connection.execute(
            "SELECT query, verdict FROM claims JOIN claim_verdicts USING (claim) "
            "WHERE claim = 'S0.99'"
        ).fetchall()
    assert row[0] == (copy / "sql/claims/S0.99.sql").read_text()
    assert row[1] == "reproduced"
    (answer,) = (text for command, text in said.items() if "duckdb.connect" in command)
    assert "reproduced" in answer


def test_trace(copy: Path) -> None:
    shutil.rmtree(copy / "results", ignore_errors=True)
    follow("A trace", copy)
    found = planned("config/config.yaml", copy)
    assert any("tracing/writeback.bt" in sent.values() for sent in found["traces"])


def test_view(copy: Path) -> None:
    follow("A view of the database", copy)
    readme = (copy / "sql/README.md").read_text()
    assert "busiest_phases" in readme
    assert "`tps_max DOUBLE`" in readme
