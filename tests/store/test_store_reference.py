"""Exported rows: back again they give the same database, from the same bytes each time."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import duckdb
import pytest
from claim_study import experiment
from database_content import content
from study_rows import oltp_study, scan_cell

from scripts.plan.claims import CLAIMS_FILE, claims_by_experiment, load_claims
from scripts.store.__main__ import main
from scripts.store.build import create_schema, restore
from scripts.store.errors import StoreError
from scripts.store.parquet import read_query, write_table
from scripts.store.reference import PROVENANCE

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of made-up cells, with a layer, one cell that was not run, and verdicts."""
    tmp_path = tmp_path_factory.mktemp("database")
    study = oltp_study(tmp_path)
    scan_cell(study)
    study.job("oltp", [("run", "sysbench/oltp_read_write")], {"engine": "mariadb-11.8", "seed": 9})
    layer = tmp_path / "layers" / "base"
    layer.mkdir(parents=True)
    image = {"suite": "trixie", "image_sha256": "ab", "packages": {"bash": "5.2"}}
    (layer / "layer.json").write_text(json.dumps(image | {"lock_matches": True}))
    out = tmp_path / "one.duckdb"
    about = experiment(*claims_by_experiment(REPOSITORY)["oltp"])
    plan = study.plan(layers=["base"], experiments=about)
    arguments = ["build", "--rows", str(study.rows), "--plan", str(plan)]
    arguments += ["--layers", str(layer.parent), "--claims", str(REPOSITORY / CLAIMS_FILE)]
    assert main([*arguments, "--partial", "--out", str(out)]) == 0
    return out


def export(database: Path, out: Path) -> int:
    return main(["export", "--database", str(database), "--out", str(out)])


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_exported_rows_give_the_same_database_again(database: Path, tmp_path: Path) -> None:
    assert export(database, tmp_path / "kept") == 0
    again = tmp_path / "two.duckdb"
    arguments = ["restore", "--reference", str(tmp_path / "kept"), "--out", str(again)]
    assert main([*arguments, "--claims", str(REPOSITORY / CLAIMS_FILE)]) == 0
    first, second = content(database), content(again)
    # What was measured here comes from no commit, and what was published does.
    assert first.pop("published") == []
    [[commit, date, rows]] = second.pop("published")
    said = json.loads((tmp_path / "kept" / PROVENANCE).read_text("utf-8"))["published"]
    assert said == {"commit": commit, "date": date.isoformat()}
    assert len(rows) == 64
    # No study of the repository measures made-up cells.
    assert {tuple(study) for _, *study in first.pop("repeats")} == {
        ("config/config.yaml", "results")
    }
    assert second.pop("repeats") == []
    assert second == first
    assert first["repeat_statistics"]
    assert first["claim_verdicts"]
    assert export(again, tmp_path / "kept-again") == 0
    assert digests(tmp_path / "kept-again") == digests(tmp_path / "kept")


def test_provenance_says_what_made_the_rows(database: Path, tmp_path: Path) -> None:
    assert export(database, tmp_path / "kept") == 0
    about = json.loads((tmp_path / "kept" / PROVENANCE).read_text("utf-8"))
    assert about["study"] == {"config_file": "config/config.yaml", "results_dir": "results"}
    assert about["cells"] == {"done": 13, "not_run": 1}
    assert about["layers"] == {
        "base": {"suite": "trixie", "image_sha256": "ab", "lock_matches": True}
    }
    assert about["tables"]["cells"]["rows"] == 14
    # A table without rows has no file, and nothing that can be computed has one.
    assert "fio_jobs" not in about["tables"]
    assert set(digests(tmp_path / "kept")) == {
        PROVENANCE,
        *(f"{table}.parquet" for table in about["tables"]),
    }
    assert not {"repeat_statistics", "claim_verdicts"} & set(about["tables"])


def test_export_replaces_rows_and_nothing_else(database: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "kept"
    assert export(database, out) == 0
    (out / "gone.parquet").write_text("of a table that is no more")
    assert export(database, out) == 0
    assert "gone.parquet" not in digests(out)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".kept")]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    capsys.readouterr()
    assert export(database, tmp_path / "mine") == 1
    assert "mine holds something else than exported rows" in capsys.readouterr().err
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"


def test_export_without_a_database_is_one_line(tmp_path: Path, capsys) -> None:
    assert export(tmp_path / "no.duckdb", tmp_path / "kept") == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "kept").exists()
    with duckdb.connect(str(tmp_path / "old.duckdb")) as connection:
        create_schema(connection)
        connection.execute("DROP TABLE steps CASCADE")
    assert export(tmp_path / "old.duckdb", tmp_path / "kept") == 1
    assert "another version of the store" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (PROVENANCE, None, "there are no exported rows; export some"),
        (PROVENANCE, "{", "is broken: export it again"),
        (PROVENANCE, '{"tables": {"thing": {"sha256": "0"}}}', "thing.parquet does not match"),
        ("cells.parquet", None, "cells.parquet does not match provenance.json"),
        ("phases.parquet", "spoilt", "phases.parquet does not match provenance.json"),
    ],
)
def test_spoilt_rows_are_one_line(
    database: Path, tmp_path: Path, capsys, name: str, text: str | None, said: str
) -> None:
    folder = tmp_path / "kept"
    export(database, folder)
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text)
    capsys.readouterr()
    assert main(["restore", "--reference", str(folder), "--out", str(tmp_path / "two.duckdb")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error
    assert not (tmp_path / "two.duckdb").exists()


def test_rows_of_another_store_are_one_line(database: Path, tmp_path: Path, capsys) -> None:
    folder = tmp_path / "kept"
    export(database, folder)
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT cell_id, 1 AS unknown FROM '{folder}/cells.parquet')"
            f" TO '{folder}/cells.parquet'"
        )
    about = json.loads((folder / PROVENANCE).read_text("utf-8"))
    about["tables"]["cells"]["sha256"] = digests(folder)["cells.parquet"]
    (folder / PROVENANCE).write_text(json.dumps(about))
    capsys.readouterr()
    assert main(["restore", "--reference", str(folder), "--out", str(tmp_path / "two.duckdb")]) == 1
    assert "cells.parquet was made by another version of the store" in capsys.readouterr().err


def test_what_follows_from_a_row_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "engine_counters.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE engine_counters AS SELECT 'c' AS cell_id, * FROM"
            " (VALUES (1.5, 4.0, 2.5), (NULL, 4.0, NULL), (7.0, 7.0, 0.0))"
            " AS rows (before, after, delta)"
        )
        write_table(connection, "engine_counters", path)
        kept = connection.sql(f"FROM '{path}'")
        assert kept.columns == ["cell_id", "before", "moved"]
        assert [row[1:] for row in kept.fetchall()] == [(1.5, 4.0), (None, 4.0), (7.0, None)]
        rows = "FROM engine_counters ORDER BY ALL"
        back = f"FROM ({read_query('engine_counters', path)}) ORDER BY ALL"
        assert connection.sql(back).fetchall() == connection.sql(rows).fetchall()
        # A file of an earlier version has it.
        connection.execute(f"COPY engine_counters TO '{path}'")
        query = f"FROM ({read_query('engine_counters', path)}) ORDER BY ALL"
        assert connection.sql(query).fetchall() == connection.sql(rows).fetchall()
        connection.execute("UPDATE engine_counters SET delta = 3")
        with pytest.raises(StoreError, match=r"engine_counters\.delta is not .* in 3 rows"):
            write_table(connection, "engine_counters", path)
        connection.execute("UPDATE engine_counters SET after = NULL, delta = NULL")
        with pytest.raises(StoreError, match=r"engine_counters\.after is missing in 3 rows"):
            write_table(connection, "engine_counters", path)


def test_readings_are_kept_as_steps(tmp_path: Path) -> None:
    """Of each counter of each cell for itself, in the order of the rows."""
    path = tmp_path / "device_samples.parquet"
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(
            "CREATE TABLE device_samples AS SELECT * FROM (VALUES"
            " ('b', 'run', 5, 'x', 10), ('b', 'run', 5, 'y', 7), ('a', 'run', 3, 'x', 2),"
            " ('b', 'run', 9, 'x', 10), ('b', 'run', 9, 'y', 6),"
            " ('b', 'end', 9223372036854775807, 'x', 11::BIGINT)"
            ") AS rows (cell_id, phase, time_ns, counter, value)"
        )
        columns = "SELECT cell_id, phase, time_ns, counter, value FROM"
        rows = connection.sql("FROM device_samples").fetchall()
        assert write_table(connection, "device_samples", path) == len(rows)
        steps = connection.sql(f"SELECT step_ns, step FROM '{path}'").fetchall()
        assert steps[:5] == [(5, 10), (5, 7), (3, 2), (4, 0), (4, -1)]
        back = connection.sql(f"{columns} ({read_query('device_samples', path)})")
        assert back.fetchall() == rows
        assert back.types == connection.sql("FROM device_samples").types
        # A file of an earlier version has the readings.
        connection.execute(f"COPY device_samples TO '{path}'")
        query = f"{columns} ({read_query('device_samples', path)})"
        assert connection.sql(query).fetchall() == rows
        connection.execute("INSERT INTO device_samples VALUES ('c', 'run', NULL, 'x', 1)")
        with pytest.raises(StoreError, match=r"device_samples\.time_ns is missing in 1 rows"):
            write_table(connection, "device_samples", path)


def test_published_rows_are_of_this_store(published: Path) -> None:
    assert content(published)["cells"]


def test_published_pages_show_one_memory_where_it_is_no_factor(published: Path) -> None:
    # Two studies measured storage-layout, with 128 and with 288 MiB; the pages once added them up.
    with duckdb.connect(published, read_only=True) as connection:
        sizes = connection.execute(
            """
            SELECT engine, count(DISTINCT engine_memory_mib) AS sizes
            FROM cell_settings
            SEMI JOIN shown_cells USING (cell_id)
            WHERE experiment = 'storage-layout'
            GROUP BY engine
            """
        ).fetchall()
    assert len(sizes) > 2
    assert {count for _, count in sizes} == {1}


def test_restored_experiments_test_today_s_claims(database: Path, tmp_path: Path) -> None:
    """Rows of an experiment stayed without its claim, as it was given one after they were made."""
    assert export(database, tmp_path / "kept") == 0
    tested = {"oltp": ["S0.5"], "not-exported": ["S0.1"]}
    claims = load_claims(REPOSITORY / CLAIMS_FILE)
    restore(tmp_path / "kept", tmp_path / "db", claims=claims, tested=tested)
    with duckdb.connect(tmp_path / "db", read_only=True) as connection:
        found = connection.execute("SELECT DISTINCT claim, experiment FROM claim_cells").fetchall()
    assert found == [("S0.5", "oltp")]
