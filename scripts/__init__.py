"""bandwise, a package a stage: plan, layers, tpch, lab, guest, parse, store, analyse, site, verify.

A stage knows only the stages before it; run one as ``python -m scripts.<stage> --help``.
"""
