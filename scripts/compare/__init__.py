"""Two or more sides, such as two builds of an engine: the same work on each, and what differs.

``python -m scripts.compare run A B``: a study of its own with the sides as a factor (`study`), run
by Snakemake like any other; its database's rows side by side, judged by the rule of
docs/compare.md (`rule`, `rows`), and a report (`report`).
"""
