"""A study that names a folder: its plan, its ids, what a guest is sent, and what is kept of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.data.generated import made_files, provenance
from scripts.data.own.build import make_script, make_tables
from scripts.data.own.folder import read_folder
from scripts.data.own.generated import SHORT
from scripts.files.hashes import ROOT
from scripts.identity.payload import files_sent
from scripts.lab.payloads import phase_files
from scripts.lab.places import Places, adapter_of
from scripts.plan import ConfigError, load_study, plan

Planned = dict[str, list[dict[str, Any]]]
Replace = Callable[[str, str, str], None]


def planned(folder: Path, study: Path, lab: str = "", experiment: str = "own-shop") -> Planned:
    study.write_text(
        f"{lab}\nengines: [postgresql-17, mariadb-11.8]\n"
        f"datasets:\n  shop: {{kind: own, folder: {folder}}}\nexperiments: [{experiment}]\n"
    )
    return plan(load_study(study, ROOT)).as_json()


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return tmp_path / "study.yaml"


def ids(found: Planned, kind: str) -> set[str]:
    return {job[f"{kind}_id"] for job in found[f"{kind}s"]}


def test_workload_is_measured_on_every_engine(shop: Path, study: Path) -> None:
    found = planned(shop, study)
    assert {job["engine"] for job in found["cells"]} == {"postgresql-17", "mariadb-11.8"}
    assert {job["phases"][0]["workload"] for job in found["cells"]} == {"own/transactions"}
    assert [entry["page"] for entry in found["experiments"]] == ["own-shop"]
    assert found["experiments"][0]["title"] == "shop: a workload of your own"


def test_ids_depend_on_what_is_in_the_folder_and_not_where_it_is(
    shop: Path, study: Path, tmp_path: Path
) -> None:
    moved = Path(shutil.copytree(shop, tmp_path / "moved"))
    first, second = planned(shop, study), planned(moved, study)
    assert first["cells"] == second["cells"]


def test_edit_of_a_transaction_loads_nothing_again(
    shop: Path, study: Path, replace: Replace
) -> None:
    before = planned(shop, study)
    replace("transactions.sql", "browse 60", "browse 61")
    after = planned(shop, study)
    assert ids(before, "dataset") == ids(after, "dataset")
    assert not ids(before, "cell") & ids(after, "cell")


def test_edit_of_a_row_is_another_data_set(shop: Path, study: Path, replace: Replace) -> None:
    before = planned(shop, study)
    replace("products.csv", "SKU000000001", "SKU00000000A")
    assert not ids(before, "dataset") & ids(planned(shop, study), "dataset")


def test_schema_that_does_not_fit_the_device(shop: Path, study: Path) -> None:
    lines = (shop / "order_lines.csv").read_text().splitlines()
    rows = [line.replace(",", f"{n:03d},", 1) for n in range(600) for line in lines[1:]]
    (shop / "order_lines.csv").write_text("\n".join([lines[0], *rows]) + "\n")
    with pytest.raises(ConfigError) as caught:
        planned(shop, study, "lab: {device_mib: 64}")
    (line,) = str(caught.value).splitlines()
    assert "datasets.shop.folder: the data need about " in line
    assert "more than lab.device_mib (64): about " in line


def test_folder_that_is_missing(study: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        planned(tmp_path / "nothing", study)
    line = f"datasets.shop.folder: {tmp_path}/nothing: there is no such folder"
    assert str(caught.value).endswith(line)
    assert len(str(caught.value).splitlines()) == 1


def test_problem_in_the_folder_is_reported_with_its_file(
    shop: Path, study: Path, replace: Replace
) -> None:
    replace("transactions.sql", "FROM products WHERE", "FROM product WHERE")
    with pytest.raises(ConfigError) as caught:
        planned(shop, study)
    assert f"datasets.shop.folder: {shop}/transactions.sql:6: unknown table" in str(caught.value)


def test_script_that_the_folder_lacks(shop: Path, study: Path) -> None:
    text = (ROOT / "config/experiments/own.yaml").read_text()
    (shop / "experiment.yaml").write_text(text.replace("own/transactions", "own/reports"))
    with pytest.raises(ConfigError) as caught:
        planned(shop, study)
    assert 'unknown workload "own/reports" (known: own/transactions), of' in str(caught.value)


def test_experiment_of_no_own_data_set_is_unknown(shop: Path, study: Path) -> None:
    with pytest.raises(ConfigError, match='unknown experiment "own-shops"'):
        planned(shop, study, experiment="own-shops")


@pytest.fixture
def made(shop: Path, tmp_path: Path) -> Places:
    """The shared folder with what the workflow makes of the shop."""
    folder = read_folder(shop)
    out = tmp_path / "results/own" / folder.digest[:SHORT]
    make_tables(shop, folder.digest, out)
    for name, digest in folder.digests.items():
        script = out / "scripts" / f"{name}-{digest[:SHORT]}.json"
        make_script(shop, name, digest, out, script)
    return Places(tmp_path / "results")


def test_guest_gets_tables_and_scripts_in_its_engine_s_dialect(
    shop: Path, study: Path, made: Places
) -> None:
    found = planned(shop, study)
    for job in found["datasets"]:
        sent = made_files(job, adapter_of(job["engine"]), made.needed)
        tables = json.loads(sent["tables.json"])
        ordered = tables["orders"]["columns"]["ordered"]
        assert ordered == ("TIMESTAMP" if "postgresql" in job["engine"] else "DATETIME(6)")
        assert b"ADD FOREIGN KEY (customer_id)" in sent["routines.sql"]
        assert job["dataset"].keys() == {"id", "kind"}
    for job in found["cells"]:
        assert phase_files(job["phases"], job, made).keys() == {
            "workloads/sysbench/own_transactions.lua"
        }
        lines = provenance(job, made.needed)
        assert lines["own.tables"] == read_folder(shop).digest
        assert lines["own.transactions"] == job["phases"][0]["sha256"]


def test_guest_runs_the_workload_with_sysbench(shop: Path, study: Path) -> None:
    job = planned(shop, study)["cells"][0]
    sent = files_sent(job, "measure", "postgresql")
    assert {"workloads/own/guest.py", "workloads/sysbench/guest.py"} <= sent.keys()
    modules = ("client", "draw", "events", "report")
    assert {f"workloads/sysbench/modules/{name}.lua" for name in modules} <= sent.keys()


def test_script_in_lua_goes_as_it_is(shop: Path, tmp_path: Path) -> None:
    (shop / "custom.lua").write_text('local helper = require("helper")\nfunction event() end\n')
    (shop / "helper.lua").write_text("return {}\n")
    folder = read_folder(shop)
    assert folder.scripts["custom"] == ["custom.lua", "helper.lua"]
    assert "helper" not in folder.scripts
    make_tables(shop, folder.digest, tmp_path / "made")
    make_script(shop, "custom", folder.digests["custom"], tmp_path / "made", tmp_path / "c.json")
    files = json.loads((tmp_path / "c.json").read_text())["files"]["mariadb"]
    assert files.keys() == {"own_custom.lua", "helper.lua"}
    assert files["own_custom.lua"] == (shop / "custom.lua").read_text()


def test_rows_are_as_both_loaders_read_them(shop: Path, tmp_path: Path, replace: Replace) -> None:
    replace("products.csv", "SKU000000001,", 'NULL,"a, ""b""')
    text = (shop / "products.csv").read_text().splitlines()
    text[1] = text[1].partition('"a, ""b""')[0] + '"a, ""b""",1.50,3'
    (shop / "products.csv").write_text("\n".join(text) + "\n")
    make_tables(shop, read_folder(shop).digest, tmp_path / "made")
    rows = (tmp_path / "made/rows/products.csv").read_text().splitlines()
    assert rows[0] == "id,sku,name,price,stock"
    assert rows[1] == '1,"NULL","a, ""b""",1.50,3'
    orders = (tmp_path / "made/rows/orders.csv").read_text().splitlines()
    assert orders[3].endswith(",new,NULL"), "an empty field of a column that may be null"


def test_folder_that_was_changed_since_is_not_taken_for_it(shop: Path, tmp_path: Path) -> None:
    from scripts.data.own.errors import OwnError

    with pytest.raises(OwnError, match="was changed since the study was planned"):
        make_tables(shop, "0" * 64, tmp_path / "made")


def test_rows_are_drawn_as_often_as_they_come(shop: Path, tmp_path: Path) -> None:
    lines = [f"{number},{number % 40 + 1},2026-01-01 00:00:00,new," for number in range(1, 10_101)]
    lines[9000:] = [line.replace("new", "sent") for line in lines[9000:]]
    (shop / "orders.csv").write_text("\n".join(["id,customer_id,ordered,status,note", *lines]))
    (shop / "order_lines.csv").unlink()
    (shop / "drawn.sql").write_text(
        "\\set state from_rows(orders.status)\nSELECT id FROM orders WHERE status = :state;\n"
    )
    folder = read_folder(shop)
    make_tables(shop, folder.digest, tmp_path / "made")
    make_script(shop, "drawn", folder.digests["drawn"], tmp_path / "made", tmp_path / "d.json")
    text = json.loads((tmp_path / "d.json").read_text())["files"]["mariadb"]["own_drawn.lua"]
    assert "draw.among(rows_orders_status)" in text
    assert text.count('"new"') + text.count('"sent"') == 10_000
    assert text.count('"sent"') == pytest.approx(1089, abs=2)
