"""The website, and the last word on the cells.

Input:  {results}/results.duckdb, which all cells went into; report/
Output: {results}/site/index.html; {results}/complete.json, which is made only when no cell failed
"""


rule render:
    input:
        database=DATABASE,
        pages=files_below("report", without=("data", "_site", ".quarto")),
        packages=files_below("package-lock.json"),
        code=files_below("scripts/site"),
    output:
        SITE,
    log:
        f"{RESULTS}/logs/site.log",
    conda:
        "environment.yaml"
    params:
        out=lambda wildcards, output: folder_of(output),
    message:
        "site {output}"
    shell:
        "python -m scripts.site build --database {input.database:q} --out {params.out:q}"
        " > {log:q} 2>&1"


# After the site, so that a failed cell is seen there too.
rule complete:
    input:
        plan=PLAN_FILE,
        database=DATABASE,
        site=ancient(SITE),
    output:
        COMPLETE,
    log:
        f"{RESULTS}/logs/complete.log",
    conda:
        "environment.yaml"
    params:
        results=results_dir,
    message:
        "failed cells, if there are any"
    shell:
        "python -m scripts.verify complete --results {params.results:q} --out {output:q}"
        " > {log:q} 2>&1"
