"""A user's own workload: its folder as what loaders and sysbench take.

Input:  the folder that a dataset of kind `own` names
Output: {shared}/own/{own}/own.json, which stands for the rows and for how each family of engines
        loads them; {shared}/own/{own}/scripts/{script}-{sha256}.json, a script for each family
"""


rule own_tables:
    input:
        own_table_files,
    output:
        OWN,
    log:
        f"{SHARED}/logs/own/{{own}}.log",
    priority: 1
    conda:
        "environment.yaml"
    params:
        folder=own_folder,
        sha256=own_sha256,
        out=lambda wildcards, output: folder_of(output),
        code=hash_of_code(("scripts/data/own/build.py",)),
        quoted=hash_of_text(" ".join(sorted(reserved()))),
    message:
        "own tables of {params.folder}"
    shell:
        "python -m scripts.data.own tables {params.folder:q} --sha256 {params.sha256}"
        " --out {params.out:q} > {log:q} 2>&1"


rule own_script:
    input:
        own_script_files,
        tables=OWN,
    output:
        OWN_SCRIPT,
    log:
        f"{SHARED}/logs/own/{{own}}-{{script}}-{{sha256}}.log",
    priority: 1
    conda:
        "environment.yaml"
    params:
        folder=own_folder,
        tables=lambda wildcards, input: folder_of(input.tables),
        whole=own_script_sha256,
        code=hash_of_code(("scripts/data/own/build.py",)),
        quoted=hash_of_text(" ".join(sorted(reserved()))),
    message:
        "own transactions {wildcards.script} of {params.folder}"
    shell:
        "python -m scripts.data.own script {params.folder:q} --name {wildcards.script}"
        " --sha256 {params.whole} --tables {params.tables:q} --out {output:q} > {log:q} 2>&1"
