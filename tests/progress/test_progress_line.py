"""What the line says: counts, the time left, and how it is written."""

from __future__ import annotations

import json
import os
import pty
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from snakemake_logger_plugin_bandwise.display import Display
from snakemake_logger_plugin_bandwise.durations import Durations
from snakemake_logger_plugin_bandwise.ending import lines_at_the_end
from snakemake_logger_plugin_bandwise.left import seconds_left
from snakemake_logger_plugin_bandwise.reasons import failure_in_guest, failure_of_job, written_at
from snakemake_logger_plugin_bandwise.run import Failure, Job, Run
from snakemake_logger_plugin_bandwise.words import failure_lines, status_line, time_left


def job(number: int, rule: str, name: str, started_s: float = 0.0, log: str = "log") -> Job:
    return Job(number, rule, name, ("out",), (log,), started_s)


def run_of(**planned: int) -> Run:
    return Run(planned=Counter(planned))


def test_line_counts_the_cells_that_this_run_must_do() -> None:
    run = run_of(cell=3, snapshot=2, layer=1)
    for number, name in enumerate(["a", "b"]):
        run.start(job(number, "cell", name))
    run.finish(0)
    line = status_line(run, "about 5 s left", now_s=8.0)
    assert line == "1 of 3 cells; about 5 s left; now: cell b 8 s"
    run.start(job(7, "snapshot", "s", 3.0))
    line = status_line(run, "about 5 s left", now_s=8.0)
    assert line.endswith("left; 0 of 2 snapshots; now: cell b 8 s, snapshot s 5 s")


def test_line_names_some_of_many_jobs() -> None:
    run = run_of(cell=20)
    for number in range(20):
        run.start(job(number, "cell", f"c{number}"))
    line = status_line(run, "about 5 s left", now_s=8.0)
    assert line.endswith(
        "now: " + ", ".join(f"cell c{number} 8 s" for number in range(8)) + ", 12 more"
    )


def test_a_compiled_engine_takes_longer_than_one_of_packages() -> None:
    kinds = {
        "postgresql-18-source": "compiled_postgresql",
        "postgresql-18-fix": "patched_postgresql",
    }
    durations = Durations(kinds=kinds)
    durations.add("layer", "postgresql-17", 40.0)
    durations.add("layer", "postgresql-18", 40.0)
    compiled = durations.expected("layer", "postgresql-18-source")
    assert compiled > 5 * durations.expected("layer", "postgresql-15")
    assert compiled > 4 * durations.expected("layer", "postgresql-18-fix")


def test_times_are_those_of_jobs_whose_names_begin_alike(tmp_path: Path) -> None:
    durations = Durations(tmp_path / "durations.jsonl")
    durations.add("cell", "oltp-mariadb-11.8-bw16-s1-bf0f0aff", 30.0)
    durations.add("cell", "oltp-mariadb-11.8-bw64-s1-9dd0f4e1", 50.0)
    durations.add("cell", "oltp-postgresql-17-bw16-s1-ae3fed9d", 10.0)
    later = Durations(tmp_path / "durations.jsonl")
    assert later.expected("cell", "oltp-mariadb-11.8-bw16-s1-00000000") == 30.0
    assert later.expected("cell", "oltp-mariadb-11.8-bw32-s1-00000000") == 40.0
    assert later.expected("cell", "oltp-mysql-9.7-bw16-00000000") == 30.0


def test_what_was_never_measured_is_typical_at_this_machines_pace() -> None:
    durations = Durations()
    typical = durations.expected("snapshot", "postgresql-17-sysbench-00000000")
    dataset = durations.expected("dataset", "sysbench-postgresql-17-00000000")
    for number in range(5):
        durations.add("dataset", f"sysbench-postgresql-17-{number:08d}", 3 * dataset)
    slower = durations.expected("snapshot", "postgresql-17-sysbench-00000000")
    assert slower == pytest.approx(3 * typical, rel=0.1)


@pytest.mark.parametrize("content", ["", "[]", '{"cell": "soon"}', "\0", '{"cell": 1'])
def test_damaged_record_of_durations_is_as_none(tmp_path: Path, content: str) -> None:
    file = tmp_path / "durations.jsonl"
    file.write_text(content)
    assert not Durations(file).measured


def test_each_job_adds_a_line_and_no_more(tmp_path: Path) -> None:
    """All durations were written again after each job: 2 GB for 10,000 cells."""
    file = tmp_path / "durations.jsonl"
    durations = Durations(file)
    durations.add("cell", "oltp-s1-00000000", 30.0)
    first = file.read_text()
    durations.add("cell", "oltp-s2-00000000", 40.0)
    assert file.read_text() == first + '{"cell oltp-s2": 40.0}\n'


def test_durations_of_a_killed_run_are_known_but_for_its_last_half_line(tmp_path: Path) -> None:
    file = tmp_path / "durations.jsonl"
    file.write_text('{"cell oltp-s1": 30.0}\n{"cell oltp-s2": 4')
    assert Durations(file).expected("cell", "oltp-s2-00000000") == 30.0


def test_file_of_durations_does_not_grow_with_every_run(tmp_path: Path) -> None:
    file = tmp_path / "durations.jsonl"
    for seconds in range(100):
        Durations(file).add("cell", "oltp-s1-00000000", seconds)
    assert len(file.read_text().splitlines()) <= 3
    assert Durations(file).expected("cell", "oltp-s1-00000000") == 99.0


def test_durations_that_cannot_be_stored_are_known_to_this_run() -> None:
    durations = Durations(Path("/proc/nowhere/durations.jsonl"))
    typical = durations.expected("cell", "a-00000000")
    durations.add("cell", "a-00000000", 100 * typical)
    assert durations.expected("cell", "a-00000000") > 50 * typical


@pytest.fixture
def measured(tmp_path: Path) -> Callable[..., Durations]:
    """What a run knows after another, in which a job of each rule took so many seconds."""

    def measured(**seconds: float) -> Durations:
        for rule, value in seconds.items():
            Durations(tmp_path / "durations.jsonl").add(rule, "x", value)
        return Durations(tmp_path / "durations.jsonl")

    return measured


def test_time_left_is_the_work_over_the_cores(measured: Callable[..., Durations]) -> None:
    run = run_of(cell=12)
    run.names["cell"] = {"x"}
    durations = measured(cell=10.0)
    assert seconds_left(run, durations, 0.0, cores=1) == pytest.approx(120.0)
    assert seconds_left(run, durations, 0.0, cores=4) == pytest.approx(30.0)
    # Memory for two machines.
    assert seconds_left(run, durations, 0.0, cores=4, machines=2) == pytest.approx(60.0)


def test_time_left_is_no_less_than_one_step_after_the_other(
    measured: Callable[..., Durations],
) -> None:
    run = run_of(layer=2, dataset=1, snapshot=1, cell=3, render=1)
    durations = measured(layer=40.0, dataset=100.0, snapshot=60.0, cell=20.0, render=30.0)
    run.names = {rule: {"x"} for rule in run.planned}
    assert seconds_left(run, durations, 0.0, cores=64) == pytest.approx(250.0)


def test_time_left_of_a_running_job_is_what_it_has_not_yet_taken(
    measured: Callable[..., Durations],
) -> None:
    run = run_of(cell=1)
    run.start(job(1, "cell", "x", started_s=100.0))
    durations = measured(cell=10.0)
    assert seconds_left(run, durations, 106.0) == pytest.approx(4.0)
    # It is late, and so may others be; it may end at any moment.
    assert 1.0 <= seconds_left(run, durations, 300.0) <= 20.0


def test_time_left_says_how_far_it_is_to_be_trusted() -> None:
    assert time_left(547.0, measured=False) == "typically 9 min"
    assert time_left(547.0, measured=True) == "about 9 min left"
    assert time_left(7500.0, measured=True, failed=True) == "at most 2 h 5 min left"


def test_reason_of_a_failed_job_is_the_last_that_its_log_says(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_text("begun\nlab: no room left on the disk\n  | a console's line\n\n")
    failure = failure_of_job(job(1, "cell", "x", log=str(log)), "cell x", 0.0)
    assert (failure.reason, failure.file) == ("failed: lab: no room left on the disk", str(log))
    silent = failure_of_job(job(1, "cell", "x", log=str(tmp_path / "none")), "cell x", 0.0)
    assert silent.reason == "failed and said nothing in its log"


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    """The outcome of a cell that failed; its data set and its own machine have console logs."""
    for folder in ("cells/x", "datasets/d"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "console.log").touch()
    cell = {"cell_id": "x", "dataset": {"id": "d"}}
    (tmp_path / "cells/x/job.json").write_text(json.dumps(cell))
    return tmp_path / "cells/x/outcome.json"


def test_cell_that_failed_in_its_guest_points_at_its_console(failed: Path, tmp_path: Path) -> None:
    failed.write_text(json.dumps({"status": "timed_out", "reason": "no end\nwithin 600 s"}))
    assert failure_in_guest("cell x", failed, tmp_path) == Failure(
        "cell x",
        "timed out: no end within 600 s",
        str(failed.with_name("console.log")),
        outcome=str(failed),
    )
    failed.write_text('{"status": "done"}')
    assert failure_in_guest("cell x", failed, tmp_path) is None


def test_cell_whose_data_set_failed_points_at_the_data_sets_console(
    failed: Path, tmp_path: Path
) -> None:
    reason = "its snapshot failed: its dataset failed: access denied"
    failed.write_text(json.dumps({"status": "failed", "reason": reason}))
    failure = failure_in_guest("cell x", failed, tmp_path)
    assert failure is not None
    assert failure.file == str(tmp_path / "datasets/d/console.log")


def test_outputs_that_cannot_be_read_are_a_failure_of_their_rows(tmp_path: Path) -> None:
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps({"status": "parse_failed", "reason": "stdout.txt:3: no number"}))
    failure = failure_in_guest("rows x", rows, tmp_path)
    assert failure is not None
    assert failure.reason == "can't be read: stdout.txt:3: no number"
    rows.write_text(json.dumps({"status": "failed", "reason": "the engine ended"}))
    assert failure_in_guest("rows x", rows, tmp_path) is None, "its cell has said so"


def test_failures_that_are_alike_are_one_line_with_examples() -> None:
    lines = failure_lines(
        [Failure(f"cell {name}", "failed: no", f"{name}.log") for name in "abcdef"]
    )
    assert lines == [
        "cell a failed: no (see a.log)",
        "  and 5 more in the same way: cell b, cell c, …",
    ]


def test_terminal_shows_one_line_that_is_drawn_anew() -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        display = Display(terminal)
        display.draw("1 of 2 cells")
        display.line("cell a failed")
        display.close()
        expected = (
            "\r1 of 2 cells\x1b[K"
            + "\r\x1b[K"
            + "cell a failed\r\n"
            + "\r1 of 2 cells\x1b[K\r\x1b[K"
        )
        text = ""
        # Each write may be a read of its own.
        while len(text) < len(expected):
            text += os.read(ours, 4096).decode()
    os.close(ours)
    assert text == expected


def test_file_gets_whole_lines_only(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as file:
        display = Display(file)
        display.draw("1 of 2 cells")
        display.line("cell a done")
        display.close()
    assert (tmp_path / "log").read_text() == "cell a done\n"


def test_full_disk_and_closed_pipe_are_no_error() -> None:
    with Path("/dev/full").open("w") as full:
        Display(full).line("cell a done")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        display = Display(pipe)
        display.line("cell a done")
        display.line("cell b done")
    Display(None).line("cell a done")


def test_end_names_the_cells_that_failed_in_earlier_runs(tmp_path: Path) -> None:
    outcome = tmp_path / "outcome.json"
    outcome.write_text('{"status": "failed", "reason": "no init found"}')
    run = run_of(complete=1)
    run.start(job(1, "complete", ""))
    run.fail(1)
    run.incomplete = Failure("complete", "failed: 1 of 9 cells failed", "complete.log")
    study = {"outputs": {"cell": {"oltp": str(outcome)}}}
    assert lines_at_the_end(run, study, 3.0, None, "snakemake")[:2] == [
        "Failed (1):",
        f"  cell oltp failed: no init found (see {outcome})",
    ]
    # Where no cell says why, its own log does.
    assert lines_at_the_end(run, {}, 3.0, None, "snakemake")[1] == (
        "  complete failed: 1 of 9 cells failed (see complete.log)"
    )


def test_end_of_a_stopped_run_blames_no_job_that_was_stopped() -> None:
    run = run_of(cell=5)
    for number in range(3):
        run.start(job(number, "cell", f"c{number}"))
    run.finish(0)
    run.fail(1)
    run.failures = [Failure("cell c1", "failed: lab: stopped", "c1.log", at_s=99.5)]
    assert lines_at_the_end(run, {}, 65.0, 100.0, "snakemake --cores 2") == [
        "Stopped after 65 s.",
        "Finished and kept: 1 of 5 cells.",
        "Not begun: 2 cells.",
        "To go on, run the same command again: snakemake --cores 2",
    ]


def test_command_of_hundreds_of_targets_is_cut_where_it_is_repeated() -> None:
    run = run_of(cell=1)
    command = " ".join(["snakemake --cores 2 --", *(f"results/rows/{n}" for n in range(200))])
    last = lines_at_the_end(run, {}, 65.0, 100.0, command)[-1]
    assert last.startswith("To go on, run the same command again: snakemake --cores 2 -- results")
    assert last.endswith(" ...")
    assert len(last) < 450


def slurm(status: str) -> str:
    return f"SLURM-job '7' failed, SLURM status is: '{status}'. Reason: Unknown."


@pytest.mark.parametrize(
    ("message", "own", "of_node", "reason"),
    [
        # The job's own log ends in the middle of a sentence, or is that of an earlier attempt.
        (slurm("NODE_FAIL"), "lab: at work", "", "failed: its node died (NODE_FAIL)"),
        (
            slurm("TIMEOUT"),
            None,
            "",
            "failed: it took longer than its `runtime`: raise lab.wall_limit_s (TIMEOUT)",
        ),
        (slurm("FAILED"), "lab: no room left", "srun: error: n1", "failed: lab: no room left"),
        (
            slurm("FAILED"),
            None,
            "/spool/job1/slurm_script: line 4: /b/.venv/bin/python: No such file or directory\n",
            "failed: its node lacks /b/.venv/bin/python: docs/cluster.md says what a node needs",
        ),
        (slurm("FAILED"), None, "host: n1\nslurmstepd: error: execve\nbye", "failed: slurmstepd"),
        (
            "SLURM sbatch failed. The error message was 'sbatch: error: bad partition'.\n  call",
            None,
            None,
            "failed: bad partition",
        ),
    ],
)
def test_failure_on_a_node_is_the_schedulers_word_or_the_nodes(
    tmp_path: Path, message: str, own: str | None, of_node: str | None, reason: str
) -> None:
    """It was "failed and said nothing in its log", or the last words of an earlier attempt."""
    log, slurm_log = tmp_path / "cell.log", tmp_path / "7.log"
    if own is not None:
        log.write_text(own)
    if of_node is not None:
        slurm_log.write_text(of_node)
    failed = job(1, "cell", "x", 0.0, str(log))
    failure = failure_of_job(failed, "cell x", 5.0, message, [str(slurm_log)])
    assert failure.reason.startswith(reason)


def test_log_of_an_earlier_run_is_not_this_ones(tmp_path: Path) -> None:
    log = tmp_path / "cell.log"
    log.write_text("lab: no room left")
    failed = replace(job(1, "cell", "x", 0.0, str(log)), log_before=written_at(log))
    said = failure_of_job(failed, "cell x", 5.0, slurm("FAILED"), [str(tmp_path / "none")])
    assert "no room left" not in said.reason
    # Whatever the clocks of hosts say: it has been written since.
    os.utime(log, (1, 1))
    said = failure_of_job(failed, "cell x", 5.0, "", [])
    assert "no room left" in said.reason


def test_job_that_is_tried_again_has_not_failed() -> None:
    run = run_of(cell=2)
    run.start(job(1, "cell", "a"))
    failure = Failure("cell a", "failed: its node died")
    run.fail(1)
    run.failures.append(failure)
    run.failure_of[1] = failure
    run.start(job(1, "cell", "a"))
    run.finish(1)
    assert not run.failures
    assert (run.finished["cell"], run.failed["cell"], run.waiting("cell")) == (1, 0, 1)
