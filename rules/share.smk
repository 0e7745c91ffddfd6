"""Cells that machines share, in the folder BANDWISE_CELLS: taken from it, and put there.

Input:  on taking, {folder}/{cell}.{recipe}/whole.sha256; for `snakemake share`,
        {results}/cells/{cell}/outcome.json
Output: a taken cell's {results}/cells/{cell}/outcome.json with what it stands for, and
        {results}/taken/{cell}.json, which says what was taken; {folder}/{cell}.{recipe}/whole.sha256

Snakemake's own cache between workflows does not help here: it looks a job up when all of its inputs are
there, which are gigabytes and hours, and keeps no more than the outputs that a rule declares.
"""


rule taken_cell:
    input:
        job=cell_job,
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
            f"{ENTRIES}/{{cell}}.{{recipe}}/{DIGEST}",
        log:
            f"{RESULTS}/logs/share/{{cell}}.{{recipe}}.log",
        wildcard_constraints:
            recipe="[0-9a-f]{32}",
        localrule: True
        conda:
            "environment.yaml"
        params:
            cell=lambda wildcards, input: folder_of(input[0]),
            out=lambda wildcards, output: folder_of(output[0]),
            images=lambda wildcards: json.dumps(images_of(CELLS[wildcards.cell].job, LAB)),
        message:
            "{params.out}"
        shell:
            "python -m scripts.share publish {params.cell:q} --images {params.images:q}"
            " --out {params.out:q} > {log:q} 2>&1"


rule share:
    input:
        shared_entries,
