"""A sample of the cells once more: in the virtual lab every byte must come out the same.

Input:  the stored cells and all that made them
Output: none that stays: `snakemake verify` always runs, and fails when a file differs.
        What differs is left in {results}/verify/{cell} beside {results}/cells/{cell}
"""


rule verify_cell:
    input:
        cell_inputs,
        job=ancient(f"{RESULTS}/cells/{{cell}}/job.json"),
        stored=f"{RESULTS}/cells/{{cell}}/outcome.json",
    output:
        temp(f"{RESULTS}/verify/{{cell}}.json"),
    log:
        f"{RESULTS}/logs/verify/{{cell}}.log",
    conda:
        "environment.yaml"
    resources:
        mem_mib=MACHINE_MIB,
    params:
        shared=shared_dir,
        stored=lambda wildcards, input: folder_of(input.stored),
        again=f"{RESULTS}/verify/{{cell}}",
    message:
        "cell {wildcards.cell} once more"
    shell:
        "(python -m scripts.lab cell --job {input.job:q} --results {params.shared:q}"
        " --out {params.again:q}"
        " && python -m scripts.verify compare {params.stored:q} {params.again:q} --out {output:q}"
        ") > {log:q} 2>&1"


rule verify:
    input:
        verified_cells,
    log:
        f"{RESULTS}/logs/verify.log",
    conda:
        "environment.yaml"
    message:
        "comparison of the re-runs"
    shell:
        "python -m scripts.verify report {input:q} 2>&1 | tee {log:q}"
