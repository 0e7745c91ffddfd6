"""The default study's jobs in any order that their rules allow: what each opens is there."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from scratch_workflow import copy_repository

ORDERS = 50
HERE = Path(__file__).parent


class Jobs:
    """Planned jobs, what each waits for by its inputs, and who makes a file."""

    def __init__(self, jobs: list[dict]):
        self.jobs = jobs
        self.maker = {file: index for index, job in enumerate(jobs) for file in job["outputs"]}
        # A layer's manifest stands for its folder.
        self.layers = {
            str(Path(file).parent): index
            for file, index in self.maker.items()
            if Path(file).name == "layer.json"
        }
        self.waits_for = [
            {self.maker[file] for file in job["inputs"] if file in self.maker} for job in jobs
        ]

    def maker_of(self, file: str) -> int | None:
        """The job that makes a file, declared or beside a layer's manifest."""
        folders = (str(folder) for folder in Path(file).parents)
        layer = next((self.layers[folder] for folder in folders if folder in self.layers), None)
        return self.maker.get(file, layer)

    def order(self, seed: int) -> Iterator[int]:
        """All jobs, each some time after those that it waits for.

        Of those that are ready the one of the highest rank is next. The ranks are drawn once, so
        that some jobs come last which nothing declared waits for; drawn anew for each choice, a job
        that has long been ready would hardly ever be so late.
        """
        ranks = random.Random(seed).sample(range(len(self.jobs)), len(self.jobs))
        waiting, done = set(range(len(self.jobs))), set()
        while waiting:
            ready = [index for index in waiting if self.waits_for[index] <= done]
            assert ready, "jobs wait for each other in a circle"
            index = max(ready, key=ranks.__getitem__)
            waiting.discard(index)
            done.add(index)
            yield index

    def problems(self, seed: int) -> list[str]:
        """What is not there when a job opens it, in one order."""
        there: set[str] = set()
        done: set[int] = set()
        users = {
            file: {index for index, job in enumerate(self.jobs) if file in job["inputs"]}
            for job in self.jobs
            for file in job["temporary"]
        }
        found = []
        for index in self.order(seed):
            job = self.jobs[index]
            for file in {*job["inputs"], *job.get("reads", [])}:
                maker = self.maker_of(file)
                is_there = file in there if file in self.maker else maker in done
                if maker is not None and not is_there:
                    found.append(f"{job['rule']} opens {file}, which is not there yet or any more")
                # The job files of cells are there before the first job.
                before = Path(file).match("results/cells/*/job.json")
                if maker is None and file.startswith("results/") and not before:
                    found.append(f"{job['rule']} opens {file}, which no rule makes")
            there |= set(job["outputs"])
            done.add(index)
            there -= {file for file, waiting in users.items() if waiting <= done}
        return found


def planned(root: Path, *arguments: str) -> list[dict]:
    """The jobs of a first run of the default study, in an order that their inputs allow."""
    command = [sys.executable, HERE / "planned_jobs.py", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    jobs = Jobs(json.loads(done.stdout))
    return [jobs.jobs[index] for index in jobs.order(0)]


@pytest.fixture(scope="module")
def default_study(tmp_path_factory: pytest.TempPathFactory) -> list[dict]:
    """The jobs of the default study, with the files that they open when they run."""
    root = tmp_path_factory.mktemp("repository")
    copy_repository(root)
    # A run writes the cells' job files before its first job, and a dry run doesn't.
    write = [sys.executable, "-m", "scripts.plan", "write"]
    subprocess.run(write, cwd=root, check=True)
    jobs = planned(root)
    done = subprocess.run(
        [sys.executable, HERE / "stood_in.py"],
        cwd=root,
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(root), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_default_study_succeeds_in_any_order_of_its_jobs(default_study: list[dict]) -> None:
    jobs = Jobs(default_study)
    cells = [job for job in default_study if job["rule"] == "cell"]
    assert len(cells) > 50
    assert all("results/emulator/vnvme.ko" in job["reads"] for job in cells)
    for seed in range(ORDERS):
        assert jobs.problems(seed) == []


def test_study_that_keeps_no_snapshots_succeeds_in_any_order(tmp_path: Path) -> None:
    copy_repository(tmp_path)
    jobs = Jobs(planned(tmp_path, "--config", "keep_snapshots=false"))
    assert sum(bool(job["temporary"]) for job in jobs.jobs) > 5
    for seed in range(ORDERS):
        assert jobs.problems(seed) == []


@pytest.mark.parametrize(
    ("rule", "file"),
    [
        ("machine", "results/emulator/vnvme.ko"),
        ("machine", "results/boot/initramfs.cpio"),
        ("dataset", "results/tpch/sf0.02/tables.json"),
        ("cell", "results/tpch/sf0.02/reference/q18.json"),
    ],
)
def test_file_that_a_rule_opens_and_does_not_declare_is_found(
    default_study: list[dict], rule: str, file: str
) -> None:
    """The first command on a new machine failed for the first of these."""
    jobs = copy.deepcopy(default_study)
    for job in jobs:
        if job["rule"] == rule:
            # Its manifest would have been declared, too.
            folder = str(Path(file).parent)
            job["inputs"] = [name for name in job["inputs"] if str(Path(name).parent) != folder]
    problems = [problem for seed in range(ORDERS) for problem in Jobs(jobs).problems(seed)]
    assert any(file in problem for problem in problems)
