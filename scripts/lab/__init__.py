"""The labs' host side: ``run(job, places, out) -> outcome``.

Here is what all labs share; ``payloads`` is what a guest is sent for each of its tasks. ``native``
is what labs share that measure on this host's own kernel. Each lab has a folder of its own.
"""
