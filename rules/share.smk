"""Cells that machines share: taken from the folder BANDWISE_CELLS where it has them, and put there.

Input:  on taking, {folder}/{cell}.{recipe}.tar.gz; for `snakemake share`,
        {results}/cells/{cell}/outcome.json
Output: a taken cell's {results}/cells/{cell}/outcome.json with what it stands for, and
        {results}/taken/{cell}.json, which says what was taken; {folder}/{cell}.{recipe}.tar.gz

Snakemake's own cache between workflows is no use here: it looks a job up when all of its inputs are
there, which are gigabytes and hours, and keeps no more than the outputs that a rule declares.
"""

from types import SimpleNamespace

from scripts.share.entry import entry_name, taken_recipe
from scripts.share.errors import ShareError
from scripts.share.recipe import locked_image, recipe_of

ENTRIES = os.environ.get("BANDWISE_CELLS")
TAKEN_RECORDS = f"{RESULTS}/taken"


def images_of(job):
    """By layer, the image that a cell's machine is made of."""
    names = ["toolchain", "base", *([job["engine"]] if job["engine"] else [])]
    return {name: locked_image(Path(f"envs/{name}.lock.yaml")) for name in names}


@cache
def recipe(cell):
    """All that decides a cell, as one hash; None for a cell that other machines can't have."""
    job, snapshot = CELLS[cell].job, CELLS[cell].snapshot_id
    if ON_METAL or "hammerdb" in job:
        return None
    machine, dataset = SNAPSHOTS[snapshot].machine_id, CELLS[cell].dataset_id
    made = SimpleNamespace(cell=cell, snapshot=snapshot, machine=machine, dataset=dataset)
    codes = {
        "boot": code_of("boot", guest=("scripts/guest/init.sh",)),
        "module": code_of("module"),
        "machine": machine_code(made),
        "snapshot": snapshot_code(made),
        "cell": cell_code(made),
    }
    files = [*files_below("emulator", without=("tests", "README.md"))]
    if dataset:
        codes["dataset"] = dataset_code(made)
        if job["dataset"].get("file"):
            files.append(job["dataset"]["file"])
        if job["dataset"]["kind"] == "tpch":
            codes |= {step: code_of(step) for step in ("tpch_tables", "tpch_reference")}
            files += [path for path in files_below("workloads/tpch")]
    return recipe_of(job, codes, images_of(job), files)


def entry_of(cell):
    """Where a cell is, or would be, in the folder."""
    return f"{ENTRIES}/{entry_name(cell, recipe(cell))}"


def taken_cells():
    """The cells that were taken and still are as they would be measured, and those to take now.

    What was measured here stays as it is.
    """
    if not workflow.is_main_process or ON_METAL or not (ENTRIES or Path(TAKEN_RECORDS).exists()):
        return frozenset()
    return frozenset(filter(is_taken, CELLS))


def is_taken(cell):
    """Whether a cell is one that was, or is now to be, taken."""
    record, manifest = Path(TAKEN_RECORDS, f"{cell}.json"), Path(RESULTS, "cells", cell)
    if (wanted := recipe(cell)) is None:
        return False
    if (manifest / "outcome.json").exists() and not record.exists():
        return False
    if taken_recipe(record, manifest / "outcome.json") == wanted:
        return True
    return bool(ENTRIES) and os.path.exists(entry_of(cell))


def shared_entries(wildcards):
    """An entry for each cell that was measured here."""
    if not ENTRIES:
        raise WorkflowError("BANDWISE_CELLS=folder names the folder to share cells in")
    if ON_METAL:
        raise WorkflowError("only lab.kind virtual gives every machine the same results to share")
    return [entry_of(cell) for cell in CELLS if cell not in TAKEN and recipe(cell)]


try:
    TAKEN = taken_cells()
except ShareError as error:
    sys.exit(str(error))
if TAKEN:
    # Of these, some are measured here to see that they are the same.
    VERIFIED = PLAN.sample(STUDY.config.verify_cells, among=TAKEN)
    KEPT |= {CELLS[cell].snapshot_id for cell in VERIFIED}


rule taken_cell:
    input:
        job=job_file(f"{RESULTS}/cells/{{cell}}/outcome.json"),
    output:
        f"{RESULTS}/cells/{{cell}}/outcome.json",
        record=f"{TAKEN_RECORDS}/{{cell}}.json",
    log:
        f"{RESULTS}/logs/cells/{{cell}}.log",
    wildcard_constraints:
        cell="|".join(map(re.escape, sorted(TAKEN))) or "(?!)",
    conda:
        "environment.yaml"
    params:
        recipe=lambda wildcards: recipe(wildcards.cell),
        # From which folder does not matter, as long as it is the same cell.
        entry=lambda wildcards, output: entry_of(wildcards.cell),
        out=lambda wildcards, output: folder_of(output[0]),
    message:
        "cell {wildcards.cell}, taken from {params.entry}"
    shell:
        "python -m scripts.share take {params.entry:q} --recipe {params.recipe}"
        " --record {output.record:q} --out {params.out:q} > {log:q} 2>&1"


ruleorder: taken_cell > cell


if ENTRIES:

    rule entry:
        input:
            ancient(f"{RESULTS}/cells/{{cell}}/outcome.json"),
        output:
            f"{ENTRIES}/{{cell}}.{{recipe}}.tar.gz",
        log:
            f"{RESULTS}/logs/share/{{cell}}.{{recipe}}.log",
        wildcard_constraints:
            recipe="[0-9a-f]{32}",
        localrule: True
        conda:
            "environment.yaml"
        params:
            cell=lambda wildcards, input: folder_of(input[0]),
            images=lambda wildcards: json.dumps(images_of(CELLS[wildcards.cell].job)),
        message:
            "{output}"
        shell:
            "python -m scripts.share publish {params.cell:q} --recipe {wildcards.recipe}"
            " --images {params.images:q} --out {output:q} > {log:q} 2>&1"


rule share:
    input:
        shared_entries,
