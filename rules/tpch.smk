"""TPC-H on the host: its tables, and for each query its statements and the answer to expect.

Input:  workloads/tpch/; the generator and DuckDB are Python packages
Output: {shared}/tpch/sf{scale}/tables.json with a CSV file a table,
        {shared}/tpch/sf{scale}/reference/{query}.json
"""


rule tpch_tables:
    input:
        schema=ancient("workloads/tpch/schema.yaml"),
    output:
        TPCH_TABLES,
    log:
        f"{SHARED}/logs/tpch/sf{{scale}}.log",
    priority: 1
    conda:
        "environment.yaml"
    params:
        out=lambda wildcards, output: folder_of(output[0]),
        code=hash_of_code(("scripts/data/tpch/tables.py",), tools=("tpchgen-cli",)),
        tables=hash_of_sent("workloads/tpch/schema.yaml"),
    message:
        "TPC-H's tables at scale factor {wildcards.scale}"
    shell:
        "python -m scripts.data.tpch tables --scale-factor {wildcards.scale} --out {params.out:q}"
        " > {log:q} 2>&1"


rule tpch_reference:
    input:
        as_input(TPCH_TABLES),
        query="workloads/tpch/{query}.sql",
        schema=ancient("workloads/tpch/schema.yaml"),
    output:
        f"{TPCH}/reference/{{query}}.json",
    log:
        f"{SHARED}/logs/tpch/sf{{scale}}-{{query}}.log",
    priority: 1
    conda:
        "environment.yaml"
    params:
        tables=lambda wildcards, input: folder_of(input[0]),
        code=hash_of_code(("scripts/data/tpch/reference.py",)),
    message:
        "TPC-H's {wildcards.query}: what it must answer at scale factor {wildcards.scale}"
    shell:
        "python -m scripts.data.tpch reference --tables {params.tables:q} --query {wildcards.query}"
        " --out {output:q} > {log:q} 2>&1"
