"""Whether what a job begins with was made for it: the job beside its manifest says what it is of.

An id ends in a short hash, which two jobs can have in common.
"""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job, as_job, lab_name, warm_up_seed
from scripts.lab.errors import LabError
from scripts.lab.manifest import read_object

# What is left out of a job that has the usual.
UNSAID = ("cpus", "turn_instructions", "tools")
# Of its own: a new limit of time makes nothing new, and a seed is compared by what it follows from.
OWN = {"machine_id", "snapshot_id", "limits", "seed", "lab", "device"}
# A load has memory and settings of its own, and may be of another lab.
OF_DATA = ("engine", "images", "dataset", "filesystem")


def require_own(job: Job, manifest: Path, what: str) -> None:
    """Raise LabError if what a manifest stands for was made for another job than this needs."""
    file = manifest.with_name("job.json")
    if not file.exists():
        return
    other = as_job(read_object(file))
    names = set(OF_DATA) if what == "dataset" else {*other, *UNSAID} - OWN
    wrong = {name for name in names if job.get(name) != other.get(name)}
    if not (other.get("device") or {}).items() <= (job.get("device") or {}).items():
        wrong.add("device")
    if what != "dataset" and lab_name(other) != lab_name(job):
        wrong.add("lab")
    if what == "snapshot" and other.get("seed") != warm_up_seed(job["seed"], job["warm_up"]):
        wrong.add("seed")
    if wrong:
        raise LabError(
            f"{file}: is of another job of the same id, as its {min(wrong)} is not the one needed: "
            f"delete the folder {file.parent}, and run snakemake again"
        )
