"""The payload: a tar of the job, the runner's code for the task, and what else the task needs."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping
from typing import Any

from scripts.identity.payload import content, files_sent, job_for, without_hosts
from scripts.lab.errors import LabError
from scripts.lab.places import adapter_of


def payload_for(job: dict[str, Any], task: str, more: Mapping[str, bytes] | None = None) -> bytes:
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


def job_text(job: Mapping[str, Any]) -> str:
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
