"""The labs' host side: ``run(job, places, out) -> outcome``.

The virtual lab makes a machine, gives it a job, and takes its outcome:

``machine`` describes and ``process`` runs a QEMU whose clock is its own instruction count; ``boot``
builds what it boots from; ``tasks`` holds the four tasks that it is given, and ``kits`` what each
is given for them. ``metal`` runs a cell on this host's own kernel, with the same runner.
"""
