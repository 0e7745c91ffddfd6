"""What failed is made again when what it failed of has gone, by the command that failed."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from typing import Any

import pytest
from scratch_workflow import Workflow

DONE = {"status": "done"}


class Chain:
    """A data set of the study, its snapshots, and the cells that begin with them."""

    def __init__(self, workflow: Workflow) -> None:
        self.workflow = workflow
        plan = workflow.plan()
        self.limits = plan["cells"][0]["limits"]
        (self.dataset, *_) = (job["dataset"]["id"] for job in plan["cells"] if job["dataset"])
        self.upstream = f"datasets/{self.dataset}/dataset.json"
        self.root = workflow.shared / self.upstream
        ids = {
            job["snapshot_id"]
            for job in plan["cells"]
            if job["dataset"] and job["dataset"]["id"] == self.dataset
        }
        self.snapshots = [workflow.shared / f"snapshots/{id}/snapshot.json" for id in sorted(ids)]
        self.cells = [
            workflow.results / f"cells/{job['cell_id']}/outcome.json"
            for job in plan["cells"]
            if job["snapshot_id"] in ids
        ]

    def fail(self, **failure: Any) -> None:
        """Make it look as after a run in which the data set failed."""
        self.root.write_text(json.dumps({"status": "failed", "reason": "no", **failure}))
        for path in [*self.snapshots, *self.cells]:
            limits = failure.get("limits")
            failed = {"status": "failed", "upstream": self.upstream, "limits": limits}
            path.write_text(json.dumps(failed))
        self.take_as_made()

    def take_as_made(self) -> None:
        """Have Snakemake take all that is there as its own."""
        done = self.workflow.run("--touch", "--forceall")
        assert done.returncode == 0, done.stderr

    @property
    def all(self) -> dict[str, int]:
        """The jobs that make all of it."""
        return {
            "dataset": 1,
            "snapshot": len(self.snapshots),
            "cell": len(self.cells),
            "rows": 1,
        }


@pytest.fixture
def chain(workflow: Workflow, original: Workflow) -> Iterator[Chain]:
    study = workflow.root / "config/smoke.yaml"
    before = study.read_text()
    yield Chain(workflow)
    study.write_text(before)
    workflow.restore(original)


def made(workflow: Workflow) -> dict[str, int]:
    """What the next run would make of data sets, snapshots, cells and rows, if anything."""
    jobs = workflow.stale()
    found = {rule: jobs.get(rule, 0) for rule in ("dataset", "snapshot", "cell", "rows")}
    found["snapshot"] += jobs.get("passing_snapshot", 0)
    return found if any(found.values()) else {}


def test_ways_out_of_a_failed_load(workflow: Workflow, chain: Chain) -> None:
    """None led out of it: Snakemake misses no file as long as what was made of it is there."""
    chain.fail(status="timed_out", limits=chain.limits)
    assert made(workflow) == {}, "while nothing changes"
    study = workflow.root / "config/smoke.yaml"
    text = study.read_text()
    study.write_text(text.replace("virtual_limit_s: 300", "virtual_limit_s: 3000"))
    assert made(workflow) == chain.all, "with a new limit of time"
    study.write_text(text)
    chain.root.write_text(json.dumps(DONE))
    assert made(workflow) == chain.all | {"dataset": 0}, "when another study has loaded it"
    chain.root.unlink()
    assert made(workflow) == chain.all, "when it was deleted"


def test_ways_out_where_snapshots_do_not_stay(workflow: Workflow, chain: Chain) -> None:
    study = workflow.root / "config/smoke.yaml"
    study.write_text(study.read_text() + "keep_snapshots: false\n")
    chain.fail(status="timed_out", limits=chain.limits)
    workflow.run("--delete-temp-output")
    assert not all(path.exists() for path in chain.snapshots)
    assert made(workflow) == {}, "while nothing changes"
    text = study.read_text()
    study.write_text(text.replace("virtual_limit_s: 300", "virtual_limit_s: 3000"))
    assert made(workflow) == chain.all, "with a new limit of time"
    study.write_text(text)
    chain.root.unlink()
    assert made(workflow) == chain.all, "when it was deleted"


def test_a_job_that_is_tried_again_is_tried_once(workflow: Workflow, chain: Chain) -> None:
    """Its job file differs by an empty line, which the next run must take for what it is."""
    chain.fail()
    chain.root.write_text(json.dumps(DONE))
    job = chain.cells[0].with_name("job.json")
    before = job.read_text()
    done = workflow.run("results/smoke/plan.json")
    assert done.returncode == 0, done.stderr
    assert (job.read_text(), json.loads(job.read_text())) == (f"{before}\n", json.loads(before))
    assert made(workflow) == chain.all | {"dataset": 0}, "as nothing of it has been made yet"
    # A dry run goes by the names of inputs, and every other run by the job file's content.
    done = workflow.run("--summary")
    rows = csv.reader(done.stdout.splitlines(), delimiter="\t")
    states = {row[0]: row[-1] for row in rows if row}
    outcomes = [str(cell.relative_to(workflow.root)) for cell in chain.cells]
    assert {states[outcome] for outcome in outcomes} == {"update pending"}
    for path in [*chain.snapshots, *chain.cells]:
        path.write_text(json.dumps(DONE))
    chain.take_as_made()
    assert made(workflow) == {}


def test_a_dry_run_writes_no_job_files_and_a_run_those_that_are_missing(workflow: Workflow) -> None:
    outcome = workflow.results / "cells" / workflow.cells()[0]["cell_id"] / "outcome.json"
    job = outcome.with_name("job.json")
    text = job.read_text()
    aside = outcome.rename(outcome.with_name("aside"))
    try:
        job.unlink()
        assert workflow.stale()["cell"] == 1
        assert not job.exists()
        job.write_text("{half")
        assert workflow.stale()["cell"] == 1
        assert workflow.run("results/smoke/plan.json").returncode == 0
        assert job.read_text() == text
    finally:
        aside.rename(outcome)
    before = job.stat().st_mtime_ns
    assert "Nothing to be done" in workflow.run().stderr
    assert job.stat().st_mtime_ns == before
