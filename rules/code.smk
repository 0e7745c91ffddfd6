"""What each job runs, as parameters: scripts/steps.py says what belongs to a step.

Of what a guest is sent every byte counts, as its clock is its count of instructions; it is sent no
comments of ours, so these count for nothing.
"""


def guest_files(job, *tasks):
    """The files of the repository that a guest is sent for tasks."""
    adapter = STUDY.catalogue.engines.get(job["engine"])
    sent = {path for task in tasks for path in files_sent(job, task, adapter).values()}
    # A workload may have no statements for an engine, which its cells then tell.
    return tuple(sorted(filter(os.path.isfile, sent)))


def dataset_code(wildcards):
    job = DATASETS[wildcards.dataset].job
    return code_of("dataset", kind=job["dataset"]["kind"], guest=guest_files(job, "load"))


def machine_code(wildcards):
    return code_of("machine", guest=guest_files(MACHINES[wildcards.machine].job, "boot"))


def snapshot_code(wildcards):
    return code_of("snapshot", guest=guest_files(SNAPSHOTS[wildcards.snapshot].job, "prepare"))


def cell_code(wildcards):
    job = CELLS[wildcards.cell].job
    if not ON_METAL:
        return code_of("cell", guest=guest_files(job, "measure"))
    sent = {*guest_files(job, "prepare", "measure"), *runner_sources()}
    return code_of("metal_cell", guest=(*sorted(sent), *files_below("scripts/lab/native/enter.sh")))
