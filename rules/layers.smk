"""Read-only Debian trees: the host's tools, the guest's root, one for each engine.

Input:  envs/{layer}.yaml (results/envs/ for commits and patches) and its lock, or the folder that the
        key `hammerdb` names; the toolchain, which packs the others into images; the packages of the
        lock, from {shared}/packages; for QEMU and engines that are compiled, their recipes and compilers
Output: {shared}/layers/{layer}/layer.json, beside it image.erofs, tree/ or the program. These are not
        declared, or Snakemake would delete the former layer before a build that may fail
"""


rule layer:
    input:
        description=lambda wildcards: layer_file(wildcards.layer),
        lock=lambda wildcards: lock_files(wildcards.layer),
        toolchain=branch(
            lambda wildcards: wildcards.layer == "toolchain", then=[], otherwise=TOOLCHAIN
        ),
    output:
        # The former layer stays until there is a new one, and may be what is asked for.
        update(LAYER),
    log:
        f"{SHARED}/logs/layers/{{layer}}.log",
    priority: layer_priority
    conda:
        "environment.yaml"
    params:
        out=lambda wildcards, output: folder_of(output),
        toolchain=f"{SHARED}/layers/toolchain",
        packages=f"{SHARED}/packages",
        jobs=1,
    message:
        "layer {wildcards.layer}"
    shell:
        "python -m scripts.layers build {input.description:q} --out {params.out:q}"
        " --toolchain {params.toolchain:q} --packages {params.packages:q} --jobs {params.jobs}"
        " > {log:q} 2>&1"


# Compiled from source, by its recipe and another layer's compiler. It takes all cores and is scheduled
# as if it took one: engines' layers, which wait for disks and a network, are built beside it.
use rule layer as source_layer with:
    input:
        description=lambda wildcards: layer_file(wildcards.layer),
        lock=lambda wildcards: lock_files(wildcards.layer),
        toolchain=TOOLCHAIN,
        made_with=lambda wildcards: expand(
            LAYER, layer=built_with(Path(layer_file(wildcards.layer)))
        ),
        recipe=lambda wildcards: recipe_files_of(Path(layer_file(wildcards.layer))),
    wildcard_constraints:
        layer="|".join(re.escape(layer) for layer in from_source()),
    params:
        out=lambda wildcards, output: folder_of(output),
        toolchain=lambda wildcards, input: folder_of(input.toolchain),
        packages=f"{SHARED}/packages",
        jobs=compilers_at_once,


ruleorder: source_layer > layer


if HAMMERDB:

    ruleorder: hammerdb > layer

    rule hammerdb:
        input:
            hammerdb_inputs,
            toolchain=TOOLCHAIN,
        output:
            LAYER.format(layer="hammerdb"),
        log:
            f"{SHARED}/logs/layers/hammerdb.log",
        priority: 1
        localrule: True
        conda:
            "environment.yaml"
        params:
            folder=str(HAMMERDB),
            version=version_of(HAMMERDB),
            out=lambda wildcards, output: folder_of(output),
            toolchain=lambda wildcards, input: folder_of(input.toolchain),
        message:
            "layer hammerdb, of {params.folder}"
        shell:
            "python -m scripts.layers hammerdb {params.folder:q} --version {params.version}"
            " --out {params.out:q} --toolchain {params.toolchain:q} > {log:q} 2>&1"
