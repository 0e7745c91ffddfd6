"""Families of engines, one folder each: all that the project knows of PostgreSQL or MariaDB.

A family's folder has ``family.json`` (name, dialect, charts), ``statistics.yaml`` (what its
counters mean) and ``plans.py`` (a reader of its plans). A folder without ``family.json`` is a part
that families share. README.md says how to add a family.
"""
