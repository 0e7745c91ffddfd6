"""Stale is what the content says: each change runs what it concerns, and nothing else."""

from __future__ import annotations

import json
import re
import resource

import duckdb
import pytest
from scratch_workflow import Workflow

MACHINES = {"layer", "module", "boot", "dataset", "machine", "snapshot", "cell"}


def append(workflow: Workflow, name: str, text: str = "\n") -> None:
    path = workflow.root / name
    path.write_text(path.read_text() + text)


def users(workflow: Workflow, trace: str) -> int:
    return sum(trace in job["traces"] for job in workflow.cells())


def test_nothing_changed_runs_nothing_and_says_so_soon(workflow: Workflow) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = workflow.run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    assert done.returncode == 0
    assert "Nothing to be done" in done.stdout + done.stderr
    assert took_s < 4, "of processor time; 1.5 s are the aim on a machine that does nothing else"


def test_neither_touched_files_nor_other_cores_run_anything_for_any_target(
    workflow: Workflow,
) -> None:
    folders = ("scripts", "config", "sql", "tracing", "workloads", "emulator", "report", "envs")
    for folder in folders:
        for path in (workflow.root / folder).rglob("*"):
            path.touch()
    done = workflow.run("site", "all", "--cores", "1", "--dry-run")
    assert "Nothing to be done" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["config/claims.yaml", "sql/claims/S0.1.sql"])
def test_claim_changed_runs_the_database_and_what_follows(workflow: Workflow, name: str) -> None:
    append(workflow, name)
    assert workflow.stale() == {"database": 1, "render": 1, "complete": 1}


def test_description_of_one_engine_changed_leaves_the_other_alone(workflow: Workflow) -> None:
    append(workflow, "envs/mariadb-11.8.yaml", "# Changed.\n")
    jobs = workflow.stale()
    assert (jobs["layer"], jobs["dataset"]) == (1, 2)  # sysbench's tables, and TPC-H's
    assert jobs["cell"] == sum(job["engine"] == "mariadb-11.8" for job in workflow.cells())


def test_query_changed_runs_the_cells_that_ask_it(workflow: Workflow) -> None:
    append(workflow, "workloads/tpch/q18.sql", "-- Changed.\n")
    jobs = workflow.stale()
    asking = sum(job["experiment"] == "olap" for job in workflow.cells())
    assert (jobs["tpch_reference"], jobs["cell"]) == (1, asking)
    assert not set(jobs) & (MACHINES - {"cell"})
    assert "tpch_tables" not in jobs


def test_title_of_an_experiment_changed_runs_no_machine(workflow: Workflow) -> None:
    path = workflow.root / "config/experiments/oltp.yaml"
    path.write_text(path.read_text().replace("title: ", "title: A "))
    jobs = workflow.stale()
    assert jobs["plan"] == 1
    assert not set(jobs) & MACHINES


def test_one_more_seed_runs_the_new_cells_only(workflow: Workflow) -> None:
    path = workflow.root / "config/smoke.yaml"
    old = "oltp: {device.bandwidth_mib_s: [32], seed: [1]}"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, old.replace("[1]", "[1, 2]")))
    jobs = workflow.stale()
    # A repeat begins with a warm-up of its own, so with a snapshot of its own.
    assert (jobs["cell"], jobs["snapshot"], jobs["rows"]) == (2, 2, 1)
    assert not set(jobs) & (MACHINES - {"cell", "snapshot"})


LIMIT = "virtual_limit_s: 300"


def test_deleted_outcome_is_made_again(workflow: Workflow) -> None:
    outcome = workflow.results / "cells" / workflow.cells()[0]["cell_id"] / "outcome.json"
    aside = outcome.rename(outcome.with_suffix(".aside"))
    try:
        jobs = workflow.stale()
        assert jobs["cell"] == jobs["rows"] == 1
    finally:
        aside.rename(outcome)


def test_verify_always_runs_its_sample(workflow: Workflow) -> None:
    done = workflow.run("verify", "--dry-run")
    assert "verify_cell" in done.stdout + done.stderr


@pytest.mark.parametrize("target", ["verify", "published_comparison"])
def test_commands_that_compare_cells_are_as_long_for_any_number_of_them(
    workflow: Workflow, target: str
) -> None:
    """Bash takes 128 KiB, and each cell of the sample was an argument: some 1,700 were too many."""
    cells = [job["cell_id"] for job in workflow.cells()]
    (workflow.root / "reference").mkdir(exist_ok=True)
    values = ", ".join(f"('{cell}', 'done')" for cell in cells)
    reference = workflow.root / "reference/cells.parquet"
    duckdb.sql(f"FROM (VALUES {values}) AS t(cell_id, status)").write_parquet(str(reference))
    done = workflow.run(
        "results/smoke/verify-published.json" if target == "published_comparison" else target,
        *("--dry-run", "--printshellcmds", "--config", f"verify_cells={len(cells)}"),
    )
    (command,) = re.findall(
        r"python -m scripts.verify (?:report|published) .*", done.stdout + done.stderr
    )
    assert not any(cell in command for cell in cells)
    (names,) = re.findall(r"\.snakemake/bandwise-names/\w+", command)
    listed = (workflow.root / names).read_text()
    assert all(cell in listed for cell in cells)


def test_snapshots_go_when_their_cells_are_measured(workflow: Workflow, original: Workflow) -> None:
    path = workflow.root / "config/smoke.yaml"
    study = path.read_text()
    trace = workflow.root / "tracing/readahead.bt"
    script = trace.read_text()
    made = set(workflow.shared.glob("snapshots/*/snapshot.json"))
    path.write_text(study + "keep_snapshots: false\n")
    try:
        assert not set(workflow.stale()) & MACHINES
        done = workflow.run("--delete-temp-output")
        assert done.returncode == 0, done.stderr
        kept = {manifest for manifest in made if manifest.exists()}
        assert len(kept) == 1, "that of the cell which verify runs again"
        changes = set(workflow.shared.glob("snapshots/*/changes.bin"))
        assert changes == {manifest.with_name("changes.bin") for manifest in kept}
        assert not set(workflow.stale()) & MACHINES, "what was measured needs them no more"
        append(workflow, "tracing/readahead.bt", "\nBEGIN\n{\n}\n")
        jobs = workflow.stale()
        assert (jobs["cell"], jobs["rows"]) == (users(workflow, "readahead"), 1)
        trace.write_text(script)
        path.write_text(study)
        assert not set(workflow.stale()) & MACHINES
    finally:
        path.write_text(study)
        workflow.restore(original)


def test_an_edited_study_hides_no_cell_that_is_stale(workflow: Workflow) -> None:
    """Snakemake examines nothing that a job which runs leads to, be it by `ancient` files alone."""
    name = workflow.cells()[0]["cell_id"]
    outcome = workflow.results / f"cells/{name}/outcome.json"
    aside = outcome.rename(outcome.with_name("aside"))
    path = workflow.root / "config/experiments/oltp.yaml"
    path.write_text(path.read_text().replace("title:", "title: Anew,", 1))
    try:
        jobs = workflow.stale()
    finally:
        aside.rename(outcome)
    assert (jobs["plan"], jobs["cell"]) == (1, 1)


def test_a_new_limit_of_time_writes_no_job_file_again(workflow: Workflow) -> None:
    path = workflow.root / "config/smoke.yaml"
    path.write_text(path.read_text().replace(LIMIT, f"{LIMIT}0"))
    jobs = set(workflow.stale())
    assert "plan" in jobs
    assert jobs <= {"plan", "database", "render", "complete"}


def test_a_new_limit_of_time_hides_nothing_that_is_missing(workflow: Workflow) -> None:
    """Of an `ancient` job file that is written again, Snakemake overlooks what follows."""
    path = workflow.root / "config/smoke.yaml"
    path.write_text(path.read_text().replace(LIMIT, f"{LIMIT}0"))
    cell = workflow.cells()[0]["cell_id"]
    outcome = workflow.results / "cells" / cell / "outcome.json"
    gone = [outcome]
    gone += workflow.shared.glob("snapshots/*/snapshot.json")
    aside = [file.rename(file.with_suffix(".aside")) for file in gone]
    try:
        jobs = workflow.stale(str(outcome.relative_to(workflow.root)))
    finally:
        for file in aside:
            file.rename(file.with_suffix(".json"))
    assert jobs == {"snapshot": 1, "cell": 1}


def test_a_failed_cell_is_named_again_after_a_page_was_edited(workflow: Workflow) -> None:
    """A run that ends with failed cells makes no `complete.json`; the next must not end well."""
    page = workflow.root / "report/method.qmd"
    page.write_text(page.read_text() + "\nMore.\n")
    file = workflow.results / "complete.json"
    aside = file.rename(file.with_suffix(".aside"))
    try:
        assert workflow.stale() == {"render": 1, "complete": 1}
    finally:
        aside.rename(file)


def test_another_image_of_a_layer_runs_all_that_uses_it(workflow: Workflow) -> None:
    path = workflow.root / "envs/mariadb-11.8.lock.yaml"
    path.write_text(re.sub("(?m)^image_sha256: .*", "image_sha256: " + "7" * 64, path.read_text()))
    jobs, plan = workflow.stale(), workflow.plan()
    for kind in ("dataset", "machine", "snapshot", "cell"):
        using = [job for job in plan[f"{kind}s"] if job["engine"] == "mariadb-11.8"]
        assert jobs[kind] == len(using) < len(plan[f"{kind}s"]), kind


@pytest.mark.parametrize("kind", ["datasets", "machines", "snapshots"])
def test_d1_what_another_job_of_the_same_id_left_is_refused_in_one_line(
    workflow: Workflow, kind: str
) -> None:
    key = f"{kind.removesuffix('s')}_id"
    file = workflow.shared / kind / workflow.plan()[kind][0][key] / "job.json"
    text = file.read_text()
    file.write_text(json.dumps(json.loads(text) | {"seed": 7, "engine_memory_mib": 7}))
    done = workflow.run("--dry-run")
    assert done.returncode == 1
    *_, said = (done.stdout + done.stderr).strip().splitlines()
    name = file.relative_to(workflow.root)
    assert said.startswith(f"error: {name}: is another job of the same id (")
    assert said.endswith(f"delete the folder {name.parent}, and run again")
    assert "Traceback" not in done.stdout + done.stderr
    # What the line advises works: nothing is refused, and what is needed of it is made anew.
    aside = file.parent.rename(workflow.root / "aside")
    try:
        manifest = f"{name.parent}/{kind.removesuffix('s')}.json"
        assert workflow.stale(manifest)[kind.removesuffix("s")] == 1
        assert workflow.stale() == {}
    finally:
        (aside / "job.json").write_text(text)
        aside.rename(file.parent)
