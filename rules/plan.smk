"""The study as files: its plan, and a job file for each thing to run.

Input:  the configuration and what it names; the plan was made when the rules were read, and its
        fingerprint is a parameter
Output: {results}/plan.json, {shared}/datasets/{dataset}/job.json, and so for machines and snapshots;
        {results}/cells/{cell}/job.json, but by no job: these would double the graph of jobs, so they
        are written before it is made, and a dry run writes none
"""

if workflow.is_main_process:
    # What lies in the folder of an id would be taken for up to date, whatever it was made for.
    if foreign := of_other_jobs(PLAN, Path(RESULTS), Path(SHARED)):
        sys.exit("\n".join(foreign))
    if not DRY_RUN:
        try:
            write_cell_jobs(PLAN, Path(RESULTS), AGAIN)
        except OSError as error:
            sys.exit(f"error: {error.filename}: can't be written: {error.strerror}")


rule plan:
    input:
        planned_from(),
        study=ancient(STUDY_FILE),
    output:
        PLAN_FILE,
    log:
        f"{RESULTS}/logs/plan.log",
    # No cell runs before it.
    priority: 2
    conda:
        "environment.yaml"
    params:
        # How many cells are verified is not in the plan.
        changes=json.dumps({key: CHANGES[key] for key in CHANGES if key != "verify_cells"}),
        fingerprint=PLAN.fingerprint,
    message:
        "plan of {input.study}"
    shell:
        "python -m scripts.plan write --plan-only --config {input.study:q}"
        " --changes {params.changes:q} > {log:q} 2>&1"


# Each is a job of its own, which depends on nothing but its content: studies share some of them, and
# an edited study is no reason to look at what its cells need in another light. (What a job that runs
# leads to by `ancient` files alone, Snakemake neither runs nor examines.)
rule shared_job:
    output:
        f"{SHARED}/{{kind}}/{{id}}/job.json",
    log:
        f"{RESULTS}/logs/{{kind}}/{{id}}.job.log",
    wildcard_constraints:
        kind="datasets|machines|snapshots",
        id="[A-Za-z0-9.-]+",
    priority: 1
    conda:
        "environment.yaml"
    params:
        text=shared_job_text,
    message:
        "job file {output}"
    shell:
        "printf '%s' {params.text:q} > {output:q} 2> {log:q}"
