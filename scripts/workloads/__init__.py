"""Kinds of workloads: a folder each, with ``kind.py`` and ``output.py``, found by ``registry``.

``kind.py`` has all that is known before a measurement, as one object: names, data, checks, files
for the guest. ``output.py`` says how what the guest leaves is read. They are apart so that an edit
of a parser makes no cell stale.
"""
