"""The study's plan, made while Snakemake reads the rules, and the functions that rules call.

Ids of cells, snapshots and datasets hash their jobs, so a changed configuration is another path
and a job file is `ancient`. Code is an explicit input, by content: touching a file runs nothing.
"""

import fcntl
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, workflow.basedir)

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake_interface_logger_plugins.common import LogEvent

from scripts.layers.hammerdb import hammerdb_files
from scripts.plan import ConfigError, load_study
from scripts.plan import plan as make_plan
from scripts.plan.claims import CLAIMS_FILE
from scripts.plan.hammerdb import folder_of as hammerdb_folder
from scripts.plan.hammerdb import version_of
from scripts.imports import files_below, guest_sources, module_sources
from scripts.lab.metal.checks import missing as missing_on_this_host
from scripts.lab.metal.kit import runner_sources
from scripts.plan.sources import workload_files
from scripts.plan.write import job_text

# Jobs run this Python, also where its environment was not activated. They are told the number of
# cores by the environment, as a parameter would make them stale when N of --cores N changes.
os.environ.update(
    PATH=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")]),
    BANDWISE_CORES=str(workflow.cores or 1),
)

# Of the scheduler's talk about itself, what a user of 150 jobs can use is how far it is.
logger.addFilter(lambda record: not record.getMessage().startswith(("Select jobs", "Execute ")))
logger.addFilter(lambda record: getattr(record, "event", None) != LogEvent.JOB_FINISHED)


def clear_stale_locks():
    """Take away what a killed run left of Snakemake's locks, so that the next one goes on.

    A run holds an flock for as long as it lives, however it ends: who gets it is alone.
    """
    os.makedirs(".snakemake/locks", exist_ok=True)
    holder = open(".snakemake/bandwise.lock", "w")
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return None
    for lock in Path(".snakemake/locks").iterdir():
        lock.unlink()
    return holder


RUNNING = clear_stale_locks()

STUDY_FILE = os.path.relpath((workflow.configfiles or ["config/config.yaml"])[-1])
CHANGES = dict(workflow.config_settings.config)

try:
    STUDY = load_study(Path(STUDY_FILE), changes=CHANGES)
    PLAN = make_plan(STUDY)
except ConfigError as error:
    # One line a mistake, without Snakemake's own account of where it was raised.
    sys.exit(str(error))

RESULTS = STUDY.config.results_dir
SHARED = STUDY.config.shared_dir
HAMMERDB = hammerdb_folder(STUDY.config)
CELLS = {cell.id: cell for cell in PLAN.cells}
MACHINES = {machine.id: machine for machine in PLAN.machines}
SNAPSHOTS = {snapshot.id: snapshot for snapshot in PLAN.snapshots}
BEGIN_WITH = {
    snapshot: [cell.id for cell in PLAN.cells if cell.snapshot_id == snapshot]
    for snapshot in SNAPSHOTS
}
DATASETS = {dataset.id: dataset for dataset in PLAN.datasets}
# The machine, its device and QEMU's own; the device is copy-on-write, so this is the worst case.
MACHINE_MIB = STUDY.config.lab.machine_memory_mib + STUDY.config.lab.device_mib + 768
VERIFIED = PLAN.sample(STUDY.config.verify_cells)
ON_METAL = STUDY.config.lab.kind == "metal"


def limit_machines_by_memory():
    """Run no more machines at once here than memory holds, unless --resources mem_mib says."""
    # Snakemake keeps mem_mib as mem_mb.
    if workflow.local_exec and workflow.global_resources.get("mem_mb").value is None:
        host_bytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        workflow.register_resource("mem_mb", max(host_bytes, MACHINE_MIB << 20) // 10**6 + 1)


limit_machines_by_memory()

REFERENCE = "results/reference"
PLAN_FILE = f"{RESULTS}/plan.json"
TOOLCHAIN = f"{SHARED}/layers/toolchain/layer.json"
BASE = f"{SHARED}/layers/base/layer.json"
EMULATOR = f"{SHARED}/emulator/emulator.json"
HOST_EMULATOR = f"{SHARED}/emulator-{os.uname().release}/emulator.json"
BOOT = f"{SHARED}/boot/boot.json"
OUTCOMES = [f"{RESULTS}/cells/{cell}/outcome.json" for cell in CELLS]
DATABASE = f"{RESULTS}/results.duckdb"
SITE = f"{RESULTS}/site/index.html"
COMPLETE = f"{RESULTS}/complete.json"
# The snapshots that go when their cells are measured; verify's are wanted again.
VERIFIED_FROM = {CELLS[cell].snapshot_id for cell in VERIFIED}
MEASURED = [
    f"{RESULTS}/measured/{snapshot}"
    for snapshot in SNAPSHOTS
    if not STUDY.config.keep_snapshots and snapshot not in VERIFIED_FROM
]


wildcard_constraints:
    layer="[A-Za-z0-9.-]+",
    dataset="[A-Za-z0-9.-]+",
    machine="[A-Za-z0-9.-]+",
    snapshot="[A-Za-z0-9.-]+",
    cell="[A-Za-z0-9.-]+",
    scale="[0-9.e+-]+",
    query="q[0-9]+",


def check_host():
    """Raise an error with a line for each thing that this host lacks for cells on metal."""
    if not ON_METAL:
        return
    if lacking := missing_on_this_host([cell.job for cell in PLAN.cells], Path(SHARED)):
        raise WorkflowError("this host can't measure:", *lacking)


def folder_of(path):
    """The folder of a manifest, as commands name what they make."""
    return os.path.dirname(str(path))


def shared_dir(wildcards):
    """Where studies keep what they share."""
    return SHARED


def results_dir(wildcards):
    """Where this study keeps its own."""
    return RESULTS


def engine_layers(job):
    """The manifest of the engine's layer, and of HammerDB's; none for a job without them."""
    names = [job["engine"], "hammerdb" if "hammerdb" in job else None]
    return [f"{SHARED}/layers/{name}/layer.json" for name in names if name]


def hammerdb_inputs(wildcards):
    """Every file of the user's folder of HammerDB."""
    return list(map(str, hammerdb_files(HAMMERDB)))


def machine_sources(job, task):
    """Code that a machine's outcome depends on: the lab's, and that of its kit."""
    adapter = STUDY.catalogue.engines.get(job["engine"])
    guest = guest_sources(adapter, task, with_hammerdb="hammerdb" in job)
    return module_sources("scripts/lab/jobs.py") + guest


def parts_of(job, task):
    """What every machine is made of, as input files."""
    return [TOOLCHAIN, BASE, BOOT, *engine_layers(job), *machine_sources(job, task)]


def job_file(manifest):
    """The job beside a manifest, for a rule's input.

    Its id says what is in it, so it is `ancient`; but a new limit of wall time is not in the id,
    and concerns what ran into the old one.
    """

    def path(wildcards):
        made = manifest.format(**wildcards)
        job = f"{folder_of(made)}/job.json"
        timed_out = os.path.exists(made) and '"timed_out"' in open(made).read()
        return job if timed_out else ancient(job)

    return path


def shared_job_text(wildcards):
    """What a job file of datasets, machines or snapshots holds."""
    kinds = {"datasets": DATASETS, "machines": MACHINES, "snapshots": SNAPSHOTS}
    return job_text(kinds[wildcards.kind][wildcards.id].job)


def tpch_tables(dataset):
    """TPC-H's generated tables that a dataset is loaded from; none for another kind of data."""
    if not dataset or dataset["kind"] != "tpch":
        return []
    return [f"{SHARED}/tpch/sf{dataset['scale_factor']:g}/tables.json"]


def tpch_references(job):
    """Statements and answers of the TPC-H queries that a cell runs."""
    workloads = {Path(phase["workload"]) for phase in job["phases"]}
    return [
        f"{folder_of(tables)}/reference/{workload.name}.json"
        for tables in tpch_tables(job["dataset"])
        for workload in sorted(workloads)
        if workload.parent.name == "tpch"
    ]


def dataset_inputs(wildcards):
    job = DATASETS[wildcards.dataset].job
    dataset = job["dataset"]
    # Sysbench's tables are the adapters' own, the others' are described by files.
    adapter = STUDY.catalogue.engines[job["engine"]]
    described = files_below(f"workloads/{dataset['kind']}/schema.yaml")
    described += files_below(f"workloads/{dataset['kind']}/routines.{adapter}.sql")
    described += files_below("workloads/hammerdb/build.tcl") if "hammerdb" in job else []
    real = [dataset["file"]] if dataset.get("file") else []
    return [EMULATOR, *parts_of(job, "load"), *tpch_tables(dataset), *described, *real]


def machine_inputs(wildcards):
    # The emulator is not loaded yet, but the manifest names it.
    return [EMULATOR, *parts_of(MACHINES[wildcards.machine].job, "boot")]


def snapshot_inputs(wildcards):
    """The booted machine, its data set, its tracing scripts, and the workload of its warm-up."""
    snapshot = SNAPSHOTS[wildcards.snapshot]
    booted = f"{SHARED}/machines/{snapshot.machine_id}/machine.json"
    data = [f"{SHARED}/datasets/{snapshot.dataset_id}/dataset.json"] if snapshot.dataset_id else []
    traces = [f"tracing/{trace}.bt" for trace in snapshot.job["traces"]]
    warm_up = [snapshot.job["warm_up"]] if snapshot.job["warm_up"] else []
    return (
        [EMULATOR, booted, *parts_of(snapshot.job, "prepare")]
        + data
        + traces
        + workload_files(warm_up, snapshot.job["engine"])
    )


def snapshot_priority(wildcards):
    """0.5 to 1: the more cells begin with it the sooner, so that at the end no core is idle.

    Below the 1 of all that comes before it, and of cells: its own may be waited for to be deleted.
    """
    return 1 - 1 / (1 + len(BEGIN_WITH[wildcards.snapshot]))


def metal_inputs(cell):
    """What a cell is prepared and measured with where there are no snapshots."""
    job = cell.job
    emulated = "kind" not in job["device"]
    adapter = STUDY.catalogue.engines.get(job["engine"])
    warm_up = [job["warm_up"]] if job["warm_up"] else []
    return [
        *[BASE, EMULATOR, *engine_layers(job), *([HOST_EMULATOR] if emulated else [])],
        *([f"{SHARED}/datasets/{cell.dataset_id}/dataset.json"] if cell.dataset_id else []),
        *module_sources("scripts/lab/metal/cell.py"),
        *files_below("scripts/lab/metal/enter.sh"),
        *guest_sources(adapter, "measure", with_hammerdb="hammerdb" in job),
        *runner_sources(),
        *[f"tracing/{trace}.bt" for trace in job["traces"]],
        *workload_files(warm_up, job["engine"]),
    ]


def virtual_inputs(cell):
    """The snapshot, which stands for all that made it, and what is read on resuming."""
    snapshot = f"{SHARED}/snapshots/{cell.snapshot_id}/snapshot.json"
    return [snapshot, *machine_sources(cell.job, "measure")]


def verified_cells(wildcards):
    """The comparisons of the sample; real time is never the same twice."""
    if ON_METAL:
        raise WorkflowError("verify compares bytes, and only lab.kind virtual repeats them")
    return expand(f"{RESULTS}/verify/{{cell}}.json", cell=VERIFIED)


def published_rows(wildcards):
    """The rows of a sample of this study's cells that were published with the repository."""
    from scripts.verify.published import PublishedError, published_cells

    try:
        sample = PLAN.sample(STUDY.config.verify_cells, among=published_cells(Path(REFERENCE)))
    except PublishedError as error:
        raise WorkflowError(str(error)) from None
    if not sample:
        raise WorkflowError(f"{STUDY_FILE}: none of this study's cells is in {REFERENCE}")
    return expand(f"{RESULTS}/rows/{{cell}}/rows.json", cell=sample)


def measured_cells(wildcards):
    """The outcomes of all cells that begin with a snapshot."""
    cells = BEGIN_WITH[wildcards.snapshot]
    return expand(f"{RESULTS}/cells/{{cell}}/outcome.json", cell=cells)


def cell_inputs(wildcards):
    """What a cell of either lab begins with, its workloads, and the answers to expect."""
    cell = CELLS[wildcards.cell]
    return [
        *(metal_inputs(cell) if ON_METAL else virtual_inputs(cell)),
        *workload_files(cell.job["phases"], cell.job["engine"]),
        *tpch_references(cell.job),
    ]
