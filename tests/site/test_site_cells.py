"""A file for each cell, the page of one, and the list of all."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import duckdb
import pytest
from cells_factory import BANDWIDTHS_MIB_S, CHANGED, FAILED, MARIADB, MEASURED, NS, POSTGRESQL
from site_visitor import Visitor

from scripts.site.build import REPOSITORY
from scripts.site.cells import export_cells
from scripts.site.errors import SiteError
from scripts.site.raw import pack

expect = pytest.importorskip("playwright.sync_api").expect
CELL = f"oltp-{POSTGRESQL}-bw16-s1-00000000"
# With everything that the page fetches, fonts and code included, but the charts: their code is
# that of all other pages, and no other part of the page waits for it.
MOST_BYTES = 100_000
CHARTS = re.compile(r"lib/(charts|shared-\w+)\.js")
# Of each series, however long a run takes.
MOST_STEPS = 61


def test_each_cell_has_a_file_of_its_own_rows(database: Path, tmp_path: Path) -> None:
    count = export_cells(database, tmp_path / "one", REPOSITORY)
    export_cells(database, tmp_path / "two", REPOSITORY)
    files = sorted((tmp_path / "one/cells").iterdir())
    with duckdb.connect(str(database), read_only=True) as connection:
        ids = {name for (name,) in connection.execute("SELECT cell_id FROM cells").fetchall()}
        phases = dict(
            connection.execute("SELECT cell_id, count(*) FROM phases GROUP BY ALL").fetchall()
        )
    assert {path.stem for path in files} == ids
    assert count == len(ids)
    for path in files:
        assert path.read_bytes() == (tmp_path / "two/cells" / path.name).read_bytes(), path.name
        cell = json.loads(path.read_text("utf-8"))
        assert cell["about"]["cell_id"] == path.stem
        assert len(cell["phases"]) == phases.get(path.stem, 0)


def test_neighbours_differ_in_one_factor(database: Path, tmp_path: Path) -> None:
    export_cells(database, tmp_path, REPOSITORY)
    cell = json.loads((tmp_path / "cells" / f"{CELL}.json").read_text("utf-8"))
    lines = {}
    for row in cell["neighbours"]:
        lines.setdefault(row["factor"], []).append((row["level"], row["neighbour"]))
    assert lines == {
        "device.bandwidth_mib_s": [
            (str(level), f"oltp-{POSTGRESQL}-bw{level}-s1-00000000") for level in BANDWIDTHS_MIB_S
        ],
        "engine": [(engine, f"oltp-{engine}-bw16-s1-00000000") for engine in (MARIADB, POSTGRESQL)],
        "seed": [(str(seed), f"oltp-{POSTGRESQL}-bw16-s{seed}-00000000") for seed in (1, 2)],
    }
    other = json.loads(
        (tmp_path / "cells" / f"garbage-collection-{MARIADB}-bw16-s1-00000000.json").read_text()
    )
    engines = [row for row in other["neighbours"] if row["factor"] == "engine"]
    alone = {row["alone_json"] for row in engines if row["level"] == POSTGRESQL}
    assert alone == {
        '{"tuning.autovacuum":"on"}',
        '{"tuning.autovacuum":"off"}',
    }, "a setting that one engine alone has keeps nobody apart, and is named"


@pytest.fixture
def traced(database: Path, tmp_path: Path) -> dict[str, Any]:
    """The file of `CELL` with a longer run, whose device was sampled and traced."""
    path = tmp_path / "traced.duckdb"
    shutil.copyfile(database, path)
    begin, end = 10 * NS, 310 * NS
    with duckdb.connect(str(path)) as connection:

        def add(table: str, rows: list[tuple[Any, ...]]) -> None:
            marks = ", ".join("?" * (len(rows[0]) + 1))
            values = [[CELL, *row] for row in rows]
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)

        connection.execute("UPDATE phases SET end_ns = ? WHERE cell_id = ?", [end, CELL])
        # 2 MiB/s at first, and 8 from the middle on.
        times = range(begin, end + NS, NS)
        read = [(at - begin) // NS * 2 + max(0, (at - 160 * NS) // NS) * 6 for at in times]
        add(
            "device_samples",
            [("run", at, "read_bytes", n << 20) for at, n in zip(times, read, strict=True)],
        )
        slice_ = ("device_requests", begin, end)
        add(
            "trace_values",
            [
                (*slice_, f"@{name}", key, value)
                for key, requests, size in (
                    ("kworker/0:1H,write", 3, 12288),
                    ("kworker/1:2,write", 4, 4096),
                    ("engine,read", 100, 1638400),
                )
                for name, value in (("requests", requests), ("request_bytes", size))
            ],
        )
        add(
            "trace_histograms",
            [
                (*slice_, "@size_bytes", "read", 16384, 32767, 90),
                (*slice_, "@size_bytes", "read", 65536, 131071, 10),
                (*slice_, "@size_bytes", "flush", 0, 0, 5),
            ],
        )
    export_cells(path, tmp_path, REPOSITORY)
    found: dict[str, Any] = json.loads((tmp_path / "cells" / f"{CELL}.json").read_text("utf-8"))
    return found


def test_run_over_time_has_few_steps(traced: dict[str, Any]) -> None:
    (run,) = traced["series"]
    assert (run["begin_s"], run["end_s"]) == (0, 300)
    assert (run["device_step_s"], run["transactions_step_s"]) == (5, 5)
    assert run["read_mib_s"] == [2] * 30 + [8] * 30
    assert run["write_mib_s"] is None
    # sysbench reported 12 seconds, the first two of which were slow.
    slow, fast, _ = run["tps"]
    assert slow < fast
    assert max(len(run["tps"]), len(run["read_mib_s"])) < MOST_STEPS


def test_requests_are_told_by_size_and_by_process(traced: dict[str, Any]) -> None:
    assert traced["sizes"] == [
        {"phase": "run", "operation": "read", "least_bytes": 16384, "requests": [90, 0, 10]}
    ]
    assert [tuple(row.values()) for row in traced["processes"]] == [
        ("run", "engine", "read", 100, 1638400),
        ("run", "kworker", "write", 7, 16384),
    ]
    (asked,) = traced["requests"]
    assert asked["flush_commands"] == 5
    assert asked["read_bytes"] > asked["write_bytes"] > 0


@pytest.mark.browser
def test_cell_stands_beside_its_neighbour(visitor: Visitor, site: Path) -> None:
    def tps(cell_id: str) -> float:
        cell = json.loads((site / "data/cells" / f"{cell_id}.json").read_text("utf-8"))
        (value,) = [row["value"] for row in cell["values"] if row["measure"] == "tps"]
        return float(value)

    visit = visitor.open(f"cell.html?cell={CELL}", width=390)
    page = visit.page
    head = page.locator(".beside th")
    first = page.locator(".beside tbody tr").first.locator("td")
    # Of the other family, under the same settings.
    expect(head).to_have_text(["Measure", "PostgreSQL 17", "MariaDB 11.8", "Ratio"])
    other = f"oltp-{MARIADB}-bw16-s1-00000000"
    expect(first.last).to_have_text(f"{tps(CELL) / tps(other):.2f}×")
    page.get_by_role("combobox", name="Beside").select_option(label="64 MiB/s")
    expect(head).to_have_text(["Measure", "16 MiB/s", "64 MiB/s", "Ratio"])
    faster = f"oltp-{POSTGRESQL}-bw64-s1-00000000"
    expect(first.last).to_have_text(f"{tps(CELL) / tps(faster):.2f}×")
    assert f"beside={faster}" in page.url
    page.go_back()
    expect(head.nth(2)).to_have_text("MariaDB 11.8")
    marks = page.locator(".chart-drawing svg [tabindex]")
    expect(marks.first).to_have_attribute(
        "aria-label", re.compile(r"run, 0 to 1 s, Transactions per second: [\d.,]+")
    )
    assert marks.count() == 12
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visit.complaints == []
    page.close()


def test_raw_outputs_are_packed_the_same_each_time(outputs: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        listed = pack(outputs / MEASURED, tmp_path / name / "cell.zip")
        (outputs / MEASURED / "outcome.json").touch()
    packed = tmp_path / "one/cell.zip"
    assert packed.read_bytes() == (tmp_path / "two/cell.zip").read_bytes()
    assert listed["bytes"] == packed.stat().st_size
    with zipfile.ZipFile(packed) as archive:
        sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
        trace = archive.read(f"{MEASURED}/outbox/traces/device_requests.jsonl")
    assert sizes == {f"{MEASURED}/{file['name']}": file["bytes"] for file in listed["files"]}
    assert trace == (outputs / MEASURED / "outbox/traces/device_requests.jsonl").read_bytes()
    assert not [name for name in sizes if "timing" in name], "the host's time is no output"


def test_outputs_of_other_cells_are_refused(database: Path, tmp_path: Path) -> None:
    (tmp_path / "results/other-00000000").mkdir(parents=True)
    with pytest.raises(SiteError, match="holds none of the database's cells"):
        export_cells(database, tmp_path / "data", REPOSITORY, tmp_path / "results")


@pytest.mark.browser
def test_raw_outputs_are_read_on_the_page_and_downloaded(visitor: Visitor, outputs: Path) -> None:
    visit = visitor.open(f"cell.html?cell={MEASURED}")
    page = visit.page
    fetched = [url for url in visit.body_bytes if url.endswith(".zip")]
    assert fetched == [], "nothing is fetched before a reader asks for it"
    raw = page.locator(".raw")
    assert "3 files as an archive" in raw.inner_text()
    trace = raw.locator("details", has_text="device_requests.jsonl")
    trace.locator("summary").click()
    trace.locator("pre").wait_for()
    text = (outputs / MEASURED / "outbox/traces/device_requests.jsonl").read_text("utf-8")
    assert trace.locator("pre").text_content() == text
    with page.expect_download() as download:
        trace.get_by_role("link", name="Save it").click()
    assert Path(download.value.path()).read_text("utf-8") == text
    raw.locator("details", has_text="engine.log").locator("summary").click()
    raw.get_by_text("The file is empty").wait_for()
    assert visit.complaints == []
    visit.page.close()
    without = visitor.open(f"cell.html?cell={CELL}")
    assert "no raw outputs of this cell" in without.page.inner_text("main")
    without.page.close()


@pytest.mark.browser
def test_setting_that_the_engine_changed_stands_above_the_results(visitor: Visitor) -> None:
    """The page said 5, which was asked for, and nothing of the 3 that MariaDB ran with."""
    visit = visitor.open(f"cell.html?cell={CHANGED}")
    changed = visit.page.locator(".changed-settings")
    cells = changed.locator("tbody td").all_inner_texts()
    assert cells[:3] == ["innodb_flush_log_at_trx_commit", "5", "3"]
    assert cells[3].startswith("its log: option 'innodb-flush-log-at-trx-commit'")
    headings = visit.page.locator("main h2").all_inner_texts()
    assert headings.index("Settings that the engine changed") < headings.index("Results")
    assert visit.complaints == []
    visit.page.close()
    visit = visitor.open(f"cell.html?cell={CELL}")
    assert visit.page.locator(".changed-settings").count() == 0
    visit.page.close()
    visit = visitor.open("method.html")
    row = visit.page.locator("tr", has_text="innodb_flush_log_at_trx_commit")
    row.first.wait_for(state="attached")
    cells = [text.strip() for text in row.first.locator("th, td").all_text_contents()]
    assert cells[-5:] == ["oltp", "1", "innodb_flush_log_at_trx_commit", "5", "3"]
    visit.page.close()


@pytest.mark.browser
def test_page_of_a_cell_is_light_and_has_its_name(visitor: Visitor, site: Path) -> None:
    visit = visitor.open(f"cell.html?cell={CELL}")
    page = visit.page
    name = "oltp: PostgreSQL 17, 16 MiB/s, seed 1"
    assert page.title() == f"{name} – bandwise"
    assert page.locator("h1").inner_text() == name
    assert visit.complaints == []
    paths = {urlsplit(url).path.lstrip("/") for url in visit.body_bytes if "://" in url}
    assert f"data/cells/{CELL}.json" in paths
    sizes = {
        path: len(body if path.endswith("woff2") else gzip.compress(body, mtime=0))
        for path in paths
        if not CHARTS.fullmatch(path)
        for body in [(site / path).read_bytes()]
    }
    assert len(sizes) < len(paths), "the charts' code is fetched, and not in the sum"
    assert sum(sizes.values()) < MOST_BYTES, sizes
    page.close()


@pytest.mark.browser
def test_neighbours_are_one_click_away(visitor: Visitor) -> None:
    visit = visitor.open(f"cell.html?cell={CELL}")
    page = visit.page
    links = page.get_by_role("navigation", name="Cells that differ in one factor")
    assert links.locator("[aria-current]").all_inner_texts() == ["16 MiB/s", "PostgreSQL 17", "1"]
    links.get_by_role("link", name="64 MiB/s").click()
    page.wait_for_selector(".cell-page")
    assert page.locator("h1").inner_text() == "oltp: PostgreSQL 17, 64 MiB/s, seed 1"
    # The list has the cell's experiment alone.
    page.get_by_role("link", name="All its cells").click()
    page.wait_for_selector(".cells tbody tr")
    assert page.get_by_label("Experiment").input_value() == "oltp"
    assert page.locator(".cells tbody tr").count() == 16
    page.close()


@pytest.mark.browser
def test_cell_that_no_study_measures_any_more_says_so(visitor: Visitor) -> None:
    """Its command named a study that did not have the cell."""
    visit = visitor.open(f"cell.html?cell={FAILED}")
    told = visit.page.locator("#repeat ~ *").first
    assert "No study in config/ measures this cell today" in told.inner_text()
    assert visit.page.get_by_role("button", name="Copy the command").count() == 0
    visit.page.close()


@pytest.mark.browser
def test_command_is_copied(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit = visitor.open(f"cell.html?cell={CELL}")
    page = visit.page
    page.get_by_role("button", name="Copy the command").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#repeat ~ div pre").first.inner_text().strip()
    assert copied.startswith("snakemake --cores 1 ")
    assert copied.endswith(" --configfile config/smoke.yaml")
    # Where the browser keeps its clipboard from pages, the older way.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    button = page.get_by_role("button", name="Copy the id")
    button.click()
    page.locator(".cell-id").get_by_text("Copied").wait_for()
    assert button.evaluate("it => it === document.activeElement")
    page.close()


@pytest.mark.browser
def test_old_id_leads_to_cells_of_its_name(visitor: Visitor) -> None:
    visit = visitor.open("cell.html?cell=oltp-postgresql-17-bw16-s1-ffffffff")
    page = visit.page
    assert "These results have no cell" in page.inner_text("main")
    page.get_by_role("link", name="cells of the same name").click()
    page.wait_for_selector(".cells tbody tr")
    found = page.locator(".cells tbody tr a").all()
    assert [link.get_attribute("title") for link in found] == [CELL]
    page.close()


@pytest.mark.browser
def test_list_is_searched_filtered_and_sorted(visitor: Visitor) -> None:
    visit = visitor.open("cells.html?experiment=durability&sort=-seed")
    page = visit.page
    rows = page.locator(".cells tbody tr")
    every = rows.count()
    seeds = [int(cell.inner_text()) for cell in page.locator(".cells tbody td:nth-child(5)").all()]
    assert len(set(seeds)) > 1
    assert seeds == sorted(seeds, reverse=True)
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    page.get_by_label("Safety").select_option("durable")
    assert 0 < rows.count() < every
    assert "factor.safety=durable" in page.url
    durable = rows.count()
    page.get_by_label("Words").fill("PostgreSQL durable")
    assert 0 < rows.count() < durable
    page.reload()
    page.wait_for_selector(".cells tbody tr")
    assert 0 < rows.count() < durable
    page.get_by_role("button", name="Engine").click()
    assert "sort=engine" in page.url
    # Another experiment has other factors.
    page.get_by_label("Experiment").select_option("oltp")
    assert page.get_by_label("Safety").count() == 0
    assert "safety" not in page.url
    assert visit.complaints == []
    page.close()


@pytest.mark.browser
def test_stale_address_of_the_list_is_said(visitor: Visitor) -> None:
    visit = visitor.open("cells.html?experiment=gone&engine=mysql-5.1")
    text = visit.page.inner_text(".cells .notice")
    assert re.sub(r"\s+", " ", text) == (
        "The address names experiment gone, engine mysql-5.1, which no cell here has."
    )
    rows = visit.page.locator(".cells tbody tr")
    assert rows.count() == 50, "a phone would scroll through a hundred screens of all of them"
    visit.page.get_by_role("button", name="Show all").click()
    assert rows.count() > 100
    focused = visit.page.evaluate("document.activeElement.closest('tr')?.rowIndex")
    assert focused == 51, "the focus is on the first row that came"
    visit.page.close()


@pytest.mark.browser
def test_list_is_readable_on_a_phone(visitor: Visitor) -> None:
    visit = visitor.open("cells.html", width=390)
    page = visit.page
    page.get_by_label("Words").fill(FAILED)
    box = page.locator(".cells .table-scroll")
    assert box.evaluate("it => it.scrollWidth <= it.clientWidth"), "no column is out of sight"
    row = page.locator(".cells tbody tr").inner_text()
    assert "MariaDB 11.8" in row
    assert "failed" in row
    page.close()
