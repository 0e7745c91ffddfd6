"""The commands: what is written, that it is the same each time, and what errors say."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest
from cells_factory import MARIADB, POSTGRESQL
from database_factory import make_database
from engines_factory import made_tps

from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.site.__main__ import main
from scripts.site.build import REPOSITORY, build, prepare
from scripts.site.columns import load_comments
from scripts.site.errors import SiteError
from scripts.site.export import export, plain
from scripts.site.packed import copy_of
from scripts.site.pandoc.pages import read_page
from scripts.site.specification import load_specifications
from scripts.site.tables import export_tables
from scripts.store.build import create_schema, restore
from scripts.store.reference import export as keep


class Exported(NamedTuple):
    folder: Path
    rows: dict[str, int]


@pytest.fixture(scope="module")
def exported(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The files of data of the made-up rows, with the number of rows of each."""
    folder = tmp_path_factory.mktemp("exported")
    return Exported(folder, export(database, folder))


class Tables(NamedTuple):
    folder: Path
    relations: list[dict[str, Any]]


@pytest.fixture(scope="module")
def tables(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The files of the SQL page, with what it says of each table."""
    folder = tmp_path_factory.mktemp("tables")
    return Tables(folder, export_tables(database, folder))


def test_export_is_the_same_from_rows_that_were_kept(
    database: Path, exported: Exported, tmp_path: Path
) -> None:
    keep(database, tmp_path / "kept")
    again = tmp_path / "again.duckdb"
    restore(tmp_path / "kept", again, claims=load_claims(REPOSITORY / CLAIMS_FILE))
    one, two = exported.folder, tmp_path / "two"
    export(again, two)
    # Rows that were kept come from a commit, and those that were measured here from none.
    published = "published.json"
    assert json.loads((one / published).read_text("utf-8")) == []
    assert len(json.loads((two / published).read_text("utf-8"))) == 1
    for path in sorted(set(one.iterdir()) - {one / published}):
        assert path.read_bytes() == (two / path.name).read_bytes(), path.name


def test_tables_of_the_sql_page_are_those_of_the_database(database: Path, tables: Tables) -> None:
    relations = tables.relations
    with duckdb.connect(str(database), read_only=True, config={"threads": 1}) as connection:
        query = "SELECT table_name FROM information_schema.tables"
        names = {name for (name,) in connection.execute(query).fetchall()}
        assert {each["name"] for each in relations if each["kind"] != "macro"} == names
        for name in ("cells", "oltp_summary", "claim_verdicts"):
            kept = connection.execute(f"FROM '{tables.folder}/tables/{name}.parquet'").fetchall()
            assert kept == connection.execute(f"FROM {name}").fetchall()
    assert [each["name"] for each in relations if each["kind"] == "macro"] == [
        "alike_margin",
        "bandwidth_of_both",
        "busy_share_of",
        "engine_family",
        "engine_version",
        "envelope_words",
        "full_share",
        "in_natural_order",
        "interval_note",
        "is_oltp",
        "is_wanted",
        "lead_high",
        "lead_low",
        "lead_ratio",
        "level_range",
        "model_margin",
        "open_note",
        "processor_times",
        "single_run_margin",
        "span",
        "steady_margin",
        "student_t",
        "is_level",
        "processor_margin",
        "ratio_high",
        "ratio_low",
        "repeats_high",
        "repeats_low",
    ]


def test_every_column_is_described_and_no_comment_is_of_none(tables: Tables) -> None:
    columns = [
        (each["name"], column["name"], column["comment"])
        for each in tables.relations
        for column in each["columns"]
    ]
    without = [f"{relation}.{name}" for relation, name, comment in columns if not comment]
    assert not without, "describe them in sql/columns/"
    known = {name for _, name, _ in columns} | {f"{place}.{name}" for place, name, _ in columns}
    assert load_comments(REPOSITORY).keys() <= known


def test_export_writes_what_the_database_holds(exported: Exported) -> None:
    folder, rows = exported
    names = [query.stem for query in (REPOSITORY / "sql/pages").glob("*.sql")]
    for name, specification in load_specifications(REPOSITORY).items():
        names += [f"{name}_{query}" for query in specification.queries]
        assert json.loads((folder / f"{name}.json").read_text("utf-8"))["experiment"]
    assert set(rows) == {f"{name}.json" for name in names}
    # Made-up cells were measured with no emulator, nor with its limits, and are not published; one
    # version of each engine is not two; none counts CPU time or varies the method to flush. None is
    # of the experiments that only other studies have: at steady state, with accidents, with a
    # binary log, with a fill factor, with other sizes of pages, over several checkpoints, with
    # equal caches, with a slower device for one CPU, with writes that nothing holds back. Of each
    # size there is one run, which has no interval. No read was traced over read-ahead. No releases
    # were compared by their twins. Every table could be computed.
    assert {name for name, count in rows.items() if count == 0} == {
        *("cpu_time_ratios.json", "flush_methods.json", "instruments.json"),
        *("published.json", "releases.json", "release_changes.json", "release_summary.json"),
        "missing_tables.json",
        *("collection_costs.json", "uncollected.json"),
        *("truth_failed.json", "truth_writes.json"),
        *("accident_spreads.json", "commit_flushes.json", "update_pages.json"),
        *("page_sizes.json", "checkpoint_swings.json", "checkpoint_seconds.json"),
        *("cache_shares.json", "scale_leads.json", "read_request_sizes.json"),
        *("steady_checks.json", "steady_proportions.json", "steady_ratios.json"),
    }
    runs = json.loads((folder / "oltp_runs.json").read_text("utf-8"))
    [run] = [
        run
        for run in runs
        if (run["engine"], run["read_bandwidth_mib_s"], run["seed"]) == (POSTGRESQL, 64, 2)
    ]
    assert run["latency_ms_p95"] == pytest.approx(8000 / made_tps(POSTGRESQL, 64, 2))
    ratio = json.loads((folder / "oltp_ratio.json").read_text("utf-8"))
    assert [row["median"] > 1 for row in ratio] == [True, True, False, False]
    assert {row["numerator"] for row in ratio} == {MARIADB}


def test_export_of_an_empty_database_has_every_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.duckdb"
    with duckdb.connect(str(path)) as connection:
        create_schema(connection)
    assert set(export(path, tmp_path / "data").values()) == {0}
    assert (tmp_path / "data" / "cells.json").read_text("utf-8") == "[]\n"


@pytest.mark.parametrize(
    ("value", "held"),
    [
        (float("nan"), None),
        (float("inf"), None),
        (0.1 + 0.2, 0.3),
        (None, None),
        (3, 3),
    ],
)
def test_plain_values(value: object, held: object) -> None:
    assert plain(value) == held


def test_missing_database_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    code = main(
        ["prepare", "--database", str(tmp_path / "no.duckdb"), "--out", str(tmp_path / "project")]
    )
    said = capsys.readouterr().err
    assert code == 1
    assert "no such database" in said
    assert said.count("\n") == 1


def test_foreign_database_names_the_query(tmp_path: Path) -> None:
    path = tmp_path / "old.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE cells (cell_id VARCHAR)")
    with pytest.raises(SiteError, match=r"lacks what .*\.sql reads"):
        export(path, tmp_path / "data")


def test_broken_database_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.duckdb"
    path.write_text("no database " * 1000)
    with pytest.raises(SiteError, match="can't be opened"):
        export(path, tmp_path / "data")


def test_missing_packages_name_the_fix(database: Path, tmp_path: Path) -> None:
    for name in ("report", "sql"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    shutil.copyfile(REPOSITORY / "CITATION.cff", tmp_path / "CITATION.cff")
    with pytest.raises(SiteError, match="run `npm ci`"):
        prepare(database, tmp_path / "project", tmp_path, cells=False)


def test_build_refuses_a_folder_with_something_else(database: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thesis.txt").touch()
    with pytest.raises(SiteError, match="something else than a site"):
        build(database, tmp_path / "other", "small")
    assert (tmp_path / "other/thesis.txt").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_same_rows_give_the_same_site_in_place_of_a_former_one(
    outputs: Path, site: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.duckdb"
    make_database(again)
    out = tmp_path / "site"
    shutil.copytree(site, out)
    (out / "stale.html").touch()
    (out / "index.html").unlink()  # as a workflow does before it runs a rule
    build(again, out, "small", outputs=outputs)
    made = {path.relative_to(site): path for path in site.rglob("*") if path.is_file()}
    assert {path.relative_to(out) for path in out.rglob("*") if path.is_file()} == made.keys()
    for name, path in sorted(made.items()):
        assert path.read_bytes() == (out / name).read_bytes(), name
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.duckdb", "site"]


def test_text_of_the_site_has_compressed_copies(site: Path) -> None:
    for name in ("index.html", "styles.css", "lib/charts.js", "data/oltp_runs.json"):
        assert gzip.decompress((site / f"{name}.gz").read_bytes()) == (site / name).read_bytes()
        assert copy_of(site / name, "gzip, br") == ("br", site / f"{name}.br")


def test_every_link_between_pages_leads_somewhere(site: Path) -> None:
    import re

    for page in site.glob("*.html"):
        # A page loads nothing from elsewhere; a reader may go there.
        text = re.sub(r'<a href="https://[^"]+"', "<a", page.read_text("utf-8"))
        for target in re.findall(r'(?:href|src)="([^"#?]+)"', text):
            if not target.startswith("data:"):
                assert (site / target).is_file(), f"{page.name}: {target}"
        assert "://" not in re.sub(r"http://www\.w3\.org/\S+", "", text)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("```{python}\n1\n```\n", r"page.qmd:4: \{python\} cells"),
        ("```{ojs}\n//| fig-cap: x\n1\n```\n", "cell option `fig-cap: x`"),
        ("{{< video x >}}\n", "shortcode"),
        ('::: {.callout-note title="T"}\nA note.\n:::\n', "page.qmd: callouts"),
    ],
)
def test_outside_the_documented_part(tmp_path: Path, body: str, complaint: str) -> None:
    page = tmp_path / "page.qmd"
    page.write_text(f"---\ntitle: T\n---\n{body}")
    with pytest.raises(SiteError, match=complaint):
        read_page(page)


def test_findings_in_node() -> None:
    """By `npm test`, whose pattern of files Node 20 did not know."""
    npm = shutil.which("npm")
    if npm is None or not (REPOSITORY / "node_modules").is_dir():
        pytest.skip("npm or node_modules is missing")
    done = subprocess.run(
        [npm, "test"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_site_is_made_without_the_packages_of_checks() -> None:
    """`make report` does not install them."""
    package = json.loads((REPOSITORY / "package.json").read_text())
    used = set()
    for file in [*(REPOSITORY / "report").rglob("*.js"), *(REPOSITORY / "scripts").rglob("*.js")]:
        found = re.findall(r"\b(?:from|import\(?) *\"([^\".:]+)\"", file.read_text())
        used |= {re.sub(r"^((?:@[^/]+/)?[^/]+).*", r"\1", name) for name in found}
    assert used
    assert used <= set(package["dependencies"])


def test_oldest_node_is_one_number_everywhere() -> None:
    """The setup took Node 18, and package.json asked for 20."""
    package = json.loads((REPOSITORY / "package.json").read_text())
    lock = json.loads((REPOSITORY / "package-lock.json").read_text())
    oldest = package["engines"]["node"].removeprefix(">=")
    assert lock["packages"][""]["engines"] == package["engines"]
    for name, sign in (
        ("envs/setup.sh", rf"process\.versions\.node.* -ge {oldest} \]"),
        ("scripts/site/bundle.py", rf"install Node\.js {oldest} or newer"),
    ):
        assert re.search(sign, (REPOSITORY / name).read_text()), name
