"""The lab `host`, a virtual guest being its host: cells from job to rows, the host as before.

The guest has reserved memory and control groups v2, which a usual machine of ours does not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from emulated_host_boot import Reported, boot_host
from smoke_run import REPOSITORY

from scripts.ingest.cell import read_cell
from scripts.lab.places import Places
from scripts.plan import Plan, load_study, plan

pytestmark = [pytest.mark.lab, pytest.mark.long]

# Data set and machine are the smoke study's. How quiet a guest is tells nothing, so disturbed cells
# are kept.
STUDY = """\
lab: {kind: host, device: emulator, machine_memory_mib: 1024, device_mib: 512, disturbed: keep,
  engine_cpus: "0", virtual_limit_s: 300}
engine_memory_mib: 128
engines: [postgresql-17]
datasets:
  sysbench: {kind: sysbench, tables: 2, rows_per_table: 20000, seed: 1}
experiments: [raw, oltp, block, throttled]
"""
EXPERIMENTS = {
    "raw": """\
  filesystem: none
  device: {bandwidth_mib_s: 64}
  traces: [device_requests]
  phases:
    - name: write
      workload: fio/randwrite
      duration_s: 0.3
      options: {block_size_kib: 16, io_depth: 16}
    - name: read
      workload: fio/randread
      duration_s: 0.3
      options: {block_size_kib: 4, io_depth: 1}
""",
    "oltp": """\
  engine: postgresql-17
  dataset: sysbench
  device: {bandwidth_mib_s: 64}
  traces: [device_requests, read_syscalls, readahead]
  threads: 4
  warm_up: {name: warm, workload: sysbench/oltp_read_only, events: 20}
  phases:
    - {name: run, workload: sysbench/oltp_read_write, duration_s: 2}
""",
    "block": """\
  filesystem: ext4
  device: {kind: block, path: /dev/nullb0, read_ahead_kb: 64}
  phases:
    - name: write
      workload: fio/lay_out
      options: {file_mib: 16}
""",
    "throttled": """\
  filesystem: none
  device: {kind: throttled, path: /dev/nullb0, read_bandwidth_mib_s: 32, write_bandwidth_mib_s: 16}
  phases:
    - name: write
      workload: fio/randwrite
      duration_s: 1
      options: {block_size_kib: 16, io_depth: 4}
    - name: read
      workload: fio/randread
      duration_s: 1
      options: {block_size_kib: 16, io_depth: 4}
""",
}
NULL_BLK = ["modprobe", "null_blk", "nr_devices=1", "memory_backed=1", "gb=1"]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study, and an experiment for each kind of cell."""
    root = tmp_path_factory.mktemp("repository")
    (root / "config/experiments").mkdir(parents=True)
    for name in ("envs", "tracing", "workloads"):
        (root / name).symlink_to(REPOSITORY / name)
    for name, cell in EXPERIMENTS.items():
        text = f"title: {name}\nquestion: How fast?\npage: oltp\ncell:\n{cell}"
        (root / f"config/experiments/{name}.yaml").write_text(text)
    (root / "config/host.yaml").write_text(STUDY)
    return root


@pytest.fixture(scope="module")
def planned(repository: Path) -> Plan:
    """A study with a cell of each kind."""
    return plan(load_study(repository / "config/host.yaml", repository))


@pytest.fixture(scope="module")
def runs(
    planned: Plan,
    smoke: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Reported]:
    """All cells of this file, in one guest."""
    assert smoke.exists(), "the smoke study made layers, emulator and data set"
    jobs = {cell.experiment: cell.job for cell in planned.cells}
    wrong = json.loads(json.dumps(jobs["oltp"]))
    wrong["phases"][0]["options"] = {"no-such-option": 1}
    large = jobs["raw"] | {"device": jobs["raw"]["device"] | {"device_mib": 4096}}
    wanted: dict[str, dict[str, Any]] = {
        "raw": {"job": jobs["raw"]},
        "killed": {"job": jobs["raw"], "kill_with": "SIGKILL"},
        "oltp": {"job": jobs["oltp"]},
        "stopped": {"job": jobs["oltp"], "kill_with": "SIGTERM"},
        "abandoned": {"job": jobs["raw"], "kill_with": "SIGKILL", "kill_all": True},
        "wrong": {"job": wrong},
        "late": {"job": jobs["oltp"] | {"limits": {"virtual_s": 300, "wall_s": 3}}},
        "large": {"job": large},
        "block": {"job": jobs["block"]},
        "block-again": {"job": jobs["block"]},
        "throttled": {"job": jobs["throttled"]},
        "throttled-killed": {"job": jobs["throttled"], "kill_with": "SIGKILL"},
    }
    reported = boot_host(
        Places(REPOSITORY / "results"),
        wanted,
        tmp_path_factory.mktemp("host"),
        device_mib=512,
        engine="postgresql-17",
        dataset=planned.datasets[0].id,
        prepare=[("null_blk", NULL_BLK)],
    )
    for name, run in reported.items():
        if run.folder.exists():
            (run.folder / "job.json").write_text(json.dumps(wanted[name]["job"]))
    return reported


# But the one that nobody could clean up after, and the one that came next.
NAMES = (
    "raw",
    "killed",
    "throttled-killed",
    "oltp",
    "stopped",
    "late",
    "large",
    "block",
    "block-again",
    "throttled",
)


@pytest.mark.parametrize("name", NAMES)
def test_host_is_as_it_was(runs: dict[str, Reported], name: str) -> None:
    run = runs[name]
    for what, before in run.before.items():
        assert run.after[what] == before, (what, run.stderr)


def test_cell_whose_processes_were_all_killed_is_cleaned_up_after_by_the_next(
    runs: dict[str, Reported],
) -> None:
    abandoned, following = runs["abandoned"], runs["wrong"]
    assert abandoned.after["modules"] != abandoned.before["modules"]
    for what, before in abandoned.before.items():
        assert following.after[what] == before, (what, following.stderr)


def rows_of(run: Reported) -> dict[str, list[Any]]:
    """The rows of a cell that is done."""
    assert run.exit_code == 0, run.stderr
    outcome = json.loads((run.folder / "outcome.json").read_text())
    assert outcome["status"] == "done", outcome
    _, rows = read_cell(run.folder)
    (cell,) = rows["cells"]
    assert (cell.lab, cell.snapshot_id) == ("host", None)
    return rows


def traced(rows: dict[str, list[Any]], *directions: str) -> float:
    """How many requests bpftrace saw in the phases; it also sees the readings around them."""
    return sum(
        line.value
        for line in rows["trace_values"]
        if line.map == "@requests"
        and line.key.rpartition(",")[2] in directions
        and any(
            line.begin_ns < phase.end_ns and line.end_ns > phase.begin_ns
            for phase in rows["phases"]
        )
    )


def test_fio_on_the_emulator(runs: dict[str, Reported]) -> None:
    rows = rows_of(runs["raw"])
    counted = {(line.phase, line.counter): line.delta for line in rows["device_counters"]}
    write, read = rows["fio_jobs"]
    assert counted["write", "write_commands"] == write.ios
    assert counted["read", "read_commands"] == read.ios
    assert counted["write", "write_bytes"] / 0.3 == pytest.approx(64 * 2**20, rel=0.1)
    assert rows["device_histograms"]
    assert traced(rows, "write") == pytest.approx(counted["write", "write_commands"], abs=8)
    assert traced(rows, "read") == pytest.approx(counted["read", "read_commands"], abs=8)
    reported = {line.key: line.value for line in rows["provenance"]}
    assert "host.kernel" in " ".join(reported)


def test_postgresql_on_the_data_of_the_virtual_lab(runs: dict[str, Reported]) -> None:
    rows = rows_of(runs["oltp"])
    (total,) = rows["sysbench_totals"]
    assert total.transactions > 50
    assert {line.phase for line in rows["relations"]} == {"before", "after"}
    assert rows["engine_counters"]
    reads = sum(line.delta for line in rows["device_counters"] if line.counter == "read_commands")
    assert traced(rows, "read", "readahead") == pytest.approx(reads, abs=8)
    asking: dict[str, set[str]] = {}
    for line in rows["trace_values"]:
        asking.setdefault(line.map, set()).add(line.key.partition(",")[0])
    assert "sysbench" not in asking["@requests"], "what it reads is in a layer, on the host's disk"
    assert "postgres" in asking["@read_calls"] & asking["@pages_added"]
    steps = [line.step for line in rows["steps"]]
    assert steps.index("warm up") < steps.index("run")


def test_block_device_is_measured_again_after_a_cell(runs: dict[str, Reported]) -> None:
    for name in ("block", "block-again"):
        rows = rows_of(runs[name])
        counted = {line.counter: line.delta for line in rows["device_counters"]}
        assert counted["write_bytes"] >= 16 * 2**20
        assert "device_histograms" not in rows


def test_disk_is_held_back_by_groups_v2(runs: dict[str, Reported]) -> None:
    rows = rows_of(runs["throttled"])
    write, read = rows["fio_jobs"]
    assert write.ios * 16 / 1024 == pytest.approx(16, rel=0.05)
    assert read.ios * 16 / 1024 == pytest.approx(32, rel=0.05)
    assert [line.moment for line in rows["quietness"]] == ["before", "during", "after"]


@pytest.mark.parametrize(
    ("name", "exit_code"), [("killed", -9), ("stopped", 143), ("throttled-killed", -9)]
)
def test_cell_that_is_killed_has_no_outcome(
    runs: dict[str, Reported], name: str, exit_code: int
) -> None:
    assert runs[name].exit_code == exit_code
    assert not (runs[name].folder / "outcome.json").exists()


def test_workload_that_fails_gives_its_own_words(runs: dict[str, Reported]) -> None:
    outcome = json.loads((runs["wrong"].folder / "outcome.json").read_text())
    assert (outcome["status"], outcome["cause"]) == ("failed", "guest")
    assert "no-such-option" in outcome["reason"]
    assert outcome["console_tail"]


def test_cell_that_outlives_its_limit_is_timed_out(runs: dict[str, Reported]) -> None:
    outcome = json.loads((runs["late"].folder / "outcome.json").read_text())
    assert outcome["status"] == "timed_out"
    assert "lab.wall_limit_s" in outcome["reason"]


def test_what_the_host_lacks_is_reported_and_nothing_is_run(runs: dict[str, Reported]) -> None:
    assert runs["large"].exit_code == 1
    assert "lab: /proc/cmdline: no 4096 MiB (lab.device_mib)" in runs["large"].stderr
    assert "lower lab.device_mib" in runs["large"].stderr
    assert not (runs["large"].folder / "outcome.json").exists()
