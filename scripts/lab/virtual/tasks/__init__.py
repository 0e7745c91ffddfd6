"""The four tasks of the virtual lab, a module each: ``run(job, places, out) -> outcome``.

A module is imported when its task is done, and imports what that task needs.
"""
