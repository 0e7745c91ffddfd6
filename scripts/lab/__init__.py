"""The labs' host side: ``run(job, places, out) -> outcome``.

Here is what all labs share; ``payloads`` is what a guest is sent for each of its tasks. Each
lab has a folder of its own.
"""
