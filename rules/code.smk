"""What each job runs, as parameters: scripts/steps.py says what belongs to a step.

What a guest is sent counts with every byte: its clock is its count of instructions, and it reads
the comments, too.
"""

@cache
def files_sent(adapter, task, with_hammerdb):
    return tuple(guest_sources(adapter, task, with_hammerdb=with_hammerdb))


def guest_files(job, task):
    """The runner's files that a guest is sent for a task."""
    adapter = STUDY.catalogue.engines.get(job["engine"])
    return files_sent(adapter, task, "hammerdb" in job)


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
    sent = {*guest_files(job, "prepare"), *guest_files(job, "measure"), *runner_sources()}
    return code_of("metal_cell", guest=(*sorted(sent), *files_below("scripts/lab/metal/enter.sh")))
