"""Read-only Debian trees: the host's tools, the guest's root, one for each engine.

Input:  envs/{layer}.yaml; the toolchain, which packs the others into images
Output: {shared}/layers/{layer}/layer.json, beside it image.erofs or tree/
"""


rule layer:
    input:
        description="envs/{layer}.yaml",
        toolchain=branch(
            lambda wildcards: wildcards.layer == "toolchain", then=[], otherwise=TOOLCHAIN
        ),
        code=module_sources("scripts/layers/build.py"),
    output:
        f"{SHARED}/layers/{{layer}}/layer.json",
    log:
        f"{SHARED}/logs/layers/{{layer}}.log",
    conda:
        "environment.yaml"
    params:
        out=lambda wildcards, output: folder_of(output),
        toolchain=f"{SHARED}/layers/toolchain",
    message:
        "layer {wildcards.layer}"
    shell:
        "python -m scripts.layers build {input.description:q} --out {params.out:q}"
        " --toolchain {params.toolchain:q} > {log:q} 2>&1"
