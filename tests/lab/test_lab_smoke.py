"""The whole chain on config/smoke.yaml: every cell is measured and every stage has its rows."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import duckdb
import pytest
from saved_state import Reader
from smoke_run import REPOSITORY, snakemake

from scripts.lab.images import digest_of_image
from scripts.lab.places import Places
from scripts.lab.virtual import origin, watch
from scripts.lab.virtual.regions import copy_sparse
from scripts.lab.virtual.tasks import cell as cell_task
from scripts.lab.virtual.tasks import snapshot as snapshot_task
from scripts.workloads.registry import made_inputs
from tests.patience import WAIT_S, until

pytestmark = pytest.mark.lab
PLACES = Places(REPOSITORY / "results")


def test_every_cell_is_measured_and_reaches_the_database(smoke: Path) -> None:
    with duckdb.connect(str(smoke / "results.duckdb"), read_only=True) as database:
        states = database.execute("SELECT cell_id, status, reason FROM cells").fetchall()
        assert states
        assert all(status == "done" for _, status, _ in states), states
        for table in ("sysbench_totals", "fio_jobs", "device_counters", "trace_values"):
            assert database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall(), table


def test_device_delivers_what_was_set(smoke: Path) -> None:
    """Where fio keeps 16 requests in flight the device, not the guest, is the limit."""
    with duckdb.connect(str(smoke / "results.duckdb"), read_only=True) as database:
        rows = database.execute(
            "SELECT phase, set_bandwidth_mib_s, device_bandwidth_mib_s FROM calibration "
            "WHERE experiment = 'calibration' AND io_depth = 16 "
            "AND access IN ('randread', 'randwrite')"
        ).fetchall()
    assert rows
    for phase, wanted, measured in rows:
        assert measured == pytest.approx(wanted, rel=0.02), phase


def test_traces_agree_with_the_device_in_every_phase(smoke: Path) -> None:
    """A slice ends with each phase, so what bpftrace saw in it is what the device counted."""
    with duckdb.connect(str(smoke / "results.duckdb"), read_only=True) as database:
        rows = database.execute(
            "SELECT cell_id, phase, any_value(read_commands), any_value(write_commands), "
            "sum(requests) FILTER (operation IN ('read', 'readahead')), "
            "sum(requests) FILTER (operation = 'write') "
            "FROM device_work JOIN device_requests_by_process USING (cell_id, phase) GROUP BY ALL"
        ).fetchall()
    assert len(rows) > 5
    for cell, phase, reads, writes, traced_reads, traced_writes in rows:
        # What was issued as the phase ended may be on one side of the line only.
        assert (traced_reads or 0) == pytest.approx(reads, abs=8), (cell, phase)
        assert (traced_writes or 0) == pytest.approx(writes, abs=8), (cell, phase)


def test_machine_that_its_runner_does_not_end_is_ended_by_virtual_time(
    jobs: dict[str, dict], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_task, "machine_limit_s", lambda job: 1.0)
    outcome = cell_task.run(jobs["oltp"], PLACES, tmp_path / "cell")
    assert (outcome.status, outcome.cause) == ("timed_out", "guest")
    assert "still running after 1 virtual seconds; raise lab.virtual_limit_s" in outcome.reason
    assert json.loads((tmp_path / "cell/outcome.json").read_text())["status"] == "timed_out"


def test_limit_of_wall_time_decides_nothing_in_virtual_time(
    jobs: dict[str, dict], tmp_path: Path
) -> None:
    """A load that made progress all the time was given up on a busy host, and 29 cells with it."""
    job = jobs["oltp"] | {"limits": {"virtual_s": 300, "wall_s": 1}}
    outcome = cell_task.run(job, PLACES, tmp_path / "cell")
    assert (outcome.status, outcome.reason) == ("done", None)
    stored = REPOSITORY / "results/smoke/cells" / job["cell_id"] / "outcome.json"
    assert (tmp_path / "cell/outcome.json").read_bytes() == stored.read_bytes()


def test_machine_is_the_same_however_often_it_is_asked_for_its_time(
    jobs: dict[str, dict], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LOOK_S", 0.001)
    job = jobs["oltp"]
    cell_task.run(job, PLACES, tmp_path / "cell")
    stored = REPOSITORY / "results/smoke/cells" / job["cell_id"] / "outcome.json"
    assert (tmp_path / "cell/outcome.json").read_bytes() == stored.read_bytes()


def test_phase_that_outlives_its_virtual_limit_fails_with_its_reason(
    jobs: dict[str, dict], tmp_path: Path
) -> None:
    job = jobs["oltp"] | {"limits": {"virtual_s": 0.2, "wall_s": 300}}
    outcome = cell_task.run(job, PLACES, tmp_path / "cell")
    assert (outcome.status, outcome.limits) == ("timed_out", job["limits"])
    assert "virtual seconds; raise lab.virtual_limit_s" in (outcome.reason or "")
    assert outcome.console_tail


def test_workload_that_fails_gives_its_own_words(jobs: dict[str, dict], tmp_path: Path) -> None:
    job = json.loads(json.dumps(jobs["oltp"]))
    job["phases"][0]["options"] = {"no-such-option": 1}
    outcome = cell_task.run(job, PLACES, tmp_path / "cell")
    assert outcome.status == "failed"
    assert "no-such-option" in (outcome.reason or "")


def test_wrong_answer_fails_the_cell(jobs: dict[str, dict], tmp_path: Path) -> None:
    """The reference is spoilt, as a wrong engine is not at hand."""
    shared = tmp_path / "shared"
    shared.mkdir()
    for name in ("layers", "boot", "emulator", "machines", "datasets", "snapshots"):
        (shared / name).symlink_to(REPOSITORY / "results" / name)
    shutil.copytree(REPOSITORY / "results/tpch", shared / "tpch")
    places = Places(shared)
    # Not the only one, where another study was run before.
    path = places.needed(made_inputs(jobs["olap"]["phases"], jobs["olap"])[0])
    reference = json.loads(path.read_text())
    reference["rows"][0][-1] = "1.00"
    path.write_text(json.dumps(reference))
    outcome = cell_task.run(jobs["olap"], places, tmp_path / "cell")
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert "sum_quantity is 3" in (outcome.reason or "")
    assert (tmp_path / "cell/outbox/phases/03-q18/answer.json").exists()


def test_query_over_its_time_is_given_up_and_the_next_one_runs(
    jobs: dict[str, dict], tmp_path: Path
) -> None:
    job = json.loads(json.dumps(jobs["olap"]))
    query = next(phase for phase in job["phases"] if phase["name"] == "q18")
    job["phases"] = [
        {**query, "options": {"timeout_s": 0.02}},
        {**query, "name": "again"},
    ]
    assert cell_task.run(job, PLACES, tmp_path / "cell").status == "done"
    first, second = (
        json.loads((tmp_path / f"cell/outbox/phases/{name}/stdout.txt").read_text())
        for name in ("00-q18", "01-again")
    )
    assert (first["timed_out"], first["rows"]) == (True, None)
    assert first["end_ns"] - first["begin_ns"] < 5e8
    assert (second["timed_out"], second["rows"] is None) == (False, False)


def test_engine_that_does_not_start_fails_with_its_log(
    jobs: dict[str, dict], tmp_path: Path
) -> None:
    folder = PLACES.snapshot(jobs["oltp"]["snapshot_id"])
    job = json.loads((folder / "job.json").read_text())
    job |= {"tuning": {"no_such_setting": "1"}, "snapshot_id": "broken"}
    outcome = snapshot_task.run(job, PLACES, tmp_path / "broken")
    assert outcome.status == "failed"
    assert "no_such_setting" in (outcome.reason or "")
    assert not (tmp_path / "broken/changes.bin").exists()


@pytest.mark.parametrize("experiment", ["oltp", "calibration"])
def test_snapshot_is_the_whole_machine_with_what_it_was_made_from(
    jobs: dict[str, dict], tmp_path: Path, experiment: str
) -> None:
    """Its manifest has the digests of the images that the machine left, before they went."""
    job = jobs[experiment]
    folder = PLACES.snapshot(job["snapshot_id"])
    former = origin.with_blank(origin.images_for(folder, PLACES), job, tmp_path)
    with ExitStack() as stack:
        memory = {}
        for name, image in former.items():
            copy_sparse(image, tmp_path / f"{name}.img")
            file = stack.enter_context((tmp_path / f"{name}.img").open("r+b"))
            memory[name] = stack.enter_context(mmap.mmap(file.fileno(), 0))
        assert Reader((folder / "changes.bin").read_bytes()).load(memory)
    manifest = json.loads((folder / "snapshot.json").read_text())
    for name in memory:
        digest = digest_of_image(tmp_path / f"{name}.img")
        assert digest == manifest[f"{name}.img_digest"], name


def test_killed_run_leaves_no_machine_and_nothing_half_written(
    jobs: dict[str, dict], smoke: Path, tmp_path: Path
) -> None:
    run, children = _begin(smoke / "cells" / jobs["oltp"]["cell_id"], tmp_path / "cell")
    run.send_signal(signal.SIGKILL)
    run.wait()
    until(lambda: not any(map(_running, children)), "a machine outlives its run")
    assert not (tmp_path / "cell/outcome.json").exists()


@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGKILL])
def test_machine_ended_from_outside_is_no_result(
    jobs: dict[str, dict], smoke: Path, tmp_path: Path, blow: signal.Signals
) -> None:
    run, (machine,) = _begin(smoke / "cells" / jobs["oltp"]["cell_id"], tmp_path / "cell")
    os.kill(machine, blow)
    assert run.wait(WAIT_S) == 1
    assert not (tmp_path / "cell/outcome.json").exists()
    assert "run again" in run.stderr.read()


def test_nothing_is_run_again_when_nothing_changed(smoke: Path) -> None:
    done = snakemake("--dry-run")
    assert done.returncode == 0
    assert "Nothing to be done" in done.stdout + done.stderr


def _begin(cell: Path, out: Path) -> tuple[subprocess.Popen[str], list[int]]:
    """Start a run of a cell and wait for its machine."""
    run = subprocess.Popen(
        [sys.executable, "-m", "scripts.lab", "cell", "--job", cell / "job.json", "--out", out],
        cwd=REPOSITORY,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: _children(run.pid))
    children = _children(run.pid)
    time.sleep(1)  # into the cell
    return run, children


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in text.split()]


def _running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
