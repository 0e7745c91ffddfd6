"""What failed is made again when what it failed of has gone, by the command that failed."""

from __future__ import annotations

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
def chain(workflow: Workflow) -> Iterator[Chain]:
    study = workflow.root / "config/smoke.yaml"
    before = study.read_text()
    yield Chain(workflow)
    study.write_text(before)
    workflow.finish()


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
    target = str(job.relative_to(workflow.root))
    done = workflow.run(target, "--allowed-rules", "cell_job")
    assert done.returncode == 0, done.stderr
    assert (job.read_text(), json.loads(job.read_text())) == (f"{before}\n", json.loads(before))
    for path in [*chain.snapshots, *chain.cells]:
        path.write_text(json.dumps(DONE))
    chain.take_as_made()
    assert made(workflow) == {}
