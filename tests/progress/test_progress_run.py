"""Whole runs of Snakemake with its logger plugin: what they show, and what can't harm them.

Each takes seconds, so a test goes on where the one before it in this file ended.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fake_study import CELLS, FakeStudy

from tests.patience import until

PLAIN = ("Select jobs", "Execute ", "steps (", "rule cell", "Traceback", "Look below", "Job stats")


def outcomes(fake: FakeStudy) -> list[Path]:
    return sorted(fake.results.glob("cells/*/outcome.json"))


def drop_one(fake: FakeStudy) -> None:
    """Delete a cell's outcome, so that the next run measures this cell, and makes what follows."""
    next(fake.results.glob("cells/staircase*/outcome.json")).unlink()


def test_failed_run_names_what_failed_what_is_kept_and_how_to_go_on(fake: FakeStudy) -> None:
    how = {"layers/mariadb": "E: Unable to fetch some archives", "cells/calibration": "guest"}
    (fake.root / "fail.json").write_text(json.dumps(how))
    done = fake.run()
    assert done.returncode == 1
    text = done.stderr
    assert (
        "layer mariadb-11.8 failed: stage: E: Unable to fetch some archives (see results/" in text
    )
    assert re.search(
        r"cell calibration\S* failed: the guest's kernel panicked: no init found", text
    )
    begun = len(outcomes(fake))
    assert 0 < begun < CELLS
    assert f"Finished and kept: {begun - 1} of {CELLS} cells, 5 of 6 layers" in text
    assert f"Not begun: {CELLS - begun} cells" in text
    # What failed says nothing of the time that others take.
    known = (fake.root / "results/logs/durations.jsonl").read_text()
    assert '{"cell ' in known
    assert '{"cell calibration' not in known
    last = text.splitlines()[-1]
    assert last.startswith("To go on, run the same command again: snakemake --cores 4")
    assert not [word for word in PLAIN if word in text]


def test_second_run_counts_what_it_must_do_itself(fake: FakeStudy) -> None:
    (fake.root / "fail.json").unlink()
    left = CELLS - len(outcomes(fake))
    done = fake.run()
    assert re.search(rf"cell {left} of {left} done in \d+ s: ", done.stderr)
    # The cell that failed in its guest still has, and the run says so.
    assert done.returncode == 1
    assert re.search(r"Failed \(1\):\n  cell calibration\S* failed: ", done.stderr)


def test_good_run_ends_with_the_site_and_an_idle_one_with_a_line(fake: FakeStudy) -> None:
    next(fake.results.glob("cells/calibration*/outcome.json")).unlink()
    done = fake.run()
    assert done.returncode == 0, done.stderr
    last = done.stderr.splitlines()[-1]
    assert re.fullmatch(r"1 cell in \d+ s; the site is results/smoke/site/index.html", last)
    idle = fake.run()
    assert idle.returncode == 0
    assert idle.stderr.splitlines()[1:] == [
        "Nothing to be done (all requested files are present and up to date)."
    ]


def test_dry_run_is_snakemakes_own_account(fake: FakeStudy) -> None:
    done = fake.run("--dry-run", "--forceall")
    assert done.returncode == 0
    assert re.search(rf"^cell +{CELLS}$", done.stdout + done.stderr, re.M)


def test_closed_pipe_does_not_cost_a_measurement(fake: FakeStudy) -> None:
    drop_one(fake)
    done = fake_shell(fake, "{ %s; echo $? > status; } 2>&1 | head -1")
    assert (fake.root / "status").read_text() == "0\n", done
    assert len(outcomes(fake)) == CELLS


def test_closed_streams_do_not_cost_a_measurement(fake: FakeStudy) -> None:
    drop_one(fake)
    done = fake_shell(fake, "%s >&- 2>&-")
    assert done.returncode == 0
    assert len(outcomes(fake)) == CELLS


def test_error_in_the_plugin_does_not_cost_a_measurement(fake: FakeStudy) -> None:
    drop_one(fake)
    words = fake.root / "scripts/plugins/snakemake_logger_plugin_bandwise/words.py"
    before = words.read_text()
    words.write_text(before + "\n\ndef finished_line(*_):\n    raise ValueError('no words')\n")
    try:
        done = fake.run()
    finally:
        words.write_text(before)
    assert done.returncode == 0
    assert done.stderr.count("progress can't be shown any more: ValueError: no words") == 1
    assert len(outcomes(fake)) == CELLS


def test_snakemake_without_the_plugin_runs_all_the_same(fake: FakeStudy) -> None:
    drop_one(fake)
    environment = {**fake.environment(), "PYTHONPATH": ""}
    # Not with the plugin that the environment of these tests may have.
    command = [*fake.command(), "--workflow-profile", "none", "--nolock"]
    done = subprocess.run(command, cwd=fake.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(outcomes(fake)) == CELLS


def test_second_run_at_once_says_so_and_leaves_the_first_alone(fake: FakeStudy) -> None:
    with held(fake) as first:
        done = fake.run()
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if "a run is going on" in line]
    assert len(said) == 1
    assert f"process {first.pid}, started in {fake.root}" in said[0]
    assert "run the same command again" not in done.stderr
    assert first.returncode == 0
    assert len(outcomes(fake)) == CELLS


def test_two_checkouts_with_one_shared_folder_take_turns(fake: FakeStudy, tmp_path: Path) -> None:
    other, shared = FakeStudy(tmp_path / "other"), fake.root / "results"
    with held(fake) as first:
        done = other.run("--config", f"shared_dir={shared}")
    assert done.returncode == 1
    who = f"process {first.pid}, started in {fake.root}, holds {shared}/run.lock"
    assert [line for line in done.stderr.splitlines() if who in line], done.stderr
    assert first.returncode == 0


def test_killed_run_leaves_no_lock(fake: FakeStudy) -> None:
    with held(fake) as killed:
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
    done = fake.run()
    assert done.returncode == 0, done.stderr
    assert len(outcomes(fake)) == CELLS


def test_interrupted_run_says_what_is_kept(fake: FakeStudy) -> None:
    with held(fake) as run:
        os.killpg(run.pid, signal.SIGINT)
        _, text = run.communicate(timeout=300)
    assert run.returncode not in (0, None)
    assert "Stopped after" in text
    assert "Failed (" not in text
    assert "To go on, run the same command again" in text


def test_run_that_was_asked_to_end_is_ended_at_once_as_its_line_says(fake: FakeStudy) -> None:
    """It said that what runs is given a moment, and let it run for as long as it took."""
    assert fake.run().returncode == 0
    with held(fake) as run:
        assert run.stderr is not None
        os.kill(run.pid, signal.SIGTERM)
        said = next(line for line in run.stderr if "stopping:" in line)
        assert "what runs now is finished first; press Ctrl-C to end it, too" in said
        assert run.poll() is None
        os.killpg(run.pid, signal.SIGINT)
        _, text = run.communicate(timeout=300)
    assert run.returncode not in (0, None)
    assert "what runs now is given a moment to end" in text


def fake_shell(fake: FakeStudy, line: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", line % shlex.join(fake.command())], cwd=fake.root, env=fake.environment()
    )


@contextmanager
def held(fake: FakeStudy) -> Iterator[subprocess.Popen[str]]:
    """A run whose one cell is being measured until the end of the context."""
    drop_one(fake)
    log = next((fake.results / "logs/cells").glob("staircase*"))
    log.unlink()
    hold = fake.root / "hold"
    hold.touch()
    run = subprocess.Popen(
        # What a shell starts in the background ignores SIGINT, these tests perhaps among it.
        ["env", "--default-signal=INT", *fake.command()],
        cwd=fake.root,
        env=fake.environment(),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        until(lambda: run.poll() is not None or (log.exists() and "at work" in log.read_text()))
        assert run.poll() is None
        yield run
    finally:
        hold.unlink()
        run.wait(timeout=300)
