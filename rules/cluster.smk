"""What jobs ask of a cluster's scheduler, and what can't be done there: docs/cluster.md.

Input:  the configuration's lab
Output: minutes for each kind of machine; memory and disk are MACHINE_MIB. Locally only memory counts
"""

WALL_MINUTES = -(-STUDY.config.lab.wall_limit_s // 60)
# Beside the machine's own time: to begin and to resume it; to copy images and save it; to make and
# pack the rows that are loaded.
CELL_MINUTES = WALL_MINUTES + 15
KEPT_MINUTES = WALL_MINUTES + 60
LOAD_MINUTES = WALL_MINUTES + 120

if LAB.capabilities.exclusive and not workflow.local_exec:
    # Hosts differ, so a study compares what one of them measured.
    sys.exit(
        f"{STUDY_FILE}: lab.kind: {LAB.name} measures all cells on the host of Snakemake: run "
        "it there without a cluster's profile, or submit the whole of it as one job: docs/cluster.md"
    )
