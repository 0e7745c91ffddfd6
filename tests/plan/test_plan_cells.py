"""Factors to cells: how many, with which settings, under which ids."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scratch_study import Repository

from scripts.plan.catalogue import HOST_LAYERS
from scripts.plan.errors import ConfigError
from scripts.plan.jobs import short_hash
from scripts.plan.order import in_turns
from scripts.plan.resolve import duration_at

GOLDEN = Path(__file__).parent / "golden_job.json"
Ids = Callable[[], list[str]]


def test_a_cell_has_the_keys_and_the_hash_that_it_always_had(repository: Repository) -> None:
    """A change of either makes every stored result stale, so it must be meant."""
    assert repository.plan().cells[0].job == json.loads(GOLDEN.read_text())


def test_engines_take_turns_at_each_setting_and_seeds_come_one_after_the_other(
    repository: Repository,
) -> None:
    turns = [cell.rpartition("-")[0] for cell in in_turns(repository.plan().cells)]
    assert turns == [
        f"oltp-{engine}-bw{bandwidth}-s{seed}"
        for seed in (1, 2)
        for bandwidth in (4, 64)
        for engine in ("postgresql-17", "mariadb-11.8")
    ]


def test_cells_are_the_full_factorial_in_the_order_of_the_file(ids: Ids) -> None:
    without_hash = [cell.rpartition("-")[0] for cell in ids()]
    assert without_hash == [
        f"oltp-{engine}-bw{bandwidth}-s{seed}"
        for engine in ("postgresql-17", "mariadb-11.8")
        for bandwidth in (4, 64)
        for seed in (1, 2)
    ]


def test_cells_share_a_dataset_and_a_snapshot_an_engine(repository: Repository) -> None:
    plan = repository.plan()
    assert len(plan.datasets) == len(plan.snapshots) == 2
    assert {cell.snapshot_id for cell in plan.cells} == {entry.id for entry in plan.snapshots}
    assert [layer.id for layer in plan.layers] == [*HOST_LAYERS, "mariadb-11.8", "postgresql-17"]


SAME = {
    "a comment": ("cell:\n", "# A comment.\ncell:\n"),
    "the order of keys": (
        "title: OLTP\nquestion: How fast?\n",
        "question: How fast?\ntitle: OLTP\n",
    ),
    "4.0 for 4": ("[4, 64]", "[4.0, 64]"),
    "a default made explicit": ("read_latency_us: 20}", "read_latency_us: 20, read_ahead_kb: 128}"),
    "the title": ("title: OLTP", "title: Transactions"),
    "the limit of wall time": ("device_mib: 1536}", "device_mib: 1536, wall_limit_s: 5000}"),
    "the limit of virtual time": ("device_mib: 1536}", "device_mib: 1536, virtual_limit_s: 9000}"),
    "where results are kept": ("engine_memory_mib: 128", "engine_memory_mib: 128\nresults_dir: x"),
    "tuning of another engine": (
        "engine_memory_mib: 128",
        "engine_memory_mib: 128\ntuning: {mariadb: {}}",
    ),
}
OTHER = {
    "the latency": ("read_latency_us: 20", "read_latency_us: 21"),
    "the engines' memory": ("engine_memory_mib: 128", "engine_memory_mib: 129"),
    "the machine's memory": ("machine_memory_mib: 768", "machine_memory_mib: 800"),
    "the data": ("rows_per_table: 100000", "rows_per_table: 100001"),
    "a trace": ("[device_requests]", "[]"),
    "a duration": ("{4: 60, default: 8}", "{4: 61, default: 9}"),
    "threads": ("threads: 8", "threads: 9"),
    "an option": ("threads: 8", "threads: 8\n  options: {skip_trx: on}"),
    "a warm-up": ("threads: 8", "threads: 8\n  warm_up: {name: w, workload: engine/checkpoint}"),
}


@pytest.mark.parametrize("name", SAME)
def test_what_changes_no_measurement_changes_no_id(
    repository: Repository, ids: Ids, name: str
) -> None:
    before = ids()
    repository.replace(*SAME[name])
    assert ids() == before


@pytest.mark.parametrize("name", OTHER)
def test_what_changes_a_measurement_changes_every_id(
    repository: Repository, ids: Ids, name: str
) -> None:
    before = ids()
    repository.replace(*OTHER[name])
    assert not set(ids()) & set(before)


def _ids(repository: Repository) -> dict[str, set[str]]:
    plan = repository.plan()
    kinds = ("datasets", "machines", "snapshots", "cells")
    return {kind: {entry.id for entry in getattr(plan, kind)} for kind in kinds}


def test_limits_of_time_are_in_no_id(repository: Repository) -> None:
    before = _ids(repository)
    repository.replace("device_mib: 1536}", "device_mib: 1536, virtual_limit_s: 9000}")
    assert _ids(repository) == before


@pytest.mark.parametrize("text", ["image_sha256: " + "7" * 64, "packages: {a: {version: 2}}"])
@pytest.mark.parametrize("layer", ["base", "toolchain", "qemu", "mariadb-11.8"])
def test_ids_hash_the_locked_images_of_the_layers_that_are_used(
    repository: Repository, layer: str, text: str
) -> None:
    before = _ids(repository)
    repository._write(f"envs/{layer}.lock.yaml", f"{text}\n")
    for kind, ids in _ids(repository).items():
        stay = {name for name in before[kind] if layer == "mariadb-11.8" and layer not in name}
        assert ids & before[kind] == stay, kind


def test_image_with_the_results_of_an_earlier_one_moves_no_id(repository: Repository) -> None:
    before = _ids(repository)
    lock = (repository.root / "envs/qemu.lock.yaml").read_text()
    (image,) = re.findall("^image_sha256: ([0-9a-f]{64})$", lock, re.MULTILINE)
    same = re.sub("^results_of_sha256: .*\n", "", lock, flags=re.MULTILINE)
    faster = same.replace(image, f"{'7' * 64}\nresults_of_sha256: {image}")
    repository._write("envs/qemu.lock.yaml", same)
    without = _ids(repository)
    repository._write("envs/qemu.lock.yaml", faster)
    assert _ids(repository) == without
    repository._write("envs/qemu.lock.yaml", lock)
    assert _ids(repository) == before


def test_ids_of_a_compiled_layer_are_the_same_before_and_after_it_is_compiled(
    repository: Repository,
) -> None:
    source = f"source_sha256: {'5' * 64}\n"
    repository._write("envs/mariadb-11.8.lock.yaml", f"image_sha256: null\n{source}")
    before = _ids(repository)
    repository._write("envs/mariadb-11.8.lock.yaml", f"image_sha256: {'7' * 64}\n{source}")
    assert _ids(repository) == before
    repository._write("envs/mariadb-11.8.lock.yaml", source.replace("5", "6"))
    assert _ids(repository) != before


def test_layer_without_a_lock_is_one_line_that_says_what_to_do(repository: Repository) -> None:
    (repository.root / "envs/base.lock.yaml").unlink()
    with pytest.raises(ConfigError) as error:
        repository.plan()
    assert str(error.value).startswith("envs/base.lock.yaml: is missing: run `make relock NAMES=b")


def test_tuning_an_engine_changes_its_cells_only(repository: Repository, ids: Ids) -> None:
    before = ids()
    repository.replace("threads: 8", "threads: 8\n  tuning: {postgresql: {work_mem: 1MB}}")
    changed = set(before) - set(ids())
    assert changed == {cell for cell in before if "postgresql" in cell}


def test_tuning_of_the_version_goes_before_the_family_and_the_cell_before_the_study(
    repository: Repository,
) -> None:
    repository.replace(
        "engine_memory_mib: 128",
        "engine_memory_mib: 128\ntuning: {postgresql: {a: study, b: study, c: study}}",
    )
    repository.replace(
        "threads: 8",
        "threads: 8\n  tuning: {postgresql-17: {c: version}, postgresql: {b: cell, c: cell}}",
    )
    plan = repository.plan()
    assert plan.cells[0].job["tuning"] == {"a": "study", "b": "cell", "c": "version"}
    assert plan.cells[-1].job["tuning"] == {}


def test_bare_on_and_off_are_passed_on_as_words(repository: Repository) -> None:
    repository.replace("threads: 8", "threads: 8\n  tuning: {postgresql: {x: off, y: on}}")
    assert repository.plan().cells[0].job["tuning"] == {"x": "off", "y": "on"}


def test_factor_of_one_engine_makes_cells_of_the_others_once(
    repository: Repository, ids: Ids
) -> None:
    repository.replace("seed: [1, 2]", 'tuning.postgresql.autovacuum: ["on", "off"]')
    cells = ids()
    assert sum("postgresql" in cell for cell in cells) == 4
    assert sum("mariadb" in cell for cell in cells) == 2
    assert any("autovacuum-off" in cell for cell in cells)


def test_version_with_a_dot_can_be_tuned(repository: Repository) -> None:
    repository.replace("seed: [1, 2]", "tuning.mariadb-11.8.innodb_doublewrite: [on, off]")
    tuned = [cell.job["tuning"] for cell in repository.plan().cells]
    assert {"innodb_doublewrite": "off"} in tuned


def test_group_changes_several_settings_together(repository: Repository) -> None:
    repository.replace(
        "seed: [1, 2]",
        "commit:\n"
        "    - {label: safe, tuning.postgresql.fsync: on}\n"
        "    - {label: fast, tuning.postgresql.fsync: off, threads: 16, options.skip_trx: on}",
    )
    safe, fast = repository.plan().cells[:2]
    assert "-safe-" in safe.id
    assert (safe.job["tuning"], safe.job["phases"][0]["threads"]) == ({"fsync": "on"}, 8)
    assert (fast.job["tuning"], fast.job["phases"][0]["threads"]) == ({"fsync": "off"}, 16)
    assert fast.job["phases"][0]["options"] == {"skip_trx": "on"}


def test_value_for_some_engines_makes_no_cells_of_others(repository: Repository, ids: Ids) -> None:
    repository.replace(
        "seed: [1, 2]",
        "room:\n"
        "    - {label: full, options.fill_factor: 100}\n"
        "    - {label: loose, options.fill_factor: 70, engines: [postgresql]}",
    )
    cells = ids()
    assert sum("-full-" in cell for cell in cells) == 4
    assert [cell.split("-")[1] for cell in cells if "-loose-" in cell] == ["postgresql"] * 2
    assert "engines" not in str([cell.job["factors"] for cell in repository.plan().cells])


def test_bandwidth_factor_sets_reads_and_writes(repository: Repository) -> None:
    repository.replace("{read_latency_us: 20}", "{write_bandwidth_mib_s: 7}")
    device = repository.plan().cells[0].job["device"]
    assert (device["read_bandwidth_mib_s"], device["write_bandwidth_mib_s"]) == (4, 4)


def test_slower_direction_gives_the_duration(repository: Repository) -> None:
    repository.replace("device.bandwidth_mib_s: [4, 64]", "device.write_bandwidth_mib_s: [4, 64]")
    repository.replace("{read_latency_us: 20}", "{read_bandwidth_mib_s: 64}")
    durations = [cell.job["phases"][0]["duration_s"] for cell in repository.plan().cells[::2]]
    assert durations == [60, 8, 60, 8]


def test_override_replaces_a_factor_and_may_add_one(repository: Repository, ids: Ids) -> None:
    repository.study += (
        "experiment_overrides: {oltp: {device.bandwidth_mib_s: [16], device.read_ahead_kb: [0]}}\n"
    )
    cells = ids()
    assert len(cells) == 4
    assert all("-bw16-" in cell and "-ra0-" in cell for cell in cells)


def test_engine_that_does_not_take_part_is_left_out(repository: Repository, ids: Ids) -> None:
    repository.replace("[postgresql-17, mariadb-11.8]", "[mariadb-11.8]")
    repository.replace("engine: [all]", "engine: [postgresql-17, mariadb-11.8]")
    assert len(ids()) == 4
    assert [layer.id for layer in repository.plan().layers] == [*HOST_LAYERS, "mariadb-11.8"]


def test_phase_of_one_engine_is_run_by_no_other(repository: Repository) -> None:
    repository.experiment += (
        "    - {name: vacuum, workload: engine/vacuum, engines: [postgresql]}\n"
    )
    cells = repository.plan().cells
    assert [len(cell.job["phases"]) for cell in (cells[0], cells[-1])] == [2, 1]


def test_fio_needs_no_engine(repository: Repository) -> None:
    repository.replace("engine: [all]", "filesystem: [none]")
    repository.replace("  dataset: sysbench\n", "")
    repository.replace("workload: sysbench/oltp_read_write", "workload: fio/randread")
    job = repository.plan().cells[0].job
    assert (job["engine"], job["dataset"], job["filesystem"]) == (None, None, "none")
    assert job["snapshot_id"].startswith("device-none-")


def test_block_device_has_a_path_and_no_settings(repository: Repository) -> None:
    repository.replace("engine: [all]", "filesystem: [none]")
    repository.replace("  dataset: sysbench\n", "")
    repository.replace("workload: sysbench/oltp_read_write", "workload: fio/randread")
    emulated = repository.plan().snapshots
    repository.replace("  device.bandwidth_mib_s: [4, 64]\n", "")
    repository.replace("{read_latency_us: 20}", "{kind: block, path: /dev/nullb0}")
    plan = repository.plan()
    disk = {"kind": "block", "path": "/dev/nullb0", "device_mib": 1536}
    assert plan.cells[0].job["device"] == disk | {"read_ahead_kb": 128}
    assert plan.cells[0].job["phases"][0]["duration_s"] == 8
    assert [snapshot.job["device"] for snapshot in plan.snapshots] == [disk]
    assert {snapshot.machine_id for snapshot in emulated} == {plan.machines[0].id}


def test_job_that_ends_with_its_file_needs_no_duration(repository: Repository) -> None:
    repository.replace("engine: [all]", "filesystem: [ext4, xfs]")
    repository.replace("  dataset: sysbench\n", "  warm_up: {name: w, workload: fio/scan_direct}\n")
    repository.replace("workload: sysbench/oltp_read_write", "workload: fio/scan_direct")
    repository.replace("      duration_s: {4: 60, default: 8}\n", "")
    plan = repository.plan()
    assert [cell.job["filesystem"] for cell in plan.cells] == ["ext4"] * 4 + ["xfs"] * 4
    assert {snapshot.job["warm_up"]["duration_s"] for snapshot in plan.snapshots} == {0}


def test_no_cell_has_the_seed_of_the_warm_up(repository: Repository) -> None:
    """It would find the keys that it asks for in the caches."""
    warm_up = "{name: w, workload: sysbench/oltp_read_only, events: 9}"
    repository.replace("threads: 8", f"threads: 8\n  warm_up: {warm_up}")
    seeds = {snapshot.job["seed"] for snapshot in repository.plan().snapshots}
    repository.replace("seed: [1, 2]", f"seed: [1, {min(seeds)}]")
    with pytest.raises(ConfigError, match=r"factors\.seed\[1\]: must be <= 1073741823"):
        repository.plan()


def test_repeats_have_warm_ups_of_their_own_and_bandwidths_share_them(
    repository: Repository,
) -> None:
    alike = {cell.snapshot_id for cell in repository.plan().cells}
    assert len(alike) == 2  # engines
    warm_up = "{name: w, workload: sysbench/oltp_read_only, events: 9}"
    repository.replace("threads: 8", f"threads: 8\n  warm_up: {warm_up}")
    begins: dict[str | None, set[tuple[str, int]]] = {}
    for cell in repository.plan().cells:
        begins.setdefault(cell.snapshot_id, set()).add((cell.job["engine"], cell.job["seed"]))
    assert len(begins) == 4
    assert all(len(who) == 1 for who in begins.values())


def test_value_of_a_group_for_some_engines_makes_no_cells_of_others(repository: Repository) -> None:
    repository.replace(
        "  seed: [1, 2]\n",
        "  settings: [{label: default}, {label: more, tuning.postgresql.work_mem: 1MB},"
        " {label: both, tuning.postgresql-17.work_mem: 2MB,"
        " tuning.mariadb.sort_buffer_size: 262144}]\n",
    )
    labels: dict[str, list[str]] = {"postgresql-17": [], "mariadb-11.8": []}
    for cell in repository.plan().cells:
        if cell.job["factors"]["device.bandwidth_mib_s"] == 4:
            labels[cell.job["engine"]].append(cell.job["factors"]["settings"])
    assert labels == {
        "postgresql-17": ["default", "more", "both"],
        "mariadb-11.8": ["default", "both"],
    }


def test_factors_scale_durations_and_events(repository: Repository) -> None:
    repository.study += "duration_factor: 0.3\nevents_factor: 0.1\n"
    repository.experiment += "    - {name: more, workload: sysbench/update_only, events: 11}\n"
    first, second = repository.plan().cells[-1].job["phases"]
    # 2.4 s, which sysbench can't count, and 1.1 transactions.
    assert (first["duration_s"], second["events"]) == (3, 2)


def test_factor_of_events_is_the_cells_own(repository: Repository) -> None:
    repository.study += "events_factor: 0.5\n"
    repository.replace("  seed: [1, 2]\n", "  events_factor: [1, 3]\n")
    repository.experiment += "    - {name: more, workload: sysbench/update_only, events: 10}\n"
    events = {
        cell.job["factors"]["events_factor"]: cell.job["phases"][1]["events"]
        for cell in repository.plan().cells
    }
    assert events == {1: 5, 3: 15}


def test_schedule_is_scaled_and_in_the_names_of_the_settings(repository: Repository) -> None:
    schedule = "[{at_s: 1, bandwidth_mib_s: 8}, {at_s: 2, write_latency_us: 50}]"
    repository.replace("default: 8}\n", f"default: 8}}\n      device_schedule: {schedule}\n")
    repository.replace("experiments:", "duration_factor: 0.25\nexperiments:")
    (phase,) = repository.plan().cells[0].job["phases"]
    assert phase["device_schedule"] == [
        {"at_s": 0.25, "read_bandwidth_mib_s": 8, "write_bandwidth_mib_s": 8},
        {"at_s": 0.5, "write_latency_us": 50},
    ]


def test_loading_does_not_depend_on_what_is_measured(repository: Repository) -> None:
    before = [entry.id for entry in repository.plan().datasets]
    repository.replace("engine_memory_mib: 128", "engine_memory_mib: 256")
    repository.replace("threads: 8", "threads: 8\n  tuning: {postgresql: {work_mem: 1MB}}")
    assert [entry.id for entry in repository.plan().datasets] == before


def test_sample_is_always_the_same_and_from_every_experiment_first(repository: Repository) -> None:
    plan = repository.plan()
    assert plan.sample(3) == repository.plan().sample(3)
    assert len(set(plan.sample(100))) == len(plan.cells)


@given(st.dictionaries(st.integers(1, 1000), st.floats(0, 100), max_size=6), st.floats(0.1, 2000))
def test_duration_is_that_of_the_next_step_up(steps: dict[int, float], bandwidth: float) -> None:
    named = {str(key): seconds for key, seconds in steps.items()} | {"default": -1.0}
    above = [key for key in steps if key >= bandwidth]
    assert duration_at(named, bandwidth) == (steps[min(above)] if above else -1.0)


@given(st.dictionaries(st.text(), st.integers() | st.text()))
def test_hash_does_not_see_the_order_of_keys(data: dict[str, int | str]) -> None:
    assert short_hash(data) == short_hash(dict(reversed(data.items())))
