"""``job.json`` and ``outcome.json``: what a cell was to do, and how it ended."""

from __future__ import annotations

from typing import Any

from scripts.device.controls import values
from scripts.device.setting import Value
from scripts.device.table import SETTINGS
from scripts.jobs import Job, as_job
from scripts.parse.errors import ParseError, to_number
from scripts.parse.json_text import load_object
from scripts.parse.rows import Cell
from scripts.parse.rows.run import CellColumns
from scripts.values.canonical import canonical

STATUSES = ("done", "failed", "timed_out")
NOT_RUN = "not_run"
# The cell was measured, but what it left can't be read.
PARSE_FAILED = "parse_failed"

_SEED = "seed"
_BANDWIDTH, _READ_BANDWIDTH = "device.bandwidth_mib_s", "device.read_bandwidth_mib_s"


def parse_job(text: str, source: str) -> Job:
    """Read a job; raises ParseError if what the rows need is missing."""
    job = load_object(text, source)
    for key in ("cell_id", "experiment", "lab", "device", "phases", "factors"):
        if key not in job:
            raise ParseError(source, None, f"the field {key!r} is missing")
    if not isinstance(job["lab"], dict) or not isinstance(job["lab"].get("name"), str):
        raise ParseError(source, None, "the field 'lab' is not a lab's name and capabilities")
    return as_job(job)


def parse_outcome(text: str, source: str) -> dict[str, Any]:
    """Read an outcome; raises ParseError for an unknown status, or none."""
    outcome = load_object(text, source)
    status = outcome.get("status")
    if status not in STATUSES:
        raise ParseError(source, None, f"status {status!r} should be one of {', '.join(STATUSES)}")
    if outcome.get("virtual_s") is not None:
        to_number(outcome["virtual_s"], source, None, "virtual_s")
    return outcome


def group_key(job: Job, left_out: frozenset[str]) -> str:
    """A readable key of the experiment and its factors but those left out."""
    kept = {name: value for name, value in job["factors"].items() if name not in left_out}
    return f"{job['experiment']} {canonical(kept)}"


def curve_group(job: Job) -> str:
    """The key of the cells on one curve, whose axis is the bandwidth of reads.

    A factor that sets reads alone leaves the bandwidth of writes to others, which then keep curves
    apart: two cells that differ in it alone would have the same place on one curve.
    """
    axis = _READ_BANDWIDTH if _READ_BANDWIDTH in job["factors"] else _BANDWIDTH
    return group_key(job, frozenset({_SEED, "engine", axis}))


def cell_row(job: Job, outcome: dict[str, Any]) -> CellColumns:
    """Return the row of table ``cells``.

    ``repeat_group`` is shared by cells that differ by seed alone, ``curve_group`` by those of one
    curve: they differ by seed, engine and the bandwidth of reads, or of reads and writes alike.
    The workload is that of the first phase that is no
    ``engine/`` verb; the threads are the most that any such phase has, as one that only prepares
    may have fewer. A bandwidth of 0 means no limit and becomes null.
    """
    dataset = job.get("dataset") or {}
    device = job["device"]
    loads = [phase for phase in job["phases"] if not phase["workload"].startswith("engine/")]
    loads = loads or job["phases"]
    load = loads[0] if loads else {}

    def number(block: dict[str, Any], key: str) -> float | None:
        value = block.get(key)
        return None if value is None else float(value)

    return Cell(
        experiment=job["experiment"],
        lab=job["lab"]["name"],
        engine=job.get("engine"),
        workload=load.get("workload"),
        dataset=dataset.get("id"),
        dataset_kind=dataset.get("kind"),
        dataset_tables=dataset.get("tables"),
        dataset_rows_per_table=dataset.get("rows_per_table", dataset.get("rows")),
        dataset_scale_factor=number(dataset, "scale_factor"),
        filesystem=job.get("filesystem") or "none",
        engine_memory_mib=job["engine_memory_mib"],
        device_mib=device.get("device_mib"),
        threads=max((phase["threads"] for phase in loads if phase.get("threads")), default=None),
        traces=" ".join(job.get("traces") or []),
        seed=job.get("seed", 0),
        tuning_json=canonical(job.get("tuning") or {}),
        factors_json=canonical(job["factors"]),
        repeat_group=group_key(job, frozenset({_SEED})),
        curve_group=curve_group(job),
        status=outcome["status"],
        reason=outcome.get("reason"),
        cause=outcome.get("cause"),
        virtual_s=number(outcome, "virtual_s"),
        snapshot_id=job.get("snapshot_id"),
        # With the lab by its name, as the guest had it: what that is capable of is stored once.
        job_json=canonical(job | {"lab": job["lab"]["name"]}),
        **_settings(device),
    )


def _settings(device: dict[str, Any]) -> dict[str, Value | None]:
    """The column of each setting of the device; null where it has none, and for no bandwidth."""
    found = values(device)
    columns: dict[str, Value | None] = {}
    for setting in SETTINGS:
        value = found.get(setting.name)
        known = value is not None and not (setting.default is None and value == 0)
        columns[setting.name] = setting.type(value) if known else None
    return columns


def parse_failed_row(job: Job, reason: str) -> CellColumns:
    """The row of a cell whose outputs can't be read; `reason` names file and line."""
    return cell_row(job, {"status": PARSE_FAILED, "reason": reason, "cause": "parser"})
