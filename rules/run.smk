"""What belongs to a run and not to the study: its locks, and what its progress is made of.

Input:  nothing
Output: .snakemake/bandwise.lock and {shared}/run.lock, which mean something only while a run holds
        them; {shared}/logs/durations.jsonl, how long jobs took, for later estimates
"""

import signal

from snakemake.logging import logger

from scripts.files.locks import LockedError, hold, run_locks
from scripts.plan.room import room_problem
from scripts.programs.parents import announce_workflow
from scripts.programs.signals import handle_beside

HELD = []
# In a run of its own on a cluster's node, a job is for that one.
announce_workflow()


def hold_locks():
    """Be the only run in this checkout, and the only one that writes into the shared folder.

    Snakemake's own locks stay behind when a run is killed; profiles/default switches them off.
    """
    try:
        for file in run_locks(Path(SHARED)):
            HELD.append(hold(file))
    except LockedError as error:
        raise WorkflowError(str(error))


def warn_of_little_room():
    """Say before anything runs that the disk has too little room for what is still to be made."""
    problem = room_problem(PLAN, Path(RESULTS), Path(SHARED), kept=KEPT, at_once=machines_at_once())
    if problem:
        logger.warning(f"warning: {problem}")


def names_and_outputs(pattern, ids):
    """Each id with the file that is there when its step is finished."""
    return {id: pattern.format(id) for id in ids}


def announce_study():
    """Name the study's steps to the logger plugin; other loggers see one plain line."""
    steps = {
        "layer": names_and_outputs(f"{SHARED}/layers/{{}}/layer.json", [x.id for x in PLAN.layers]),
        "dataset": names_and_outputs(f"{SHARED}/datasets/{{}}/dataset.json", DATASETS),
        "machine": names_and_outputs(f"{SHARED}/machines/{{}}/machine.json", MACHINES),
        "snapshot": names_and_outputs(f"{SHARED}/snapshots/{{}}/snapshot.json", SNAPSHOTS),
        "cell": names_and_outputs(f"{RESULTS}/cells/{{}}/outcome.json", CELLS),
    }
    study = {
        "outputs": steps,
        "site": SITE,
        "shared": SHARED,
        "durations": f"{SHARED}/logs/durations.jsonl",
        # What takes the time of a snapshot is its engine's warm-up.
        "kinds": compiled_engines()
        | {
            id: "warm"
            for id, made in SNAPSHOTS.items()
            if made.job["engine"] and made.job["warm_up"]
        },
        "touch": workflow.touch,
        "machines": machines_at_once(),
    }
    text = f"Study {STUDY_FILE}: {len(CELLS)} cells"
    logger.info(text, extra={"bandwise_study": study})
