"""A user's own workload: a folder of SQL and CSV files, checked and made into what a guest takes.

The folder holds ``schema.sql``, rows as ``<table>.csv`` or in ``data.sql``, and transactions as
``<name>.sql`` or ``<name>.lua``. docs/own-workload.md describes the files.
"""
