"""What a cell ran on: the layers by content, and the host by what it says of itself."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from scripts.data.generated import provenance as provenance_of_data
from scripts.jobs import Job
from scripts.lab.host.devices import Devices
from scripts.lab.places import Places
from scripts.values.canonical import canonical

# Settings of the host that a measurement depends on and a cell leaves as they are.
SETTINGS = {
    "host.transparent_hugepage": "/sys/kernel/mm/transparent_hugepage/enabled",
    "host.governor": "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
    "host.turbo_off": "/sys/devices/system/cpu/intel_pstate/no_turbo",
    "host.clocksource": "/sys/devices/system/clocksource/clocksource0/current_clocksource",
    "host.cpus_isolated": "/sys/devices/system/cpu/isolated",
}
# Of the kernel's command line what is said to it, and not to or of the program that it starts.
COMMAND_LINE = "/proc/cmdline"
_NOT_THE_KERNELS = re.compile(r"(^| )(rd)?init=\S*")


def provenance(job: Job, places: Places, disk: str, devices: Devices) -> dict[str, str]:
    """Layers, device, kernel, processor, memory and settings, as far as the host reports them."""
    names = ["base", *([job["engine"]] if job["engine"] else [])]
    names += job.get("tools", {})
    found = provenance_of_data(job, places.needed)
    for name in names:
        manifest = json.loads((places.shared / f"layers/{name}/layer.json").read_text())
        found[f"layer.{name}"] = manifest["image_sha256"]
        if "source" in manifest:
            found[f"layer.{name}.source"] = manifest["source_sha256"]
    found |= devices.provenance(job["device"], places)
    found["device.applied"] = canonical(devices.applied(job["device"]))
    system = os.uname()
    processors = Path("/proc/cpuinfo").read_text()
    found |= {
        "host.kernel": f"{system.release} {system.version}",
        "host.cpu": _first(r"^model name\s*: (.*)$", processors),
        "host.cpus": str(os.cpu_count()),
        "host.memory": _first(r"^MemTotal:\s+(.*)$", Path("/proc/meminfo").read_text()),
        "host.disk": _text(f"/sys/class/block/{disk}/device/model"),
    }
    found |= {key: _text(path) for key, path in SETTINGS.items()}
    found["host.command_line"] = command_line(_text(COMMAND_LINE))
    return {key: value for key, value in found.items() if value}


def command_line(text: str) -> str:
    """The kernel's own options: without what follows ``--``, and without its first program."""
    return _NOT_THE_KERNELS.sub("", text.partition(" -- ")[0]).strip()


def _first(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    return match[1].strip() if match else ""


def _text(path: str) -> str:
    return Path(path).read_text().strip() if Path(path).exists() else ""
