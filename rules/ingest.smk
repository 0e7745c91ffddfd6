"""Raw outputs become rows, rows become one database.

Input:  {results}/cells/{cell}/outcome.json and what lies beside it; the plan, the layers, the claims
Output: {results}/rows/rows.json with {results}/rows/{cell}/rows.json and a Parquet file a table;
        {results}/results.duckdb
"""


# One job for all cells, as each would cost more than its rows do: a start of Python, and a place in the
# graph of jobs. Cells that are up to date stay as they are.
rule rows:
    input:
        outcomes=OUTCOMES,
        jobs=lambda wildcards: cell_jobs(OUTCOMES),
        # Which cells there are is said by the outcomes.
        plan=ancient(PLAN_FILE),
    output:
        ROWS,
    log:
        f"{RESULTS}/logs/rows.log",
    conda:
        "environment.yaml"
    threads: all_cores
    params:
        cells=lambda wildcards: f"{RESULTS}/cells",
        out=lambda wildcards, output: folder_of(output),
        code=step("rows"),
    message:
        "rows of all cells"
    shell:
        "python -m scripts.ingest cells {params.cells:q} --plan {input.plan:q} --out {params.out:q}"
        " --code {params.code} --workers {threads} > {log:q} 2>&1"


rule database:
    input:
        rows=ROWS,
        plan=PLAN_FILE,
        layers=LAYERS,
        claims=CLAIMS_FILE,
        # The classes of rows, whose docstrings are the tables' comments.
        schema=[
            path
            for folder in ("scripts/parse/rows", "sql/tables", "sql/views", "config/baskets")
            for path in files_below(folder)
        ],
        queries=files_below("sql/claims"),
        pages=pages(),
    output:
        DATABASE,
    log:
        f"{RESULTS}/logs/database.log",
    conda:
        "environment.yaml"
    params:
        rows=lambda wildcards: f"{RESULTS}/rows",
        layers=lambda wildcards: f"{SHARED}/layers",
        code=step("database"),
    message:
        "database {output}"
    shell:
        "python -m scripts.store build --rows {params.rows:q} --plan {input.plan:q}"
        " --layers {params.layers:q} --claims {input.claims:q} --out {output:q} > {log:q} 2>&1"
