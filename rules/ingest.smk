"""Raw outputs become rows, rows become one database.

Input:  {results}/cells/{cell}/outcome.json and what lies beside it; the plan, the layers, the claims
Output: {results}/rows/{cell}/rows.json with a Parquet file a table; {results}/results.duckdb
"""


rule rows:
    input:
        outcome=f"{RESULTS}/cells/{{cell}}/outcome.json",
        job=ancient(f"{RESULTS}/cells/{{cell}}/job.json"),
    output:
        f"{RESULTS}/rows/{{cell}}/rows.json",
    log:
        f"{RESULTS}/logs/rows/{{cell}}.log",
    conda:
        "environment.yaml"
    params:
        cell=lambda wildcards, input: folder_of(input.outcome),
        out=lambda wildcards, output: folder_of(output),
        code=code_of("rows"),
    message:
        "rows of {wildcards.cell}"
    shell:
        "python -m scripts.parse cell {params.cell:q} --out {params.out:q} > {log:q} 2>&1"


rule database:
    input:
        rows=ROWS,
        plan=PLAN_FILE,
        layers=LAYERS,
        claims=CLAIMS_FILE,
        schema=[*files_below("sql/tables"), *files_below("sql/views")],
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
        code=code_of("database"),
    message:
        "database {output}"
    shell:
        "python -m scripts.store build --rows {params.rows:q} --plan {input.plan:q}"
        " --layers {params.layers:q} --claims {input.claims:q} --out {output:q} > {log:q} 2>&1"
