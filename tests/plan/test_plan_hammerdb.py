"""The key `hammerdb`: what its folder must be, and that nothing changes without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from scratch_study import Repository

from scripts.identity.imports import guest_sources
from scripts.identity.payload import workload_files
from scripts.plan import ConfigError
from scripts.plan.hammerdb import version_of

CLI = """\
#!/bin/sh
#########################################################################
## \\
export LD_LIBRARY_PATH="./lib:$LD_LIBRARY_PATH"
## \\
exec ./bin/tclsh9.0 "$0" ${1+"$@"}
########################################################################
global hdb_version
set hdb_version "v6.0"
puts "HammerDB CLI $hdb_version"
"""
DATASETS = "  sysbench: {kind: sysbench, tables: 4, rows_per_table: 100000, seed: 1}\n"
EXPERIMENT = """\
title: HammerDB
question: How many new orders a minute?
page: tpcc
factors:
  engine: [all]
  device.bandwidth_mib_s: [64]
cell:
  dataset: tprocc
  threads: 4
  phases:
    - name: run
      workload: hammerdb/tprocc
      duration_s: 90
      options: {rampup_min: 1}
"""
QUERIES = """\
title: HammerDB's TPROC-H
question: How long do the queries take?
page: method
factors:
  engine: [all]
  device.bandwidth_mib_s: [64]
cell:
  dataset: tproch
  phases:
    - name: queries
      workload: hammerdb/tproch
      threads: 2
      options: {query_sets: 2}
"""
TPROCH = "tproch: {kind: hammerdb, benchmark: tproch, scale_factor: 1}"
# What a data set at scale factor 1 needs, and a minimal build's time.
LAB = "lab: {kind: virtual, machine_memory_mib: 768, device_mib: 4096, virtual_limit_s: 20000}"


def unpacked(folder: Path) -> Path:
    """A folder with the files by which HammerDB is known."""
    (folder / "bin").mkdir(parents=True)
    (folder / "lib").mkdir()
    (folder / "bin/tclsh9.0").touch()
    (folder / "hammerdbcli").write_text(CLI)
    (folder / "hammerdbcli").chmod(0o755)
    return folder


def downloaded(folder: Path) -> Path:
    """What the archive that users download unpacks to: programs of one file, with a Tcl inside."""
    for name in ("agent", "config", "pylib", "scripts/tcl/maria/tprocc"):
        (folder / name).mkdir(parents=True)
    for name in ("hammerdb", "hammerdbcli", "hammerdbws"):
        (folder / name).write_bytes(b"\x7fELF\x02\x01\x01" + bytes(100) + b"PK\x05\x06" + bytes(18))
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def hammerdb(tmp_path: Path) -> Path:
    version_of.cache_clear()
    return unpacked(tmp_path / "tools/HammerDB-6.0")


@pytest.fixture
def study(repository: Repository) -> Repository:
    """A study with an experiment of sysbench and one of HammerDB, without the key."""
    repository.replace(DATASETS, DATASETS + "  tprocc: {kind: hammerdb, warehouses: 2}\n")
    repository.replace("experiments: [oltp]", "experiments: [oltp, hammerdb]")
    repository._write("config/experiments/hammerdb.yaml", EXPERIMENT)
    repository._write("workloads/hammerdb/tprocc.tcl", "")
    repository._write("workloads/hammerdb/build.tcl", "")
    return repository


def name(repository: Repository, folder: object) -> None:
    repository.study = f"hammerdb: {folder}\n{repository.study}"


def everything(repository: Repository) -> set[str]:
    """Ids of all that is to be made, and of the layers that it is made of."""
    plan = repository.plan()
    things = (*plan.layers, *plan.datasets, *plan.machines, *plan.snapshots, *plan.cells)
    return {thing.id for thing in things}


def test_without_the_key_nothing_is_planned_for_it(study: Repository) -> None:
    assert [cell for cell in everything(study) if "hammerdb" in cell or "tprocc" in cell] == []


def test_the_key_changes_nothing_of_the_rest(study: Repository, hammerdb: Path) -> None:
    before = everything(study)
    name(study, hammerdb)
    added = everything(study) - before
    assert everything(study) >= before
    assert "hammerdb" in added, "its layer"
    assert len(added) == 1 + 2 * 4, "for each engine a dataset, a machine, a snapshot and a cell"


def test_a_version_is_in_all_jobs_that_need_it(study: Repository, hammerdb: Path) -> None:
    name(study, hammerdb)
    plan = study.plan()
    for jobs in (plan.datasets, plan.machines, plan.snapshots, plan.cells):
        assert sum(entry.job.get("tools") == {"hammerdb": "6.0"} for entry in jobs) == 2
    (phase,) = next(cell.job for cell in plan.cells if "tools" in cell.job)["phases"]
    assert phase["duration_s"] == 120, "whole minutes"


def test_nothing_else_depends_on_what_drives_hammerdb() -> None:
    module = "scripts/guest/hammerdb.py"
    for task in ("load", "boot", "prepare", "measure"):
        assert module not in guest_sources("postgresql", task)
        assert module in guest_sources("postgresql", task, tools=("hammerdb",))
    phases = [{"workload": "hammerdb/tprocc"}]
    assert workload_files(phases, "postgresql") == ["workloads/hammerdb/tprocc.tcl"]


def test_study_of_nothing_else_says_what_is_missing(study: Repository) -> None:
    study.replace("[oltp, hammerdb]", "[hammerdb]")
    with pytest.raises(ConfigError, match="hammerdb: is missing, which the cells of this study"):
        study.plan()


def mistake(study: Repository) -> str:
    version_of.cache_clear()
    return study.complaint()


def test_folder_that_is_absent(study: Repository, tmp_path: Path) -> None:
    name(study, tmp_path / "nothing")
    assert mistake(study) == (
        f"config/config.yaml:1: hammerdb: there is no folder {tmp_path}/nothing: name the folder "
        "that HammerDB's archive for Linux unpacks to, such as HammerDB-6.0"
    )


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: (folder / "hammerdbcli").unlink(), "has no hammerdbcli: name the folder"),
        (lambda folder: (folder / "hammerdbcli").chmod(0o644), "can't be run: chmod +x it"),
        (lambda folder: (folder / "bin/tclsh9.0").unlink(), "is HammerDB's source, without its"),
        (
            lambda folder: (folder / "lib").rmdir(),
            "is HammerDB's source, without its bin/ and lib/",
        ),
        (
            lambda folder: (folder / "hammerdbcli").write_text(CLI.replace("6.0", "4.12")),
            "is HammerDB 4.12, and what is known here is 6.0",
        ),
        (
            lambda folder: (folder / "hammerdbcli").write_text("#!/bin/sh\n"),
            "names no version, so it isn't HammerDB's",
        ),
    ],
)
def test_folder_that_is_no_hammerdb(study, hammerdb, spoil, said) -> None:
    spoil(hammerdb)
    name(study, hammerdb)
    assert said in mistake(study)
    assert mistake(study).startswith("config/config.yaml:1: hammerdb: ")
    assert "\n" not in mistake(study)


@pytest.mark.parametrize(
    ("make", "folder"),
    [
        (downloaded, "HammerDB-6.0"),
        (downloaded, "HammerDB-6.0-Prod-Lin-UBU24"),
        (unpacked, "HammerDB-6.0-Dev"),
        (unpacked, "tools of mine"),
    ],
)
def test_both_forms_of_the_release_are_accepted(study, tmp_path: Path, make, folder: str) -> None:
    version_of.cache_clear()
    name(study, make(tmp_path / "opt" / folder))
    cells = [cell.job for cell in study.plan().cells if "tools" in cell.job]
    assert [(job["engine"], job["tools"]["hammerdb"]) for job in cells] == [
        ("postgresql-17", "6.0"),
        ("mariadb-11.8", "6.0"),
    ]


def test_download_of_another_release_is_refused(study, tmp_path: Path) -> None:
    """4.12 prints another time profile."""
    name(study, downloaded(tmp_path / "HammerDB-4.12"))
    assert "is HammerDB 4.12, and what is known here is 6.0" in mistake(study)


def test_single_program_s_version_is_that_of_its_folder(study, hammerdb: Path) -> None:
    (hammerdb / "hammerdbcli").write_bytes(b"\x7fELF\x02")
    assert version_of(hammerdb) == "6.0"
    renamed = hammerdb.rename(hammerdb.with_name("tool"))
    name(study, renamed)
    assert "doesn't say its version: rename it to what" in mistake(study)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("duration_s: 90", "events: 5", "cell.phases[0].duration_s: HammerDB counts by the minute"),
        ("{rampup_min: 1}", "{rampup: 1}", 'unknown option "rampup" (did you mean "rampup_min"?'),
        ("{rampup_min: 1}", "{rampup_min: 0.5}", "must be a whole number of minutes >= 0"),
        ("{rampup_min: 1}", "{all_warehouses: yes}", None),
        ("{rampup_min: 1}", "{all_warehouses: 2}", "must be on or off (got 2)"),
        ("hammerdb/tprocc", "hammerdb/build", 'unknown workload "hammerdb/build"'),
        ("dataset: tprocc", "dataset: sysbench", "needs a dataset of kind hammerdb; this is sysb"),
    ],
)
def test_wrong_experiment_is_reported(study, hammerdb: Path, old, new, said) -> None:
    name(study, hammerdb)
    study._write("config/experiments/hammerdb.yaml", EXPERIMENT.replace(old, new))
    if said is None:
        assert study.plan()
    else:
        assert said in mistake(study)


def test_engine_that_hammerdb_can_t_drive_here(study, hammerdb: Path) -> None:
    name(study, hammerdb)
    study._write("envs/mysql-9.7.yaml", "role: engine\nadapter: mysql\n")
    study.replace("mariadb-11.8]", "mariadb-11.8, mysql-9.7]")
    assert "HammerDB drives postgresql, mariadb here, and not mysql-9.7" in mistake(study)


def test_warehouses_that_do_not_fit(study, hammerdb: Path) -> None:
    study.replace("warehouses: 2", "warehouses: 200")
    assert "datasets.tprocc.warehouses: the data need about" in mistake(study)


@pytest.fixture
def queried(study: Repository, hammerdb: Path) -> Repository:
    """A study of TPROC-H beside TPROC-C, with the key."""
    study.replace("lab: {kind: virtual, machine_memory_mib: 768, device_mib: 1536}", LAB)
    study.replace("warehouses: 2}\n", f"warehouses: 2}}\n  {TPROCH}\n")
    study.replace("[oltp, hammerdb]", "[oltp, hammerdb, hammerdb-tproch]")
    study._write("config/experiments/hammerdb-tproch.yaml", QUERIES)
    study._write("workloads/hammerdb/tproch.tcl", "")
    name(study, hammerdb)
    return study


def test_query_sets_have_jobs_of_their_own(queried: Repository) -> None:
    plan = queried.plan()
    cells = [cell.job for cell in plan.cells if cell.experiment == "hammerdb-tproch"]
    assert [job["engine"] for job in cells] == ["postgresql-17", "mariadb-11.8"]
    (phase,) = cells[0]["phases"]
    assert (phase["duration_s"], phase["events"]) == (0, 0)
    assert (phase["threads"], phase["options"]) == (2, {"query_sets": 2})
    data = [data.job for data in plan.datasets if data.id == cells[0]["dataset"]["id"]]
    assert [(job["dataset"]["benchmark"], job["dataset"]["scale_factor"]) for job in data] == [
        ("tproch", 1)
    ]
    assert workload_files(cells[0]["phases"], "postgresql") == ["workloads/hammerdb/tproch.tcl"]


def test_tproc_h_changes_nothing_of_the_rest(study: Repository, hammerdb: Path) -> None:
    """Beside the device's size and the limit, which are the whole study's."""
    study.replace("lab: {kind: virtual, machine_memory_mib: 768, device_mib: 1536}", LAB)
    name(study, hammerdb)
    before = everything(study)
    study.replace("warehouses: 2}\n", f"warehouses: 2}}\n  {TPROCH}\n")
    study.replace("[oltp, hammerdb]", "[oltp, hammerdb, hammerdb-tproch]")
    study._write("config/experiments/hammerdb-tproch.yaml", QUERIES)
    study._write("workloads/hammerdb/tproch.tcl", "")
    assert everything(study) >= before
    # The machine is that of TPROC-C's cells.
    assert len(everything(study) - before) == 2 * 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "dataset: tproch",
            "dataset: tprocc",
            "cell.dataset: hammerdb/tproch needs a dataset of benchmark tproch; this is tprocc",
        ),
        (
            "dataset: tproch",
            "dataset: sysbench",
            "hammerdb/tproch needs a dataset of kind hammerdb; this is sysbench",
        ),
        ("hammerdb/tproch", "hammerdb/tprocc", "duration_s: HammerDB counts by the minute"),
        ("threads: 2", "duration_s: 60", "hammerdb/tproch ends with its query sets: leave dur"),
        ("threads: 2", "events: 5", ".events: hammerdb/tproch ends with its query sets"),
        ("query_sets: 2", "querysets: 2", 'unknown option "querysets" (did you mean "query_sets"'),
        ("query_sets: 2", "rampup_min: 1", 'unknown option "rampup_min"'),
        ("query_sets: 2", "query_sets: 0", "must be a whole number >= 1 (got 0)"),
        ("query_sets: 2", "degree_of_parallel: -1", "must be a whole number >= 0 (got -1)"),
        ("query_sets: 2", "degree_of_parallel: 0", None),
    ],
)
def test_wrong_query_sets_are_reported(queried: Repository, old, new, said) -> None:
    queried._write("config/experiments/hammerdb-tproch.yaml", QUERIES.replace(old, new))
    if said is None:
        assert queried.plan()
    else:
        assert said in mistake(queried)


def test_timed_run_on_data_of_tproc_h_is_reported(queried: Repository) -> None:
    queried._write(
        "config/experiments/hammerdb.yaml", EXPERIMENT.replace("dataset: tprocc", "dataset: tproch")
    )
    assert "hammerdb/tprocc needs a dataset of benchmark tprocc; this is tproch" in mistake(queried)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("benchmark: tproch", "scale_factor: is missing, the size of tproch"),
        ("benchmark: tprocc", "warehouses: is missing, the size of tprocc"),
        (
            "benchmark: tproch, warehouses: 2",
            "warehouses: is the size of tprocc, and this is tproch: leave it out",
        ),
        (
            "scale_factor: 1, warehouses: 2",
            "scale_factor: is the size of tproch, and this is tprocc: leave it out",
        ),
        (
            "benchmark: tproch, scale_factor: 2",
            "scale_factor: must be one that HammerDB builds: 1, 10, 30, 100, 300, 1000, 3000, ",
        ),
        ("benchmark: tproch, scale_factor: 0.1", "scale_factor: must be a whole number"),
        ("benchmark: tpch, scale_factor: 1", "benchmark: must be one of 'tprocc' or 'tproch'"),
    ],
)
def test_wrong_size_of_the_data_is_reported(queried: Repository, data: str, said: str) -> None:
    queried.replace(TPROCH, f"tproch: {{kind: hammerdb, {data}}}")
    assert f"config/config.yaml:8: datasets.tproch.{said}" in mistake(queried)


def test_query_sets_are_not_for_mysql(queried: Repository) -> None:
    queried._write("envs/mysql-9.7.yaml", "role: engine\nadapter: mysql\n")
    queried.replace("mariadb-11.8]", "mariadb-11.8, mysql-9.7]")
    assert "hammerdb-tproch.yaml" in mistake(queried)
    assert "HammerDB drives postgresql, mariadb here, and not mysql-9.7" in mistake(queried)


def test_scale_factor_that_does_not_fit_says_what_each_engine_takes(queried: Repository) -> None:
    queried.replace("device_mib: 4096", "device_mib: 1536")
    assert mistake(queried).endswith(
        "datasets.tproch.scale_factor: the data need about 2650 MiB with indexes and logs, more "
        "than lab.device_mib (1536): HammerDB builds none below 1, whose tables and indexes alone "
        "are 2120 MiB in PostgreSQL and 1700 MiB in MariaDB"
    )


def test_larger_scale_factor_that_does_not_fit_says_which_does(queried: Repository) -> None:
    queried.replace("scale_factor: 1}", "scale_factor: 30}")
    queried.replace("device_mib: 4096, virtual_limit_s: 20000", "device_mib: 32000")
    said = mistake(queried)
    assert "more than lab.device_mib (32000): 10 is the most that fits" in said


def test_build_that_would_outlast_the_limit_is_reported(queried: Repository) -> None:
    queried.replace(", virtual_limit_s: 20000", "")
    assert mistake(queried).endswith(
        "datasets.tproch.scale_factor: HammerDB takes about 3600 virtual seconds to build it, more "
        "than lab.virtual_limit_s (600)"
    )


def test_study_of_query_sets_alone_says_what_is_missing(queried: Repository) -> None:
    queried.replace("[oltp, hammerdb, hammerdb-tproch]", "[hammerdb-tproch]")
    queried.study = queried.study.partition("\n")[2]
    assert "hammerdb: is missing, which the cells of this study need" in mistake(queried)
