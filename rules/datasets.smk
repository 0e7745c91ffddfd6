"""What cells share: loaded devices, booted machines, and those with an engine started in them.

Input:  job files; layers, boot files, emulator, the lab's and the guest's code; for a snapshot
        its machine, dataset, tracing scripts, and the workload of its warm-up
Output: {shared}/datasets/{dataset}/dataset.json with device.img,
        {shared}/machines/{machine}/machine.json with ram.img, state.bin,
        {shared}/snapshots/{snapshot}/snapshot.json with ram.img, device.img, state.bin

A load or a warm-up that fails in the guest is told in the manifest and fails its cells alone.
"""


rule dataset:
    input:
        dataset_inputs,
        job=job_file(f"{SHARED}/datasets/{{dataset}}/dataset.json"),
    output:
        f"{SHARED}/datasets/{{dataset}}/dataset.json",
    log:
        f"{SHARED}/logs/datasets/{{dataset}}.log",
    priority: 1
    conda:
        "environment.yaml"
    resources:
        mem_mib=MACHINE_MIB,
    params:
        results=shared_dir,
        out=lambda wildcards, output: folder_of(output),
    message:
        "dataset {wildcards.dataset}"
    shell:
        "python -m scripts.lab dataset --job {input.job:q} --results {params.results:q}"
        " --out {params.out:q} > {log:q} 2>&1"


rule machine:
    input:
        machine_inputs,
        job=job_file(f"{SHARED}/machines/{{machine}}/machine.json"),
    output:
        f"{SHARED}/machines/{{machine}}/machine.json",
    log:
        f"{SHARED}/logs/machines/{{machine}}.log",
    priority: 1
    conda:
        "environment.yaml"
    resources:
        mem_mib=MACHINE_MIB,
    params:
        results=shared_dir,
        out=lambda wildcards, output: folder_of(output),
    message:
        "machine {wildcards.machine}"
    shell:
        "python -m scripts.lab machine --job {input.job:q} --results {params.results:q}"
        " --out {params.out:q} > {log:q} 2>&1"


rule snapshot:
    input:
        snapshot_inputs,
        job=job_file(f"{SHARED}/snapshots/{{snapshot}}/snapshot.json"),
    output:
        f"{SHARED}/snapshots/{{snapshot}}/snapshot.json",
    log:
        f"{SHARED}/logs/snapshots/{{snapshot}}.log",
    priority: snapshot_priority
    conda:
        "environment.yaml"
    resources:
        mem_mib=MACHINE_MIB,
    params:
        results=shared_dir,
        out=lambda wildcards, output: folder_of(output),
    message:
        "snapshot {wildcards.snapshot}"
    shell:
        "python -m scripts.lab snapshot --job {input.job:q} --results {params.results:q}"
        " --out {params.out:q} > {log:q} 2>&1"
