"""The payload: a tar of the job, the runner's code for the task, and what else the task needs."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping
from typing import Any

from scripts.device.controls import controls, fastest, schedule
from scripts.lab.errors import LabError
from scripts.lab.job import lab_name
from scripts.lab.places import adapter_of
from scripts.sent import content, files_sent, job_sent

# Where a machine's device has its storage, in the guest's physical memory.
DEVICE_START_MIB = 4096
# As guest.system has it.
LIMIT_BASE_NS = 10**17


def payload_for(job: dict[str, Any], task: str, more: Mapping[str, bytes] | None = None) -> bytes:
    """The tar that goes into the inbox for ``task``: "load", "boot", "prepare" or "measure".

    ``more``: what is not in the repository, by its name in the payload.
    """
    adapter = adapter_of(job["engine"])
    changes = [phase.get("device_schedule", []) for phase in job.get("phases", [])]
    device = job["device"] | {
        "start": DEVICE_START_MIB << 20,
        "bytes": job["device"]["device_mib"] << 20,
        "controls": controls(job["device"]),
        "fastest": fastest(),
        "schedules": [schedule(steps) for steps in changes],
    }
    sent = job_sent(job) | {"task": task, "adapter": adapter, "device": device}
    files = {"job.json": job_text(sent).encode(), **(more or {})}
    for name, path in files_sent(job, task, adapter).items():
        try:
            files[name] = content(path)
        except FileNotFoundError:
            raise LabError(f"{path}: the job needs it, and it does not exist") from None
    return build_payload(files)


def job_text(job: Mapping[str, Any]) -> str:
    """The job as the guest reads it, without what is the host's business.

    The limit of virtual time is not in the job's id, so a guest that does not run into it must do
    the same work under any limit, to the instruction. With a base, all have as many digits.
    """
    limit_ns = round(job["limits"]["virtual_s"] * 1e9)
    kept = {name: value for name, value in job.items() if name != "images"}
    # What a lab is capable of is the lab's business, and its name stays its name.
    kept["lab"] = lab_name(job)
    kept["limits"] = {"virtual_ns_and_base": LIMIT_BASE_NS + limit_ns}
    return json.dumps(kept, indent=1, sort_keys=True)


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
