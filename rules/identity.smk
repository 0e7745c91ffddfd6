"""What decides each result, as parameters of its rule: scripts/identity says what belongs to it.

Code of the host is no part of it: an edit there measures nothing again.
"""


def guest_files(job, *tasks):
    """The files of the repository that a guest is sent for tasks."""
    adapter = STUDY.catalogue.engines.get(job["engine"])
    sent = {path for task in tasks for path in files_sent(job, task, adapter).values()}
    # A workload may have no statements for an engine, which its cells then report.
    return tuple(sorted(filter(os.path.isfile, sent)))


@cache
def identity(task, name):
    """What decides a data set, machine, snapshot or cell of the study."""
    job = JOBS[task][name].job
    return identity_of(task, job, lab_named(lab_name(job)))


def dataset_identity(wildcards):
    return identity("dataset", wildcards.dataset)


def machine_identity(wildcards):
    return identity("machine", wildcards.machine)


def snapshot_identity(wildcards):
    return identity("snapshot", wildcards.snapshot)


def cell_identity(wildcards):
    return identity("cell", wildcards.cell)
