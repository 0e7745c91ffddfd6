"""The labs' host side: ``run(job, places, out) -> outcome``.

The virtual lab makes a machine, gives it a job, and takes its outcome:

``machine`` describes and runs a QEMU whose clock is its own instruction count; ``images`` builds
what it boots from; ``jobs`` holds the four jobs that it is given. ``metal`` runs a cell on this
host's own kernel, with the same runner.
"""
