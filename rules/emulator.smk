"""What a guest boots and the device that it finds: kernel and initramfs, and the module vnvme.

Input:  emulator/, the layers toolchain and base
Output: {shared}/emulator/emulator.json with vnvme.ko, {shared}/boot/boot.json with
        vmlinuz and initramfs.cpio; {shared}/emulator-{release}/ with vnvme.ko for this host
"""


rule module:
    input:
        toolchain=TOOLCHAIN,
        source=files_below("emulator", without=("tests", "README.md")),
    output:
        EMULATOR,
    log:
        f"{SHARED}/logs/emulator.log",
    conda:
        "environment.yaml"
    params:
        toolchain=lambda wildcards, input: folder_of(input.toolchain),
        out=lambda wildcards, output: folder_of(output[0]),
        protocol=PROTOCOL,
    message:
        "emulator: its kernel module"
    shell:
        "python -m scripts.lab module --toolchain {params.toolchain:q} --source emulator"
        " --out {params.out:q} > {log:q} 2>&1"


# For cells that have the kernel of the host that they are run on.
rule host_module:
    input:
        as_input(EMULATOR),
        source=files_below("emulator", without=("tests", "README.md")),
    output:
        HOST_EMULATOR,
    log:
        f"{SHARED}/logs/emulator-host.log",
    conda:
        "environment.yaml"
    params:
        shared=shared_dir,
        protocol=PROTOCOL,
    message:
        "emulator: its kernel module for this host"
    shell:
        "python -m scripts.lab host-module --source emulator --shared {params.shared:q}"
        " > {log:q} 2>&1"


rule boot:
    input:
        base=BASE,
        init=ancient("scripts/guest/init.sh"),
    output:
        BOOT,
    log:
        f"{SHARED}/logs/boot.log",
    conda:
        "environment.yaml"
    params:
        base=lambda wildcards, input: folder_of(input.base),
        out=lambda wildcards, output: folder_of(output[0]),
        init=hash_of_sent("scripts/guest/init.sh"),
        protocol=PROTOCOL,
    message:
        "kernel and initramfs"
    shell:
        "python -m scripts.lab boot --base {params.base:q} --out {params.out:q} > {log:q} 2>&1"
