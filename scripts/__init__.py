"""bandwise: a package knows only those before it, in the order of docs/architecture.md.

Run a stage as ``python -m scripts.<stage> --help``.
"""
