"""What the command line may name, and what study comes of it."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from scripts.compare.__main__ import _command, _parser, main
from scripts.compare.basket import basket_names, read_basket
from scripts.compare.built import how_built, unlike
from scripts.compare.errors import CompareError
from scripts.compare.sides import Side, read_sides
from scripts.compare.study import measured_twins, name_of, study_of
from scripts.files.locks import hold
from scripts.plan import load_study, plan

ROOT = Path(__file__).parents[2]
A, B = "postgresql-17", "postgresql-18"


def studied(tmp_path: Path, *texts: str, basket: str = "quick", twins: int = 3, **more):
    """The study of a comparison, read as Snakemake reads it."""
    sides = read_sides(texts, ROOT, **more)
    study = study_of(sides, read_basket(basket, ROOT), twins, "results")
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump(study))
    return load_study(path)


def test_a_side_with_settings() -> None:
    side = read_sides([A, "postgresql-18{ io_method = sync, wal_buffers=8MB,io_workers=3 }"], ROOT)[
        1
    ]
    assert side.settings == {"io_method": "sync", "io_workers": 3, "wal_buffers": "8MB"}
    assert side.name == "postgresql-18{io_method=sync,io_workers=3,wal_buffers=8MB}"


def test_the_order_of_settings_is_the_same_side() -> None:
    texts = [
        "postgresql-18{io_workers=3,io_method=sync}",
        "postgresql-18{io_method=sync,io_workers=3}",
    ]
    with pytest.raises(CompareError, match="is named twice"):
        read_sides(texts, ROOT)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([A], "needs two sides"),
        ([A, A], "postgresql-17 is named twice"),
        ([A, "postgresql-71"], 'unknown engine "postgresql-71"'),
        ([A, "mariadb-11.8"], "different engines.*--across-families"),
        ([A, "postgresql-18{io_method}"], '"io_method" is no setting: write name=value'),
        ([A, "postgresql-18{io_method=}"], '"io_method=" is no setting'),
        ([A, "postgresql-18{a=1,a=2}"], "a is set twice"),
        ([A, "postgresql-18{io_method=sync"], "name a layer of envs/"),
        ([A, "/no/postgres@abc123"], "/no/postgres: there is no such folder"),
        ([A, "postgres@abc123"], 'unknown engine "postgres".*folder has a slash in it'),
        ([A, "postgresql-18+none.patch"], "none.patch: No such file"),
        ([A, "postgresql-18@abc123"], "is a layer and no repository"),
    ],
)
def test_a_wrong_side_is_one_line(texts: list[str], message: str) -> None:
    with pytest.raises(CompareError, match=message) as caught:
        read_sides(texts, ROOT)
    assert "\n" not in str(caught.value)


def test_sides_from_source_become_layers(tmp_path: Path) -> None:
    (tmp_path / "envs").symlink_to(ROOT / "envs")
    patch = tmp_path / "fix.patch"
    patch.write_text("--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-a\n+b\n")
    repository = tmp_path / "engine"
    sign = repository / "src/backend/postmaster/postmaster.c"
    sign.parent.mkdir(parents=True)
    sign.touch()
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b.example"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *words], check=True)
    texts = [B, f"{B}+{patch}{{io_method=sync}}", f"{repository}@HEAD", str(repository)]
    with pytest.raises(CompareError, match="is named twice"):
        read_sides(texts, tmp_path)
    plain, patched, commit = read_sides(texts[:3], tmp_path)
    # What is compared with what is compiled is compiled, too.
    assert plain.layer == f"{B}-source"
    assert patched.layer.startswith(f"{B}-fix-")
    assert patched.settings == {"io_method": "sync"}
    assert {side.family for side in (plain, patched, commit)} == {"postgresql"}
    # A report's command names the layers, so that it works in another folder.
    assert read_sides([plain.layer, patched.name], tmp_path) == [plain, patched]
    sign.write_text("int changed;\n")
    with pytest.raises(
        CompareError, match=r"not committed \(src/backend/postmaster/postmaster\.c\)"
    ):
        read_sides([B, str(repository)], tmp_path)
    assert read_sides([B, str(repository)], tmp_path, dirty=True)[1] != commit


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository of PostgreSQL 17 with two commits, in a folder that has the project's layers."""
    (tmp_path / "envs").symlink_to(ROOT / "envs")
    folder = tmp_path / "engine"
    sign = folder / "src/backend/postmaster/postmaster.c"
    sign.parent.mkdir(parents=True)
    (folder / "configure.ac").write_text("AC_INIT([PostgreSQL], [17.6], [pgsql-bugs])\n")
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.example"]
    subprocess.run([*git, "init", "-q"], check=True)
    for text in ("int one;\n", "int two;\n"):
        sign.write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", text], check=True)
    return folder


def test_a_working_tree_is_compared_with_its_own_commits(repository: Path, tmp_path: Path) -> None:
    (repository / "src/backend/postmaster/postmaster.c").write_text("int changed;\n")
    for commit in ("HEAD", "HEAD~1"):
        texts = [f"{repository}@{commit}", str(repository)]
        committed, changed = read_sides(texts, tmp_path, dirty=True)
        assert committed != changed
        assert (committed.takes_changes, changed.takes_changes) == (False, True)
        # A command that is printed has the side as it was typed, and the commit that it meant.
        assert re.fullmatch(rf"{re.escape(str(repository))}@[0-9a-f]{{12}}", committed.word)
        assert changed.word == str(repository)
        assert read_sides([committed.word, changed.word], tmp_path, dirty=True) == [
            *(committed, changed)
        ]
        with pytest.raises(CompareError, match="not committed"):
            read_sides(texts, tmp_path)


def test_printed_commands_repeat_the_work(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("config", "tracing", "scripts"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a fix.patch").write_text("@@ -1 +1 @@\n-a\n+b\n")
    sides = [f"{B}+a fix.patch", f"{repository}{{io_method=sync}}"]
    words = ["study", *sides, "--of", A, "--shared", "else", "--dirty", "--twins", "4"]
    options = _parser().parse_args(words)
    read = read_sides(options.sides, tmp_path, dirty=True, of=A)
    said = shlex.split(_command(options, read, 5, False))[3:]
    assert said[:2] == ["run", f"{B}+a fix.patch"]
    again = _parser().parse_args(said)
    assert read_sides(again.sides, tmp_path, dirty=again.dirty, of=again.of) == read
    assert (again.twins, again.of, again.shared, again.no_where) == (5, A, "else", True)


def test_twins_that_a_report_names_are_those_that_were_measured(tmp_path: Path) -> None:
    for twins, watched in ((3, True), (5, False)):
        study = study_of([Side(A), Side(B)], read_basket("quick", ROOT), twins, "results", watched)
        path = tmp_path / "study.yaml"
        path.write_text(yaml.safe_dump(study))
        assert measured_twins(path) == (twins, watched)


def test_values_may_have_an_equals_sign_or_in_quotes_a_comma(tmp_path: Path) -> None:
    texts = [
        "mariadb-11.8{optimizer_switch=mrr=on,innodb-flush-method=fsync}",
        "mariadb-11.8{optimizer_switch=\"mrr=on,mrr_sort_keys=on\", innodb_flush_method='fsync'}",
    ]
    first, other = read_sides(texts, ROOT)
    assert first.settings == {"innodb_flush_method": "fsync", "optimizer_switch": "mrr=on"}
    assert other.settings == {
        "innodb_flush_method": "fsync",
        # As a configuration file has it.
        "optimizer_switch": "'mrr=on,mrr_sort_keys=on'",
    }
    assert read_sides([first.word, other.word], ROOT) == [first, other]
    search_path = "postgresql-18{search_path='a,b'}"
    study = studied(tmp_path, "postgresql-18", search_path)
    assert {cell.job["factors"]["side"] for cell in plan(study).cells} == {
        *("postgresql-18", search_path)
    }


def test_debians_program_against_a_compiled_one_is_said() -> None:
    debian, compiled = Side(A), Side(f"{B}-source")
    assert unlike([debian, Side(B)], ROOT) is None
    assert "postgresql-17: Debian's own program" in (unlike([debian, compiled], ROOT) or "")
    assert how_built(debian, ROOT)["compiler"] == "Debian's"
    built = how_built(compiled, ROOT)
    assert re.fullmatch(r"gcc-\d+ \S+ of postgresql-build-forky", built["compiler"])
    assert (built["Debian suite"], built["tree"]) == ("forky", B)


def test_a_layer_that_was_written_for_a_patch_is_suggested_to_nobody(tmp_path: Path) -> None:
    (tmp_path / "envs").symlink_to(ROOT / "envs")
    patch = tmp_path / "fix.patch"
    patch.write_text("@@ -1 +1 @@\n-a\n+b\n")
    layer = read_sides([A, f"{B}+{patch}"], tmp_path)[1].layer
    with pytest.raises(CompareError) as caught:
        read_sides([A, layer[:-1]], tmp_path)
    assert layer not in str(caught.value)


def test_a_run_that_another_one_keeps_waiting_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results").mkdir()
    with hold(tmp_path / "results/run.lock"):
        assert main(["run", A, "postgresql-18{io_method=sync}"]) == 1
    error = capsys.readouterr().err
    assert "compare: a run is going on" in error
    assert "wait for it to end" in error


def test_different_engines_can_be_asked_for() -> None:
    sides = read_sides([A, "mariadb-11.8"], ROOT, across_families=True)
    assert [side.family for side in sides] == ["postgresql", "mariadb"]


@pytest.mark.parametrize("basket", basket_names(ROOT))
def test_each_basket_is_a_study_whose_operations_are_phases(tmp_path: Path, basket: str) -> None:
    study = studied(tmp_path, A, B, basket=basket)
    operations = read_basket(basket, ROOT).operations
    assert operations.keys() == study.experiments.keys()
    for name, experiment in study.experiments.items():
        assert operations[name].keys() <= {phase.name for phase in experiment.cell.phases}
    assert {cell.job["engine"] for cell in plan(study).cells} == {A, B}


def test_twins_do_the_same_work_and_differ_in_accidents(tmp_path: Path) -> None:
    cells = [cell.job for cell in plan(studied(tmp_path, A, B)).cells]
    for experiment in ("compare-reads", "compare-commits", "compare-upkeep"):
        for engine in (A, B):
            twins = [
                job for job in cells if (job["experiment"], job["engine"]) == (experiment, engine)
            ]
            assert [job["seed"] for job in twins] == [1, 2, 3, 1]
            assert [bool(job["traces"]) for job in twins] == [False, False, False, True]
            assert all(job["phases"] == twins[0]["phases"] for job in twins)
            accidents = [p["workload"] for p in twins[0]["phases"][:4]]
            assert accidents == [
                *("accident/environment", "held/memory", "moved/log", "accident/start")
            ]
            # The same rows, each loaded by another processor; the watched twin is the first one
            # watched.
            data = [{**job["dataset"], "id": ""} for job in twins]
            assert all(each == data[0] for each in data)
            loads = [job["dataset"]["id"] for job in twins]
            assert len(set(loads)) == 3
            assert loads[3] == loads[0]
            # sysbench's keys would follow the seed.
            sysbench = [p for p in twins[0]["phases"] if p["workload"].startswith("sysbench/")]
            assert all(phase["options"]["rand-seed"] == 1 for phase in sysbench)
            assert all(phase["events"] > 0 and not phase["duration_s"] for phase in sysbench)


def test_twins_are_loaded_by_processors_of_other_speeds_and_measured_by_the_same(
    tmp_path: Path,
) -> None:
    planned = plan(studied(tmp_path, A, B))
    for engine in (A, B):
        loads = [each.job for each in planned.datasets if each.job["engine"] == engine]
        assert sorted(job["cpu_gips"] for job in loads) == [2.5, 2.6, 2.7]
        assert len({job["engine_memory_mib"] for job in loads}) == 1
    assert {cell.job["cpu_gips"] for cell in planned.cells} == {2.5}


def test_a_third_side_and_more_twins_leave_the_others_cells_as_they_are(tmp_path: Path) -> None:
    def ids(*texts: str, twins: int = 3) -> set[str]:
        return {cell.id for cell in plan(studied(tmp_path, *texts, twins=twins)).cells}

    two, three = ids(A, B), ids(A, B, "postgresql-15")
    assert two < three
    assert len(three) == len(two) * 3 / 2
    assert two < ids(A, B, twins=5)
    assert ids(B, A) == two
    sync = "postgresql-18{io_method=sync}"
    assert len(two & ids(A, sync)) == len(two) / 2


def test_names_of_folders_differ(tmp_path: Path) -> None:
    basket = read_basket("quick", ROOT)
    sides = [
        [Side(A), Side(B)],
        [Side(A), Side(B, {"io_method": "sync"})],
        [Side(A), Side(B, {"io_method": "worker"})],
        [Side(A, {"io_method": "sync"}), Side(B)],
        [Side(A)] * 20,
    ]
    names = [name_of(each, basket) for each in sides]
    assert names[0] == "quick-postgresql-17-postgresql-18"
    assert len(set(names)) == len(names)
    assert max(map(len, names)) < 120


def test_a_part_of_a_basket(tmp_path: Path) -> None:
    basket = read_basket("io", ROOT, ["compare-commits"])
    assert basket.study["experiments"] == ["compare-commits"]
    assert (
        basket.operations.keys()
        == basket.study["experiment_overrides"].keys()
        == {"compare-commits"}
    )
    with pytest.raises(CompareError, match='unknown experiment "commits"'):
        read_basket("io", ROOT, ["commits"])
    with pytest.raises(CompareError, match='unknown basket "fast"'):
        read_basket("fast", ROOT)


def test_wrong_numbers_of_twins_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["study", A, B, "--twins", "1"])
    assert "one run alone does not show what chance does" in capsys.readouterr().err


def test_an_unknown_setting_is_refused_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", A, "postgresql-18{io_methods=sync}"]) == 1
    error = capsys.readouterr().err
    assert error.startswith('compare: postgresql-18{io_methods=sync}: unknown setting "io_methods"')
    # Once, and not for each experiment.
    assert error.count("\n") == 1
