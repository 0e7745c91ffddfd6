"""bandwise, a package a stage: plan, lab, guest, parse, store, analyse, site.

A stage knows only the stages before it; run one as ``python -m scripts.<stage> --help``.
"""
