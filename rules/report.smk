"""The website, and the last word on the cells.

Input:  {results}/results.duckdb, report/; the outcomes of all cells
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
    shell:
        "python -m scripts.site build --database {input.database:q} --out {params.out:q}"
        " > {log:q} 2>&1"


# After the site, so that a failed cell is seen there too.
rule complete:
    input:
        outcomes=OUTCOMES,
        plan=PLAN_FILE,
        site=ancient(SITE),
    output:
        COMPLETE,
    log:
        f"{RESULTS}/logs/complete.log",
    conda:
        "environment.yaml"
    params:
        results=RESULTS,
    shell:
        "python -m scripts.verify complete --results {params.results:q} --out {output:q}"
        " > {log:q} 2>&1"
