"""What a user sees when something is wrong: problems at once, failures in a list at the end."""

from __future__ import annotations

import json

from scratch_workflow import Workflow


def test_mistake_in_the_configuration_is_one_line_and_runs_nothing(workflow: Workflow) -> None:
    path = workflow.root / "config/smoke.yaml"
    path.write_text(path.read_text() + "enginess: []\n")
    done = workflow.run()
    assert done.returncode != 0
    reported = [line for line in done.stderr.splitlines() if "enginess" in line]
    assert len(reported) == 1
    assert 'unknown key "enginess" (did you mean "engines"?' in reported[0]
    assert "Traceback" not in done.stderr
    assert "Job stats" not in done.stdout + done.stderr


def test_key_on_the_command_line_is_checked_too(workflow: Workflow) -> None:
    done = workflow.run("--dry-run", "--config", "engine_memory_mib=0")
    assert done.returncode != 0
    assert "engine_memory_mib: must be >= 16 (got 0)" in done.stderr


def test_failed_cell_is_listed_at_the_end_and_the_run_fails(workflow: Workflow) -> None:
    cell = workflow.cells()[0]["cell_id"]
    outcome = workflow.results / "cells" / cell / "outcome.json"
    before = outcome.read_text()
    outcome.write_text(json.dumps({"status": "failed", "reason": "the kernel panicked: no"}))
    try:
        done = workflow.run("--allowed-rules", "complete", "all", "--forcerun", "complete")
        text = done.stdout + done.stderr
        assert done.returncode != 0
        assert f"cell {cell} failed: the kernel panicked: no (see " in text
        log = (workflow.results / "logs/complete.log").read_text()
        assert f"1 of {len(workflow.cells())} cells failed, 0 have no outcome" in log
    finally:
        outcome.write_text(before)
        (workflow.results / "complete.json").write_text("{}\n")


def test_failure_of_the_host_leaves_no_outcome_and_is_tried_again(workflow: Workflow) -> None:
    """The placeholders are no machine, which is the host's fault and not the cell's."""
    cell = workflow.cells()[0]["cell_id"]
    outcome = workflow.results / "cells" / cell / "outcome.json"
    before = outcome.read_text()
    try:
        done = workflow.run(
            "--allowed-rules", "cell", "--force", str(outcome.relative_to(workflow.root))
        )
        assert done.returncode != 0
        assert "snapshot.json: has no begins_as" in done.stdout + done.stderr
        assert not outcome.exists()
        assert workflow.stale()["cell"] == 1
    finally:
        outcome.write_text(before)


def test_disk_that_is_too_small_is_said_in_one_line(workflow: Workflow) -> None:
    path = workflow.root / "scripts/plan/room.py"
    path.write_text(path.read_text() + "\nLAYER_MIB = 1 << 40\n")
    manifest = workflow.shared / "layers/base/layer.json"
    aside = manifest.rename(manifest.with_suffix(".aside"))
    try:
        done = workflow.run("complete", "--allowed-rules", "complete", "--forcerun", "complete")
    finally:
        aside.rename(manifest)
    assert done.returncode == 0, done.stderr
    text = done.stdout + done.stderr
    (line,) = [each for each in text.splitlines() if "make room" in each]
    assert "warning: results: " in line
    assert "for 1 layer: make room, or name a folder on another disk as shared_dir" in line
