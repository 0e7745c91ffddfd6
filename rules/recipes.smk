"""What decides a cell that machines share, and which cells are taken from the folder BANDWISE_CELLS.

Only the run itself looks for cells to take; a job on a cluster's node is of a cell to be measured.
"""

from scripts.share.entry import DIGEST, ShareError, taken_recipe

ENTRIES = os.environ.get("BANDWISE_CELLS")
TAKEN_RECORDS = f"{RESULTS}/taken"


@cache
def recipe(cell):
    """All that decides a cell, as one hash; None for a cell that other machines can't have."""
    job, snapshot = CELLS[cell].job, CELLS[cell].snapshot_id
    if not LAB.capabilities.deterministic or job.get("tools"):
        return None
    for layer, image in images_of(job, LAB).items():
        if image is None:
            # Nobody knows then which image a cell had.
            raise ShareError(f"envs/{layer}.lock.yaml: names no image_sha256: run make relock")
    begins_with = [("machine", SNAPSHOTS[snapshot].machine_id), ("snapshot", snapshot)]
    if dataset := CELLS[cell].dataset_id:
        begins_with.append(("dataset", dataset))
    real = [job["dataset"]["file"]] if dataset and job["dataset"].get("file") else []
    made = [identity(task, name) for task, name in [*begins_with, ("cell", cell)]]
    return identity_of_all(made, real)


def entry_of(cell):
    """Where a cell is, or would be, in the folder."""
    return f"{ENTRIES}/{cell}.{recipe(cell)}"


def taken_cells():
    """The cells that were taken and still are as they would be measured, and those to take now.

    What was measured here stays as it is.
    """
    if not (ENTRIES or Path(TAKEN_RECORDS).exists()):
        return frozenset()
    if not workflow.is_main_process or not LAB.capabilities.deterministic:
        return frozenset()
    return frozenset(filter(is_taken, CELLS))


def is_taken(cell):
    """Whether a cell is one that was, or is now to be, taken."""
    if (wanted := recipe(cell)) is None or measured_here(cell):
        return False
    if taken_recipe(*taken_files(cell)) == wanted:
        return True
    return bool(ENTRIES) and os.path.exists(f"{entry_of(cell)}/{DIGEST}")


def taken_files(cell):
    """What says that a cell was taken, and the manifest that it is of."""
    return Path(TAKEN_RECORDS, f"{cell}.json"), Path(RESULTS, "cells", cell, "outcome.json")


def measured_here(cell):
    """Whether a cell's manifest is not, or no longer, that of the entry that its record names."""
    record, manifest = taken_files(cell)
    return manifest.exists() and taken_recipe(record, manifest) is None


def forget_measured():
    """Delete the records of cells that were taken, and have been measured here since."""
    for cell in filter(measured_here, CELLS):
        taken_files(cell)[0].unlink(missing_ok=True)


def shared_entries(wildcards):
    """An entry for each cell that was measured here."""
    if not ENTRIES:
        raise WorkflowError("BANDWISE_CELLS=folder names the folder to share cells in")
    require_deterministic("share")
    return [f"{entry_of(cell)}/{DIGEST}" for cell in CELLS if cell not in TAKEN and recipe(cell)]


try:
    TAKEN = taken_cells()
except ShareError as error:
    sys.exit(str(error))
if TAKEN:
    # Of these, some are measured here to see that they are the same.
    VERIFIED = PLAN.sample(STUDY.config.verify_cells, among=TAKEN)
    KEPT |= {CELLS[cell].snapshot_id for cell in VERIFIED}
