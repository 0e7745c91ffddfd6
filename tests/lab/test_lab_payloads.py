"""What a guest reads of its job: nothing of the host's, and as much under any limit of time."""

from __future__ import annotations

import io
import json
import tarfile
from typing import Any

from guest.system import limit_s

from scripts.files.hashes import ROOT
from scripts.lab.payloads import payload_for

JOB: dict[str, Any] = {
    "machine_id": "device-1",
    "lab": {"name": "virtual", "cpus": 1},
    "engine": None,
    "images": {"base": "7" * 64},
    "device": {"device_mib": 512},
    "limits": {"virtual_s": 3600, "wall_s": 60},
}


def unpacked(job: dict[str, Any]) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(payload_for(job, "boot"))) as tar:
        return {name: tar.extractfile(name).read() for name in tar.getnames()}


def test_job_in_the_payload_has_nothing_of_the_host() -> None:
    sent = json.loads(unpacked(JOB)["job.json"])
    assert sent["limits"].keys() == {"virtual_ns_and_base"}
    assert limit_s(sent) == 3600
    assert "images" not in sent
    assert sent["lab"] == "virtual"
    assert sent["machine_id"] == "device-1"


def test_limit_of_virtual_time_takes_the_same_room() -> None:
    texts = []
    for set_s in (60, 3600, 3600.5, 123456):
        text = unpacked(JOB | {"limits": {"virtual_s": set_s, "wall_s": 1}})["job.json"]
        assert limit_s(json.loads(text)) == set_s
        texts.append(text)
    assert len({len(text) for text in texts}) == 1


def test_runner_is_sent_without_its_words() -> None:
    sent = unpacked(JOB)["guest/__main__.py"].decode()
    assert '"""' not in sent
    assert len(sent) < len((ROOT / "scripts/guest/__main__.py").read_text())
