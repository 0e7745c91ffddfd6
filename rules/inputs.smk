"""What each command opens, as functions that the rules call for their inputs.

Ids of cells, snapshots and datasets hash their jobs, so a changed configuration is another path
and a job file is `ancient`. What decides a result is a parameter of its rule: rules/identity.smk.
"""

# What decides no file that a job needs; of its device, all but the kind.
INDECISIVE = ("cell_id", "factors", "seed", "limits")


def by_decisive(function):
    """A function of a job that is worked out once for all jobs that need the same files.

    Thousands of cells differ in bandwidths and seeds alone. It is shown nothing of these, so that
    what does depend on them fails.
    """
    of_text = cache(lambda text, *more: function(json.loads(text), *more))

    def of_job(job, *more):
        decisive = {name: job[name] for name in job if name not in INDECISIVE}
        decisive["device"] = {"kind": job["device"]["kind"]} if "kind" in job["device"] else {}
        return of_text(json.dumps(decisive), *more)

    return of_job


def folder_of(path):
    """The folder of a manifest, as commands name what they make."""
    return os.path.dirname(str(path))


def file_of_names(files):
    """A file with a name a line: a command of the shell has room for some 1,700 names of cells."""
    text = "".join(f"{file}\n" for file in files).encode()
    names = Path(".snakemake/bandwise-names", sha256(text).hexdigest()[:16])
    names.parent.mkdir(parents=True, exist_ok=True)
    write_whole(names, text)
    return str(names)


def as_input(files):
    """Files of one job as another's input: the manifest, and images that it stands for."""
    manifest, *images = files
    return [manifest, *map(ancient, images)]


def begun_with(files):
    """The same of what a machine begins with; the job beside it says that it is the right one."""
    return [*as_input(files), ancient(f"{folder_of(files[0])}/job.json")]


def shared_dir(wildcards):
    """Where studies keep what they share."""
    return SHARED


def results_dir(wildcards):
    """Where this study keeps its own."""
    return RESULTS


def pages():
    """The site's pages, for what names one that has to be there."""
    return [ancient(path) for path in files_below("report") if path.endswith(".qmd")]


def planned_from():
    """All that a plan is made of beside the study's file.

    The plan's fingerprint says whether what it says has changed.
    """
    experiments = [shown(path) for path in STUDY.files.values()]
    layers = [path for path in files_below("envs") if path.endswith((".yaml", ".settings.tsv"))]
    # Those that were written for the study's commits and patches.
    written = [layer.id for layer in PLAN.layers if layer_file(layer.id).startswith("results/")]
    layers += [path for name in written for path in (layer_file(name), *lock_files(name))]
    # Named by experiments, and there.
    named = [path for folder in ("tracing", "workloads") for path in files_below(folder)]
    own = [shown(path) for found in OWN_FOLDERS for path in found.files]
    claims = [CLAIMS_FILE, *files_below("sql/claims")]
    return [*map(ancient, [*claims, *experiments, *layers, *named, *own]), *pages()]


def hammerdb_inputs(wildcards):
    """Every file of the user's folder of HammerDB."""
    return list(map(str, hammerdb_files(HAMMERDB)))


def limits_of_time(wildcards, output):
    """The study's limits of time, as options of whatever runs from now on.

    Snakemake does not compare a parameter that is made from outputs: a new limit of time is no reason
    to run anything again. What ran into the old one is: scripts/plan/again.py.
    """
    limits = STUDY.config.lab
    return f"--wall-limit-s {limits.wall_limit_s} --virtual-limit-s {limits.virtual_limit_s}"


def job_file(manifest):
    """The job beside a manifest, for a rule's input.

    Its id says what is in it, so it is `ancient`, but of a failure that is to be made again.
    """

    def path(wildcards):
        made = Path(manifest.format(**wildcards))
        job = f"{folder_of(made)}/job.json"
        return job if made in AGAIN else ancient(job)

    return path


def shared_job_text(wildcards):
    """What a job file of datasets, machines or snapshots holds."""
    kinds = {"datasets": DATASETS, "machines": MACHINES, "snapshots": SNAPSHOTS}
    folder = Path(SHARED, wildcards.kind, wildcards.id)
    again = folder / f"{wildcards.kind.removesuffix('s')}.json" in AGAIN
    return kept_text(kinds[wildcards.kind][wildcards.id].job, folder / "job.json", again)


def cell_jobs(outcomes):
    """The job files beside outcomes, which were written before the graph was made: rules/plan.smk.

    A dry run names those that are there; without one, nothing can be stale yet.
    """
    jobs = [f"{folder_of(outcome)}/job.json" for outcome in outcomes]
    return [ancient(job) for job in jobs if not DRY_RUN or os.path.exists(job)]


def cell_job(wildcards):
    """A cell's job file: of a failure that is to be made again, it has just changed.

    A dry run has changed none, so it names none: what has other inputs than it had is stale as well.
    """
    outcome = Path(RESULTS, "cells", wildcards.cell, "outcome.json")
    if outcome in AGAIN:
        return [] if DRY_RUN else str(outcome.with_name("job.json"))
    return cell_jobs([outcome])


def layers_of(job, *names):
    """The layers of those names, the engine's and the tools'; and which adapter the engine has."""
    engine = [job["engine"]] if job["engine"] else []
    return [
        *expand(LAYER, layer=[*names, *engine, *job.get("tools", {})]),
        # Another adapter would have another code.
        *[ancient(layer_file(name)) for name in engine],
    ]


def lab_parts(job):
    """What the job's lab needs for it, and says where it comes from."""
    lab = lab_named(lab_name(job))
    parts = [f"{SHARED}/{name}" for name in lab.inputs(job)]
    return [
        *layers_of(job, *lab.layers(job)),
        # Manifests, and files that they stand for.
        *[part if part.endswith(".json") else ancient(part) for part in parts],
        *[f"{SHARED}/{name}" for name in data.sources(job)],
    ]


def data_files(job):
    """What the workflow makes for a load, such as generated tables; none for most kinds of data."""
    made = [f"{SHARED}/{name}" for name in data.made_inputs(job)]
    return as_input(made) if made else []


def made_for(job, phases):
    """What the workflow makes for phases, such as the statements and answers of queries."""
    return [f"{SHARED}/{name}" for name in made_inputs(phases, job)]


def shown(path):
    """A path as rules name it: from here on, if it is in the repository."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def own_of(wildcards):
    """The study's folder whose tables have this hash."""
    return next(found for found in OWN_FOLDERS if found.digest.startswith(wildcards.own))


def own_folder(wildcards):
    return shown(own_of(wildcards).path)


def own_sha256(wildcards):
    return own_of(wildcards).digest


def own_table_files(wildcards):
    """Schema and rows as the user has them; a new time alone is not new content."""
    return [ancient(shown(path)) for path in own_of(wildcards).data_files]


def own_script_sha256(wildcards):
    return own_of(wildcards).digests[wildcards.script]


def own_script_files(wildcards):
    """The whole folder, as all of it is checked before any of it is used."""
    return [ancient(shown(path)) for path in own_of(wildcards).files]


def dataset_files(job):
    """A job's loaded dataset; none for a job without data."""
    return begun_with(expand(DATASET, dataset=job["dataset"]["id"])) if job["dataset"] else []


def repository_files(job, *tasks):
    """The files of ours that a guest is sent for tasks, but the runner's code.

    What it gets of them is a parameter of the rule, so that their comments make nothing stale.
    """
    return [ancient(path) for path in guest_files(job, *tasks) if not path.endswith(".py")]


def dataset_inputs(wildcards):
    job = DATASETS[wildcards.dataset].job
    dataset = job["dataset"]
    real = [dataset["file"]] if dataset.get("file") else []
    return [
        *lab_parts(job),
        *data_files(job),
        *repository_files(job, "load"),
        *real,
    ]


def machine_inputs(wildcards):
    return lab_parts(MACHINES[wildcards.machine].job)


def snapshot_inputs(wildcards):
    """The booted machine, its data set, its tracing scripts, and the workload of its warm-up."""
    snapshot = SNAPSHOTS[wildcards.snapshot]
    return [
        *lab_parts(snapshot.job),
        *begun_with(expand(MACHINE, machine=snapshot.machine_id)),
        *dataset_files(snapshot.job),
        *repository_files(snapshot.job, "prepare"),
        *made_for(snapshot.job, warm_up_of(snapshot.job)),
    ]


@cache
def from_source():
    """The layers that are compiled: those of the study and, as any may be asked for, of envs/."""
    names = {*(layer.id for layer in PLAN.layers), *layer_names(Path("envs"))}
    files = [layer_files.layer_file(Path(), name) for name in sorted(names)]
    try:
        layers = {path.stem: load_layer(path) for path in files if path.exists()}
    except LayerError as error:
        raise WorkflowError(str(error)) from None
    return {name: layer for name, layer in layers.items() if layer.from_sources}


def compiled_engines():
    """Of engines' layers that are compiled, a word for the time that each takes.

    With a patch, most of it is in the compiler's cache.
    """
    return {
        name: f"{'patched' if layer.source.patch else 'compiled'}_{layer.adapter}"
        for name, layer in from_source().items()
        if layer.source
    }


def layer_file(layer):
    """The file of a layer."""
    return str(layer_files.layer_file(Path(), layer))


def lock_files(layer):
    """Its lock; without one, the command says how to make it."""
    return files_below(str(layer_files.lock_file(Path(), layer)))


def layer_priority(wildcards):
    """What QEMU waits for comes first: it takes the longest, and all machines wait for it."""
    return 2 if wildcards.layer in ("toolchain", "qemu", "qemu-build") else 1


def compilers_at_once(wildcards, output):
    """One on each core; made from outputs, so that another number of cores builds nothing again."""
    return min(8, workflow.resource_settings.cores or len(os.sched_getaffinity(0)))


def snapshot_priority(wildcards):
    """0.5 to 1: the more cells begin with it the sooner, so that at the end no core is idle.

    Below the 1 of all that comes before it, and of cells: its own may be waited for to be deleted.
    """
    return 1 - 1 / (1 + BEGIN_WITH[wildcards.snapshot])


def cell_priority(wildcards):
    """Cells go before the next snapshot: their own may be waited for to be deleted.

    Where each has the host for itself, data sets come first and then cells in the order of their turns.
    """
    return 1 / (2 + TURNS[wildcards.cell]) if LAB.capabilities.exclusive else 1


def beginning_of(job, snapshot):
    """The snapshot that a cell begins with, and the images that it keeps no more than changes of.

    Without one, all that a cell is prepared with.
    """
    if LAB.capabilities.snapshots:
        manifest, memory, _ = expand(MACHINE, machine=SNAPSHOTS[snapshot].machine_id)
        data = expand(DATASET, dataset=job["dataset"]["id"]) if job["dataset"] else []
        return [
            *begun_with(expand(SNAPSHOT, snapshot=snapshot)),
            *as_input([manifest, memory]),
            *(as_input(data) if data else []),
        ]
    return [
        *dataset_files(job),
        *repository_files(job, "prepare"),
        *made_for(job, warm_up_of(job)),
    ]


@by_decisive
def measuring_inputs(job, snapshot):
    """What a cell begins with, what its lab needs, its workloads, and the answers to expect."""
    sent = repository_files(job, "measure")
    made = made_for(job, job["phases"])
    return list(dict.fromkeys([*lab_parts(job), *beginning_of(job, snapshot), *sent, *made]))


def cell_inputs(wildcards):
    cell = CELLS[wildcards.cell]
    return measuring_inputs(cell.job, cell.snapshot_id)


def require_deterministic(target):
    """Raise an error where the study's lab gives other numbers each time."""
    if not LAB.capabilities.deterministic:
        raise WorkflowError(
            f"{target} compares numbers to the digit, and the lab {LAB.name} (lab.kind in "
            f"{STUDY_FILE}) does not repeat them: use it with a study in a deterministic lab"
        )


def verified_cells(wildcards):
    """The comparisons of the sample."""
    require_deterministic("verify")
    return expand(f"{RESULTS}/verify/{{cell}}.json", cell=VERIFIED)


@cache
def published_sample():
    """A sample of this study's cells whose rows were published with the repository."""
    from scripts.verify.published import PublishedError, published_cells

    require_deterministic("verify_published")
    try:
        sample = PLAN.sample(STUDY.config.verify_cells, among=published_cells(Path(REFERENCE)))
    except PublishedError as error:
        raise WorkflowError(str(error)) from None
    if not sample:
        raise WorkflowError(f"{STUDY_FILE}: none of this study's cells is in {REFERENCE}")
    return sample


def published_outcomes(wildcards):
    """The cells of that sample, measured here."""
    return expand(f"{RESULTS}/cells/{{cell}}/outcome.json", cell=published_sample())


def published_jobs(wildcards):
    """The job beside each of them."""
    return cell_jobs(published_outcomes(wildcards))
