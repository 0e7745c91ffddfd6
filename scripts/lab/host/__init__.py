"""The lab on this host's own kernel with the host's own block devices, in real time, as root.

``device`` is what is measured: a file on a loop device, or a disk that is named, held back by the
block throttle of the control groups that ``groups_v1`` and ``groups_v2`` make. ``quietness`` says
whether the host did anything else meanwhile, ``probe`` how fast its disk is, and ``neighbours``
what others do on that. The order of events is that of ``native``.
"""
