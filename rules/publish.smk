"""Outside the core, run by name only: the site as one file to put on a web server.

Input:  a complete study
Output: {results}/site.tar.gz, the same bytes for the same site
"""


rule publish:
    input:
        complete=COMPLETE,
        site=SITE,
    output:
        f"{RESULTS}/site.tar.gz",
    log:
        f"{RESULTS}/logs/publish.log",
    conda:
        "environment.yaml"
    params:
        site=lambda wildcards, input: folder_of(input.site),
    message:
        "archive {output}"
    shell:
        "tar --create --directory {params.site:q} --sort name --mtime @0 --owner 0 --group 0"
        " --numeric-owner . 2> {log:q} | gzip --no-name > {output:q}"
