"""docs/adding-a-page.md is followed to the letter, on an experiment that no page knows."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from site_visitor import Visitor, serving

from scripts.site.build import REPOSITORY, build, prepare
from scripts.site.errors import SiteError
from scripts.site.specification import Chart, MainChart, Menu, Specification, load_specifications

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

RECIPE = (REPOSITORY / "docs/adding-a-page.md").read_text("utf-8")
NAME = "update-load"


@pytest.fixture
def repository(repository: Path) -> Path:
    """With the files of the recipe, and no other pages, of which a whole site takes most time."""
    for path in (repository / "report/experiments").glob("*.yaml"):
        path.unlink()
    for path in (repository / "report").glob("*.qmd"):
        if path.stem != "index":
            path.unlink()
    for name, fence, text in re.findall(
        r"^`(report/[\w/.-]+)`:\n\n(`{3,})\w+\n(.*?)^\2$", RECIPE, re.DOTALL | re.MULTILINE
    ):
        assert fence
        (repository / name).write_text(text, "utf-8")
    return repository


@pytest.fixture(scope="module")
def measured(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made database with its OLTP runs as those of the recipe's experiment."""
    path = tmp_path_factory.mktemp("measured") / "measured.duckdb"
    shutil.copyfile(database, path)
    with duckdb.connect(str(path)) as connection:
        tables = connection.execute(
            "SELECT table_name FROM duckdb_columns() JOIN duckdb_tables() USING (table_name) "
            "WHERE column_name = 'experiment'"
        ).fetchall()
        for (table,) in tables:
            connection.execute(
                f"UPDATE {table} SET experiment = ? WHERE experiment = 'oltp'", [NAME]
            )
    return path


def test_recipe_makes_a_page_with_its_data(
    repository: Path, measured: Path, tmp_path: Path
) -> None:
    rows = prepare(measured, tmp_path / "project", repository, cells=False)
    assert rows[f"{NAME}_summary.json"] > 0 < rows[f"{NAME}_ratio.json"]
    runs = json.loads((tmp_path / f"project/data/{NAME}_runs.json").read_text("utf-8"))
    assert {row["phase"] for row in runs} == {"run"}
    assert all(row["tps"] > 0 and row["pages_per_transaction"] > 0 for row in runs)
    bar = (tmp_path / "project/_quarto.yml").read_text("utf-8")
    assert f"{NAME}.qmd" in bar


@pytest.mark.browser
def test_recipe_makes_a_page_that_is_drawn(
    repository: Path,
    measured: Path,
    tmp_path: Path,
    browser: BrowserContext,
    parts: Callable[[], Path],
) -> None:
    build(measured, tmp_path / "site", "small", repository, keep=parts())
    with serving(tmp_path / "site") as address:
        visit = Visitor(browser, address).open(f"{NAME}.html")
        assert visit.complaints == []
        charts = visit.page.locator("figure.chart .chart-drawing svg")
        assert charts.count() >= 3
        text = visit.page.inner_text("main")
        assert "Behind each point of a line" in text
        assert "PostgreSQL 17" in text
        assert "undefined" not in text
        visit.page.close()


def test_recipe_explains_every_key() -> None:
    for model in (Specification, MainChart, Chart, Menu):
        for key in model.model_fields:
            assert f"`{key}`" in RECIPE, key


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "phases: [run]",
            "queries: [sumary]",
            'report/experiments/update-load.yaml:1: queries[0]: unknown query "sumary" (did you '
            'mean "summary"? known: ',
        ),
        (
            "phases: [run]",
            "phase: run",
            'report/experiments/update-load.yaml:1: phase: unknown key "phase" (did you mean '
            '"phases"?',
        ),
        (
            "scale: linear",
            "scale: straight",
            "report/experiments/update-load.yaml:10: charts[0].scale: must be one of 'log' or "
            "'linear'",
        ),
    ],
)
def test_slip_in_a_specification_is_one_line(
    repository: Path, old: str, new: str, said: str
) -> None:
    path = repository / f"report/experiments/{NAME}.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(SiteError) as caught:
        load_specifications(repository)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "under: Answers",
            "under: Speed",
            'menu.under: unknown menu "Speed" (known: Answers, ',
        ),
        (
            "phases: [run]",
            "measure: query",
            'measure: unknown measure "query" (did you mean "query_s"? known: engine_cpu_s, ',
        ),
    ],
)
def test_specification_that_the_data_do_not_fit_is_one_line(
    repository: Path, measured: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = repository / f"report/experiments/{NAME}.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(SiteError) as caught:
        prepare(measured, tmp_path / "project", repository, cells=False)
    assert f"report/experiments/{NAME}.yaml: {said}" in str(caught.value)
    assert "\n" not in str(caught.value)
