"""The page of a user's own workload: made when a study has one, also where nothing was measured."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path

import duckdb
import pytest
import yaml

from scripts.files.hashes import ROOT
from scripts.plan import load_study, plan
from scripts.site.export import export
from scripts.site.own import MENU, own_specifications, write_own_pages
from scripts.site.pandoc.pages import read_page
from scripts.site.pandoc.render import page_html
from scripts.store.build import build
from scripts.store.plan_file import PlanFile

FOLDER = {
    "schema.sql": "CREATE TABLE things (id INTEGER PRIMARY KEY, name VARCHAR(9) NOT NULL);",
    "data.sql": "INSERT INTO things (id, name) VALUES (1, 'one'), (2, 'two');",
    "transactions.sql": "SELECT name FROM things WHERE id = 1;",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a study with one own workload, of which no cell was run."""
    tmp_path = tmp_path_factory.mktemp("own")
    folder = tmp_path / "things"
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text)
    study = tmp_path / "study.yaml"
    study.write_text(
        f"engines: [mariadb-11.8]\ndatasets:\n  things: {{kind: own, folder: {folder}}}\n"
        "experiments: [own-things]\n"
    )
    planned = plan(load_study(study, ROOT)).as_json()
    path = tmp_path / "results.duckdb"
    file = PlanFile(planned["cells"], planned["study"], planned["experiments"])
    build(file, tmp_path / "rows", path, partial=True)
    return path


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return shutil.copyfile(made, tmp_path / "results.duckdb")


def test_page_and_data_are_there_without_a_row(database: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with duckdb.connect(str(database), read_only=True) as connection:
        specifications = own_specifications(connection, ROOT)
        write_own_pages(connection, project, ROOT)
    assert list(specifications) == ["own-things"]
    assert specifications["own-things"].phases == ["run"]
    page = read_page(project / "own-things.qmd")
    assert page.front["title"] == "things: a workload of your own"
    rows = export(database, project / "data")
    for name in page.attachments:
        assert json.loads((project / name).read_text())
    for query in specifications["own-things"].queries:
        assert rows[f"own-things_{query}.json"] == 0
    failed = json.loads((project / "data/failed_cells.json").read_text())
    assert {row["status"] for row in failed} == {"not_run"}


def test_template_is_a_specification_that_every_study_could_have() -> None:
    about = yaml.safe_load((ROOT / "report/own/specification.yaml").read_text())
    assert "experiment" not in about


def test_study_without_an_own_workload_has_no_such_page(tmp_path: Path) -> None:
    path = tmp_path / "results.duckdb"
    build(PlanFile([]), tmp_path / "rows", path, partial=True)
    with duckdb.connect(str(path), read_only=True) as connection:
        assert own_specifications(connection, ROOT) == {}
        write_own_pages(connection, tmp_path, ROOT)
    assert not list(tmp_path.glob("*.qmd"))


HOSTILE = [
    "<script>alert(1)</script><meta http-equiv=refresh content=0>",
    "[a](javascript:alert(1)) ![b](https://example.org/b.png) <https://example.org>",
    "`x`{=html} **bold** _it_ $x$ ~a~ ^b^ @cite [^1] {{< include /etc/passwd >}}",
    "# heading",
    "- item",
    "1. item",
    "a\n\n---\n\n<b>&lt;&amp; \\begin{x}",
    'größer: 100 % "quoted" it\'s',
]


@pytest.mark.parametrize("text", HOSTILE)
def test_d18_title_and_question_of_an_own_workload_are_text(
    database: Path, tmp_path: Path, text: str
) -> None:
    with duckdb.connect(str(database)) as connection:
        connection.execute("UPDATE experiments SET title = ?, question = ?", [text, text])
    project = tmp_path / "project"
    project.mkdir()
    (project / "template.html").write_text("<title>$title$</title><h1>$title$</h1>|$subtitle$|")
    with duckdb.connect(str(database), read_only=True) as connection:
        write_own_pages(connection, project, ROOT)
    page = read_page(project / "own-things.qmd")
    said = " ".join(text.split())
    assert (page.words("title"), page.words("subtitle")) == (said, said)
    html = page_html(page, project, [])
    _, heading, question = re.split(r"</title><h1>|</h1>\|", html.rpartition("|")[0])
    for shown in (heading, question):
        assert not re.search(r"<(?!/?span|/?p)", shown), shown
        assert _plain(unescape(re.sub(r"</?(span|p)[^>]*>", "", shown))) == _plain(said)


def _plain(text: str) -> str:
    """Without what typography makes of quotes and dashes."""
    for typeset, typed in (("“", '"'), ("”", '"'), ("’", "'"), ("—", "---"), ("–", "--")):
        text = text.replace(typeset, typed)
    return " ".join(text.split())


def test_its_menu_is_one_of_the_site() -> None:
    quarto = yaml.safe_load((ROOT / "report/_quarto.yml").read_text(encoding="utf-8"))
    assert MENU in {item.get("text") for item in quarto["website"]["navbar"]["left"]}
