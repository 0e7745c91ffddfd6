"""What each job runs, as parameters: scripts/steps.py says what belongs to a step.

Of what a guest is sent every byte counts, as its clock is its count of instructions; it is sent no
comments of ours, so these count for nothing.
"""


def guest_files(job, *tasks):
    """The files of the repository that a guest is sent for tasks."""
    adapter = STUDY.catalogue.engines.get(job["engine"])
    sent = {path for task in tasks for path in files_sent(job, task, adapter).values()}
    # A workload may have no statements for an engine, which its cells then report.
    return tuple(sorted(filter(os.path.isfile, sent)))


def warm_up_of(job):
    """The phase that warms a job's engine up; none without one."""
    return [job["warm_up"]] if job["warm_up"] else []


def dataset_code(wildcards):
    job = DATASETS[wildcards.dataset].job
    step = f"{lab_name(job)}/dataset"
    kind, guest = job["dataset"]["kind"], guest_files(job, "load")
    return code_of(step, kind=kind, guest=guest, hooks=data.hooks(job))


def machine_code(wildcards):
    job = MACHINES[wildcards.machine].job
    return code_of(f"{lab_name(job)}/machine", guest=guest_files(job, "boot"))


def snapshot_code(wildcards):
    job = SNAPSHOTS[wildcards.snapshot].job
    hooks = (*data.hooks(job), *hook_files(warm_up_of(job), "made"))
    return code_of(f"{lab_name(job)}/snapshot", guest=guest_files(job, "prepare"), hooks=hooks)


def cell_code(wildcards):
    job = CELLS[wildcards.cell].job
    # Without a snapshot, a cell prepares and measures in one go.
    tasks = ["measure"] if LAB.capabilities.snapshots else ["prepare", "measure"]
    sent = {*guest_files(job, *tasks), *LAB.cell_files()}
    phases = job["phases"] if LAB.capabilities.snapshots else [*warm_up_of(job), *job["phases"]]
    hooks = (*data.hooks(job), *hook_files(phases, "made", "answer"))
    return code_of(f"{LAB.name}/cell", guest=tuple(sorted(sent)), hooks=hooks)
