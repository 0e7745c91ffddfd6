"""What each job runs, as parameters: scripts/steps.py says what belongs to a step.

What a guest is sent counts with every byte: its clock is its count of instructions, and it reads
the comments, too.
"""


def guest_files(job, *tasks):
    """The runner's files that a guest is sent for tasks."""
    adapter = STUDY.catalogue.engines.get(job["engine"])
    with_hammerdb = "hammerdb" in job
    sent = (guest_sources(adapter, task, with_hammerdb=with_hammerdb) for task in tasks)
    return tuple(sorted({path for files in sent for path in files}))


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
    runner = {*guest_files(job, "prepare", "measure"), *runner_sources()}
    enter = files_below("scripts/lab/metal/enter.sh")
    return code_of("metal_cell", guest=tuple(sorted([*runner, *enter])))
