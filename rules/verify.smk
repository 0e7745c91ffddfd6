"""The promise of repeatable numbers, kept: a sample of cells again, and against published rows.

Input:  the stored cells and all that made them; reference/, the published rows
Output: none that stays: `snakemake verify` always runs, and fails when a file differs.
        A run that differs is left in {results}/verify/{cell} beside {results}/cells/{cell}.
        `snakemake verify_published` measures a sample of the published cells, where that has not
        been done yet, and fails when a row differs
"""


rule verify_cell:
    input:
        cell_inputs,
        job=lambda wildcards: cell_jobs([f"{RESULTS}/cells/{wildcards.cell}/outcome.json"]),
        stored=f"{RESULTS}/cells/{{cell}}/outcome.json",
    output:
        temp(f"{RESULTS}/verify/{{cell}}.json"),
    log:
        f"{RESULTS}/logs/verify/{{cell}}.log",
    conda:
        "environment.yaml"
    resources:
        mem_mib=machine_mib,
        disk_mib=machine_mib,
        runtime=CELL_MINUTES,
    params:
        shared=shared_dir,
        stored=lambda wildcards, input: folder_of(input.stored),
        again=f"{RESULTS}/verify/{{cell}}",
        limits=limits_of_time,
        identity=cell_identity,
    message:
        "cell {wildcards.cell} once more"
    shell:
        "(rm -rf {params.again:q}"
        " && python -m scripts.lab cell --job {input.job:q} --shared {params.shared:q}"
        " --out {params.again:q} {params.limits}"
        " && python -m scripts.verify compare {params.stored:q} {params.again:q} --out {output:q}"
        ") > {log:q} 2>&1"


rule verify:
    input:
        verified_cells,
    log:
        f"{RESULTS}/logs/verify.log",
    conda:
        "environment.yaml"
    params:
        comparisons=lambda wildcards, input: file_of_names(input),
    message:
        "comparison of the re-runs"
    shell:
        "python -m scripts.verify report {params.comparisons:q} 2>&1 | tee {log:q}"


# Its output goes when that has been reported, so that the comparison is always made.
rule published_comparison:
    input:
        outcomes=published_outcomes,
        jobs=published_jobs,
        reference=files_below(REFERENCE),
    output:
        temp(f"{RESULTS}/verify-published.json"),
    log:
        f"{RESULTS}/logs/published-comparison.log",
    conda:
        "environment.yaml"
    threads: all_cores
    params:
        cells=lambda wildcards: f"{RESULTS}/cells",
        names=lambda wildcards: file_of_names(published_sample()),
        rows=lambda wildcards: f"{RESULTS}/verify/rows",
        code=step("rows"),
        reference=lambda wildcards, input: folder_of(input.reference[0]),
    message:
        "measured rows against the published ones"
    shell:
        "(python -m scripts.ingest cells {params.cells:q} --names {params.names:q}"
        " --out {params.rows:q} --code {params.code} --workers {threads}"
        " && python -m scripts.verify published {params.rows:q} --names {params.names:q}"
        " --reference {params.reference:q} --out {output:q}) > {log:q} 2>&1"


rule verify_published:
    input:
        f"{RESULTS}/verify-published.json",
    log:
        f"{RESULTS}/logs/verify-published.log",
    conda:
        "environment.yaml"
    message:
        "what the comparison with the published rows found"
    shell:
        "python -m scripts.verify report-published {input:q} 2>&1 | tee {log:q}"
