"""The website, and the last word on the cells.

Input:  {results}/results.duckdb, which all cells went into, with what each cell left; report/
Output: {results}/site/index.html; {results}/complete.json, which is made only when no cell failed
"""

# What lies in report/ and is not for the site: a word to developers, the picture of the README.
NO_PAGES = ("README.md", "home.png", "data", "_site", ".quarto")


rule render:
    input:
        database=DATABASE,
        outcomes=OUTCOMES,
        queries=files_below("sql/pages"),
        facts=files_below("sql/facts"),
        columns=files_below("sql/columns"),
        pages=files_below("report", without=NO_PAGES),
        packages=files_below("package-lock.json"),
        about=[*files_below("CITATION.cff"), *files_below("LICENSE")],
    output:
        SITE,
    log:
        f"{RESULTS}/logs/site.log",
    conda:
        "environment.yaml"
    params:
        out=lambda wildcards, output: folder_of(output),
        outputs=lambda wildcards: f"{RESULTS}/cells",
        # Quarto's pages have other bytes than those of the small renderer, or of another Quarto.
        renderer="quarto" if shutil.which("quarto") else "small",
        quarto=lambda wildcards: quarto_version(),
        code=step("render"),
    message:
        "site {output}"
    shell:
        "python -m scripts.site build --database {input.database:q} --out {params.out:q}"
        " --outputs {params.outputs:q} --renderer {params.renderer} > {log:q} 2>&1"


# After the site, so that a failed cell is seen there too.
rule complete:
    input:
        plan=PLAN_FILE,
        outcomes=OUTCOMES,
        rows=ROWS,
        database=DATABASE,
        site=SITE,
    output:
        COMPLETE,
    log:
        f"{RESULTS}/logs/complete.log",
    conda:
        "environment.yaml"
    params:
        results=results_dir,
        code=step("complete"),
        shared=shared_dir,
    message:
        "failed cells, if there are any"
    shell:
        "python -m scripts.verify complete --results {params.results:q}"
        " --shared {params.shared:q} --out {output:q} > {log:q} 2>&1"
