"""The lab in virtual time: a machine gets a job, and leaves its outcome.

``machine`` describes and ``process`` runs a QEMU whose clock is its own instruction count; ``boot``
builds what it boots from; ``tasks`` holds the four tasks that it is given.
"""
