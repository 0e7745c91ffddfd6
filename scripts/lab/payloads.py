"""What a guest is given for a task: a tar of the job, the runner's code, and what else it needs."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterable, Mapping
from typing import Any

from scripts.data.generated import made_files as made_for_data
from scripts.identity.payload import content, files_sent, job_for, without_hosts
from scripts.jobs import Job, Phase, warm_up_of
from scripts.lab.errors import LabError
from scripts.lab.places import Places, adapter_of
from scripts.workloads.errors import WorkloadError
from scripts.workloads.registry import made_files as made_for_phases


def payload_for(job: Job, task: str, more: Mapping[str, bytes] | None = None) -> bytes:
    """The tar that goes into the inbox for ``task``: "load", "boot", "prepare" or "measure".

    ``more``: what is not in the repository, by its name in the payload.
    """
    adapter = adapter_of(job["engine"])
    files = {"job.json": _text(job_for(job, task)).encode(), **(more or {})}
    for name, path in files_sent(job, task, adapter).items():
        try:
            files[name] = content(path)
        except FileNotFoundError:
            raise LabError(f"{path}: the job needs it, and it does not exist") from None
    return build_payload(files)


def load_payload(job: Job, places: Places) -> bytes:
    """The tar of a machine that loads a data set: the emulator, and how the tables are made."""
    made = made_for_data(job, adapter_of(job["engine"]), places.needed)
    # Most kinds of data have no routines.
    files = {"vnvme.ko": places.module.read_bytes(), "routines.sql": b"", **made}
    return payload_for(job, "load", files)


def prepare_payload(job: Job, places: Places) -> bytes:
    """The tar of a machine that starts an engine: emulator, traces, the warm-up's workload."""
    module = places.module.read_bytes()
    return payload_for(
        job, "prepare", {"vnvme.ko": module, **phase_files(warm_up_of(job), job, places)}
    )


def measure_payload(job: Job, places: Places) -> bytes:
    """The tar of a machine that measures: the phases' workloads."""
    return payload_for(job, "measure", phase_files(job.get("phases", []), job, places))


def job_text(job: Job) -> str:
    """The job as the guest reads it, without what is the host's business."""
    return _text(without_hosts(job))


def _text(job: Mapping[str, Any]) -> str:
    return json.dumps(job, indent=1, sort_keys=True)


def build_payload(files: Mapping[str, bytes]) -> bytes:
    """A tar of ``files`` by name, the same bytes for the same files whoever makes it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            entry.mode = 0o755 if name.endswith(".sh") else 0o644
            tar.addfile(entry, io.BytesIO(files[name]))
    return out.getvalue()


def phase_files(phases: Iterable[Phase], job: Job, places: Places) -> dict[str, bytes]:
    """What phases need that is not in the repository, by names in the payload."""
    try:
        return made_for_phases(phases, job, adapter_of(job["engine"]), places.needed)
    except WorkloadError as error:
        raise LabError(str(error)) from None
