"""The advice on trial: the shop that it is tried on, what the record says, and whence that is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlglot.expressions import Commit, Transaction

from scripts.advise.__main__ import main
from scripts.advise.answer import answer, in_text, volumes
from scripts.advise.between import between
from scripts.advise.model import Volume
from scripts.advise.readings import read_reading
from scripts.advise.rules import AdviseError
from scripts.advise.shown.production import SHOP, Taken, bandwidths_mib_s, latencies_us
from scripts.advise.shown.record import FILE, advised, table_of_volumes
from scripts.data.own.folder import read_folder
from scripts.data.own.schema import read_schema_of
from scripts.data.own.scripts import read_own_script
from scripts.data.own.transactions import Ask
from scripts.engines.families import family_names
from scripts.own.__main__ import main as check
from scripts.own.sample import contents_of, sample_of
from scripts.own.servers import built_engines
from scripts.workloads.registry import kinds

ROOT = Path(__file__).parents[2]
READINGS = Path(__file__).parent / "shown"
RECORD = json.loads(FILE.read_text(encoding="utf-8"))
SENTENCES = """
import {shownSentences} from "./report/advise/shown.js";
import {readFileSync} from "node:fs";
process.stdout.write(JSON.stringify(shownSentences(JSON.parse(readFileSync(0, "utf8")))));
"""


def sentences(disturbed: int = 0, read_kib: float = 12, **changed: Any) -> list[str]:
    """What the page says of a record in which something is otherwise."""
    figures = {"production": 100, "advice": 300, "lab_slow": 90, "lab_fast": 180, "truth": 250}
    record = {
        "slow_mib_s": 4,
        "fast_mib_s": 16,
        "model_now": 1.1,
        "fidelity": {"statements": 30, "off": []},
        "columns": {
            name: {
                "tps": {"value": value},
                "read_kib": {"value": read_kib if name == "truth" else 12},
                "runs": 3,
                "disturbed": disturbed,
            }
            for name, value in figures.items()
        },
    }
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SENTENCES],
        cwd=ROOT, input=json.dumps(record | changed), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_page_says_how_far_each_was_from_the_truth() -> None:
    gain, distance, now = sentences()
    assert "2.50× as many transactions" in gain
    assert "said 3.00×, and the virtual lab 2.00×" in gain
    assert "the advice is 20 % above the truth, and the lab 28 % below the truth" in distance
    assert now == "On the present volume the model is 10 % above the server."


def test_page_says_why_the_advice_is_off() -> None:
    (reads,) = sentences(read_kib=10)[3:]
    assert "they read 12 KiB on the slow one, and 10 KiB on the fast one" in reads


def test_page_says_that_the_model_fails_and_what_is_unlike_production() -> None:
    *_, fails, off, busy = sentences(
        disturbed=2,
        model_now=0.7,
        fidelity={"statements": 30, "off": [{"name": "select_orders_1", "counts": ["rows"]}]},
    )
    assert "30 % below the server: it says itself" in fails
    assert "1 statement of 30 differs from production" in off
    assert "4 of the server's 6 runs" in busy


def test_advice_of_the_record_is_what_the_model_says_of_its_readings(tmp_path: Path) -> None:
    before, after = (read_reading(READINGS / f"{name}.txt") for name in ("before", "after"))
    (disk,) = after.disks
    timed = latencies_us(Taken(before, after, None, SHOP, disk))  # type: ignore[arg-type]
    assert timed == RECORD["latencies_us"]
    _, fast = table_of_volumes(timed, tmp_path / "volumes.json")
    said = advised(between(before, after, disk), fast)
    kept = RECORD["columns"]["advice"]
    assert said["limit"] == kept["limit"]
    for name, figure in said.items():
        if name != "limit":
            assert figure["value"] == pytest.approx(kept[name]["value"], rel=1e-3), name


def test_a_server_that_waits_for_storage_is_not_called_idle() -> None:
    # In production reads were the limit, at 100 % of the volume's bandwidth.
    found = between(*(read_reading(READINGS / f"{name}.txt") for name in ("before", "after")))
    said = answer(found, volumes(), cores=1)
    assert said["now"].startswith("Transactions wait for storage 99 % of their time: name the")
    assert said["waited_s"] == pytest.approx(0.0528, rel=0.01)
    own = Volume("own", 2, 2, read_latency_us=100, flush_latency_us=100, separate=True)
    said = answer(found, [own], cores=1, now="own")
    assert "the volume's bandwidth of reads" in said["now"]
    assert said["busy"]["reads"] == pytest.approx(1, abs=0.1)
    assert "\n".join(in_text(said)).count("at most") == 1


def test_answer_takes_volumes_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, (slow, fast) = tmp_path / "volumes.json", bandwidths_mib_s()
    table_of_volumes(RECORD["latencies_us"], file)
    given = [str(READINGS / f"{name}.txt") for name in ("before", "after")]
    assert main([*given, "--cores", "1", "--devices", str(file), "--now", f"{slow} MiB/s"]) == 0
    assert f"\n{fast} MiB/s " in capsys.readouterr().out
    good = {"name": "v", "mib_s": 100, "read_latency_us": 50, "flush_latency_us": 100}
    file.write_text(json.dumps([{**good, "iops": None, "name": "\x1b[31m"}]))
    assert main([*given, "--cores", "1", "--devices", str(file)]) == 0
    assert "\x1b" not in capsys.readouterr().out
    wrong = [
        {"mib_s": 0}, {"mib_s": "100"}, {"mib_s": None}, {"mib_s": float("nan")}, {"name": 5},
        {"iops": -1}, {"iops": "3000"}, {"read_latency_us": -1}, {"price_usd_month": "cheap"},
    ]  # fmt: skip
    tables = [[], [{"name": "large"}], *([{**good, **other}] for other in wrong)]
    for table in tables:
        file.write_text(json.dumps(table))
        with pytest.raises(AdviseError, match="is no table of volumes"):
            volumes(file=file)
    for latency_us in (-5, float("nan"), 1e99):
        with pytest.raises(AdviseError, match="--latency-us is not a number from 0 to 10,000,000"):
            volumes(latency_us)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shown") / "shop"
    shutil.copytree(SHOP, folder)
    command = [sys.executable, str(folder / "generate.py"), str(folder), "--customers", "60"]
    subprocess.run(command, check=True)
    return folder


def test_shop_has_thirty_statements_and_two_volumes(shop: Path) -> None:
    assert read_folder(shop).tables["orders"] == 180
    schema = read_schema_of(shop)
    rows = sample_of(shop, schema)
    script = read_own_script(shop / "transactions.sql", schema, contents_of(schema, rows))
    assert script is not None
    steps = [step for each in script.transactions for step in each.steps if isinstance(step, Ask)]
    assert len([each for each in steps if not isinstance(each.tree, Transaction | Commit)]) == 30
    slow, fast = bandwidths_mib_s()
    assert slow < fast


@pytest.mark.lab
@pytest.mark.skipif(not built_engines(ROOT / "results/layers"), reason="no layer is built")
def test_engines_take_the_shop(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(["check", str(shop)]) == 0
    assert re.search(r"asked .* (agree|refuses nothing)", capsys.readouterr().out)


@pytest.mark.parametrize("family", family_names())
@pytest.mark.parametrize("name", ["reading", "statistics"])
def test_each_family_has_statements_for_its_readings(family: str, name: str) -> None:
    files = kinds()["advise"].files(name, family)
    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []
