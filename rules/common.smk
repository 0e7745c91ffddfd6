"""The study's plan, made while Snakemake reads the rules, and what this run needs of this host."""

import atexit
import json
import os
import re
import shutil
import sys
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, workflow.basedir)

from snakemake.exceptions import WorkflowError

from scripts.data import generated as data
from scripts.data.tpch.folder import FILES as TPCH_FILES
from scripts.engines import layer_files
from scripts.engines.reserved import reserved
from scripts.files import write_whole
from scripts.files.hashes import files_below, hash_of_text
from scripts.identity.generators import hash_of_code
from scripts.identity.jobs import PROTOCOL, identity_of, identity_of_all, images_of
from scripts.identity.payload import files_sent, hash_of_sent
from scripts.identity.steps import step
from scripts.lab.left_images import IMAGES
from scripts.jobs import cpus_of, lab_name, warm_up_of
from scripts.lab.places import BOOT_FILES, EMULATOR_FILES, host_emulator_files
from scripts.lab.registry import lab_named
from scripts.layers.hammerdb import hammerdb_files
from scripts.layers.compiled import built_with, recipe_files_of
from scripts.layers.errors import LayerError
from scripts.layers.model import layer_names, load_layer
from scripts.files.owner import give_back
from scripts.plan import ConfigError, load_study
from scripts.plan import plan as make_plan
from scripts.plan.again import to_try_again
from scripts.plan.cell_jobs import write_cell_jobs
from scripts.plan.claims import CLAIMS_FILE
from scripts.plan.hammerdb import folder_of as hammerdb_folder
from scripts.plan.hammerdb import version_of
from scripts.plan.identities import of_other_jobs
from scripts.plan.order import in_turns
from scripts.plan.write import kept_text
from scripts.site.quarto import version as quarto_version
from scripts.workloads.registry import made_inputs

# Jobs run this Python, also where its environment was not activated.
os.environ.update(
    PATH=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
)

STUDY_FILE = os.path.relpath((workflow.configfiles or ["config/config.yaml"])[-1])
# What --config says. Snakemake's public `config` has the study's file merged into it, and messages
# say which of the two an error is in; tests/plan/test_snakemake_names.py fails when the name goes.
CHANGES = dict(workflow.config_settings.config)
# The public `workflow.dryrun` is not known yet when rules are read; the same test looks after this.
DRY_RUN = workflow.output_settings.dryrun

try:
    STUDY = load_study(Path(STUDY_FILE), changes=CHANGES)
    PLAN = make_plan(STUDY)
except ConfigError as error:
    # One line per error, without Snakemake's own account of where it was raised.
    sys.exit(str(error))

HAMMERDB = hammerdb_folder(STUDY.config)
CELLS = {cell.id: cell for cell in PLAN.cells}
TURNS = {cell: turn for turn, cell in enumerate(in_turns(PLAN.cells))}
MACHINES = {machine.id: machine for machine in PLAN.machines}
SNAPSHOTS = {snapshot.id: snapshot for snapshot in PLAN.snapshots}
# How many cells begin with each snapshot.
BEGIN_WITH = Counter(cell.snapshot_id for cell in PLAN.cells)
DATASETS = {dataset.id: dataset for dataset in PLAN.datasets}
JOBS = {"dataset": DATASETS, "machine": MACHINES, "snapshot": SNAPSHOTS, "cell": CELLS}
# The machine, its device and QEMU's own; the device is copy-on-write, so this is the worst case.
# The profile lets as many run at once as memory holds; one always may.
CPUS = max((cpus_of(cell.job) for cell in PLAN.cells), default=1)
MACHINE_MIB = STUDY.config.lab.machine_memory_mib + STUDY.config.lab.device_mib + 768
# Each further CPU has a TLB and the like of its own.
MACHINE_MIB += 32 * (CPUS - 1)
HOST_MIB = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
VERIFIED = PLAN.sample(STUDY.config.verify_cells)
# Snapshots that stay when their cells are measured: verify measures from them again.
KEPT = (
    set(SNAPSHOTS)
    if STUDY.config.keep_snapshots
    else {CELLS[cell].snapshot_id for cell in VERIFIED} & SNAPSHOTS.keys()
)
# Manifests of failures that are to be made again; a job on a node is for one that has been chosen.
AGAIN = set(
    to_try_again(
        PLAN,
        Path(STUDY.config.results_dir),
        Path(STUDY.config.shared_dir),
        passing=set(SNAPSHOTS) - KEPT,
    )
    if workflow.is_main_process
    else []
)
# Folders of the user's own tables and transactions; all were right when the study was read.
OWN_FOLDERS = [
    folder for dataset in STUDY.config.datasets.values() for folder in dataset.folders(STUDY.root)
]
# Where the cells run; what is asked of it is a capability, and never its name.
LAB = STUDY.lab


def give_all_back():
    """Make what root made here the user's; Python's own files, too."""
    made = (STUDY.config.results_dir, STUDY.config.shared_dir, "reference", ".snakemake", "scripts")
    give_back(map(Path, made), Path.cwd())


# The first, as what is registered first is done last.
if workflow.is_main_process:
    atexit.register(give_all_back)


wildcard_constraints:
    layer="[A-Za-z0-9.-]+",
    dataset="[A-Za-z0-9.-]+",
    machine="[A-Za-z0-9.-]+",
    snapshot="[A-Za-z0-9.-]+",
    cell="[A-Za-z0-9.-]+",
    scale="[0-9.e+-]+",
    query="q[0-9]+",
    own="[0-9a-f]{16}",
    script="[A-Za-z0-9_]+",
    sha256="[0-9a-f]{16}",


def check_host():
    """Raise an error with a line for each thing that this host lacks for the study's cells."""
    if LAB.capabilities.exclusive and not workflow.local_exec:
        # Hosts differ, so a study compares what one of them measured.
        raise WorkflowError(
            f"{STUDY_FILE}: lab.kind: {LAB.name} measures all cells on the host of Snakemake: run it "
            "there without a cluster's profile, or submit the whole of it as one job: "
            "docs/cluster.md"
        )
    lacking = LAB.missing([cell.job for cell in PLAN.cells], Path(SHARED))
    if lacking:
        raise WorkflowError("this host can't measure:", *lacking)
