"""The measurements: in parallel on every core, because cells do not disturb each other; one after
the other, and nothing else meanwhile, in a lab whose cells need the host for themselves.

Input:  {results}/cells/{cell}/job.json, the cell's snapshot with its machine and data set (the
        data set alone in a lab without any), the layers and the rest that its lab needs, its workloads
Output: {results}/cells/{cell}/outcome.json with console.log, timing.json, provenance.json and
        outbox/

A cell that fails in its guest has an outcome that says so and counts as made, until what it failed
of has changed (scripts/plan/again.py). What fails on the host (a full disk, a killed process) leaves no
outcome and is tried again by the next run.
"""


rule cell:
    input:
        cell_inputs,
        job=cell_job,
    output:
        f"{RESULTS}/cells/{{cell}}/outcome.json",
    log:
        f"{RESULTS}/logs/cells/{{cell}}.log",
    priority: cell_priority
    conda:
        "environment.yaml"
    threads: cell_threads
    resources:
        mem_mib=machine_mib,
        disk_mib=machine_mib,
        runtime=CELL_MINUTES,
    params:
        shared=shared_dir,
        out=lambda wildcards, output: folder_of(output),
        limits=limits_of_time,
        identity=cell_identity,
    message:
        "cell {wildcards.cell}"
    shell:
        "python -m scripts.lab cell --job {input.job:q} --shared {params.shared:q}"
        " --out {params.out:q} {params.limits} > {log:q} 2>&1"
