"""What cells share: loaded devices, booted machines, and those with an engine started in them.

Input:  job files; layers, boot files, emulator; TPC-H's tables for a dataset of theirs; for a
        snapshot its machine, dataset, tracing scripts, and the workload of its warm-up
Output: {shared}/datasets/{dataset}/dataset.json with device.img,
        {shared}/machines/{machine}/machine.json with ram.img, state.bin,
        {shared}/snapshots/{snapshot}/snapshot.json with changes.bin: its state, and what differs
        from the images of its machine and its data set

A load or a warm-up that fails in the guest is in the manifest and fails its cells alone; its
images are empty files.
"""


rule dataset:
    input:
        dataset_inputs,
        job=job_file(DATASET[0]),
    output:
        DATASET,
    log:
        f"{SHARED}/logs/datasets/{{dataset}}.log",
    priority: 1
    conda:
        "environment.yaml"
    resources:
        mem_mib=machine_mib,
        disk_mib=machine_mib,
        runtime=LOAD_MINUTES,
    params:
        shared=shared_dir,
        out=lambda wildcards, output: folder_of(output[0]),
        limits=limits_of_time,
        identity=dataset_identity,
    message:
        "dataset {wildcards.dataset}"
    shell:
        "python -m scripts.lab dataset --job {input.job:q} --shared {params.shared:q}"
        " --out {params.out:q} {params.limits} > {log:q} 2>&1"


rule machine:
    input:
        machine_inputs,
        job=job_file(MACHINE[0]),
    output:
        MACHINE,
    log:
        f"{SHARED}/logs/machines/{{machine}}.log",
    priority: 1
    conda:
        "environment.yaml"
    resources:
        mem_mib=machine_mib,
        disk_mib=machine_mib,
        runtime=KEPT_MINUTES,
    params:
        shared=shared_dir,
        out=lambda wildcards, output: folder_of(output[0]),
        limits=limits_of_time,
        identity=machine_identity,
    message:
        "machine {wildcards.machine}"
    shell:
        "python -m scripts.lab machine --job {input.job:q} --shared {params.shared:q}"
        " --out {params.out:q} {params.limits} > {log:q} 2>&1"


rule snapshot:
    input:
        snapshot_inputs,
        job=job_file(SNAPSHOT[0]),
    output:
        SNAPSHOT,
    log:
        f"{SHARED}/logs/snapshots/{{snapshot}}.log",
    wildcard_constraints:
        # All of them are not looked for one by one.
        snapshot=(
            "[A-Za-z0-9.-]+"
            if KEPT >= SNAPSHOTS.keys()
            else "|".join(map(re.escape, sorted(KEPT))) or "(?!)"
        ),
    priority: snapshot_priority
    conda:
        "environment.yaml"
    resources:
        mem_mib=machine_mib,
        disk_mib=machine_mib,
        runtime=KEPT_MINUTES,
    params:
        shared=shared_dir,
        out=lambda wildcards, output: folder_of(output[0]),
        limits=limits_of_time,
        identity=snapshot_identity,
    message:
        "snapshot {wildcards.snapshot}"
    shell:
        "python -m scripts.lab snapshot --job {input.job:q} --shared {params.shared:q}"
        " --out {params.out:q} {params.limits} > {log:q} 2>&1"


# A hundred MiB or two for the time in which its cells are measured.
use rule snapshot as passing_snapshot with:
    output:
        temp(SNAPSHOT),
    wildcard_constraints:
        snapshot="[A-Za-z0-9.-]+",


ruleorder: snapshot > passing_snapshot
