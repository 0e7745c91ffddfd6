"""What jobs ask of a scheduler, be it a cluster's or Snakemake's own: memory, disk, minutes, CPUs.

Input:  the configuration's lab
Output: for rules, functions, as how jobs are run is only known after the rules were read
"""

WALL_MINUTES = -(-STUDY.config.lab.wall_limit_s // 60)
# Beside the machine's own time: to begin and to resume it; to copy images and save it; to make and
# pack the rows that are loaded.
CELL_MINUTES = WALL_MINUTES + 15
KEPT_MINUTES = WALL_MINUTES + 60
LOAD_MINUTES = WALL_MINUTES + 120


def machine_mib(wildcards):
    """A machine's memory, and its images on a disk; here no more than there is: one always may."""
    return min(MACHINE_MIB, HOST_MIB) if workflow.local_exec else MACHINE_MIB


def cell_threads(wildcards):
    """All CPUs for a cell that has its host for itself, so that nothing else runs meanwhile."""
    return all_cores(wildcards) if LAB.capabilities.exclusive else 1


def all_cores(wildcards):
    """All CPUs that this run may use."""
    return workflow.resource_settings.cores or 1


def machines_at_once():
    """How many machines may run at the same time, for the estimate of the time left."""
    if LAB.capabilities.exclusive:
        return 1
    return HOST_MIB // MACHINE_MIB if workflow.local_exec else workflow.resource_settings.nodes
