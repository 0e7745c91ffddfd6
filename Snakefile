"""bandwise: from config/*.yaml to a website. `snakemake --cores N` runs the default study.

Another study: --configfile config/smoke.yaml. Targets: all, site, verify,
verify_published, publish, share.
"""

import gc

from snakemake.utils import min_version

min_version("9.0")

# What Snakemake has imported stays. Without this, the collector looks at all of it again and again
# while the rules are read: an eighth of the time of a run that has nothing to do.
gc.freeze()


# The study, paths and functions; then the rules, in order of execution.
include: "rules/common.smk"
include: "rules/cluster.smk"
include: "rules/paths.smk"
include: "rules/inputs.smk"
include: "rules/identity.smk"
include: "rules/recipes.smk"
include: "rules/share.smk"
include: "rules/run.smk"
include: "rules/plan.smk"
include: "rules/layers.smk"
include: "rules/emulator.smk"
include: "rules/tpch.smk"
include: "rules/own.smk"
include: "rules/datasets.smk"
include: "rules/cells.smk"
include: "rules/ingest.smk"
include: "rules/report.smk"
include: "rules/verify.smk"
include: "rules/publish.smk"


onstart:
    hold_locks()
    # Its handler may deadlock with what it interrupts.
    handle_beside(signal.SIGTERM)
    check_host()
    forget_measured()
    announce_study()
    warn_of_little_room()
    # After each job Snakemake's limiter of job starts begins to wake the scheduler once a second,
    # for good: 100 cells later that is a tenth of a core, which the cells need. Snakemake 9 has no
    # public way to turn it off (--max-jobs-per-timespan takes no such value, a longer timespan keeps
    # Snakemake from ending for as long, and there are no settings yet when rules are read), so this
    # is a private name: tests/plan/test_snakemake_names.py fails when it goes.
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None


# What a cluster's nodes are for is machines, and the data that they load. Layers come from a network
# that nodes may not have, and what takes seconds is not worth a place in a queue.
localrules:
    all,
    site,
    verify,
    verify_published,
    plan,
    shared_job,
    layer,
    source_layer,
    module,
    host_module,
    boot,
    rows,
    database,
    render,
    complete,
    own_tables,
    own_script,
    published_comparison,
    publish,
    taken_cell,
    share,


# The site, and a failure that lists the cells that failed, if any did. Outcomes and what every
# machine boots from are named because Snakemake does not miss one that was deleted as long as what
# was made of it is there.
rule all:
    default_target: True
    input:
        SITE,
        COMPLETE,
        OUTCOMES,
        *([*LAYERS, *EMULATOR, *BOOT] if LAB.in_machine else []),
    message:
        "the study is complete: {input[0]}"


rule site:
    input:
        SITE,
