"""Kinds of workloads: a folder each, found by ``registry``.

``kind.py`` has all that is known before a measurement, as one object: names, data, checks, files
for the guest. ``guest.py`` is what runs there. ``output.py`` says how what the guest leaves is
read. They are apart so that an edit of a parser makes no cell stale.
"""
