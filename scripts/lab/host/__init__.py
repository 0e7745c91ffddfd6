"""The lab on this host's own kernel, in real time, as root.

``cell`` is the order of events; ``checks`` says beforehand what the host lacks; ``undo_log`` undoes
what was changed of the host, whatever happened; ``namespace`` is where the guest's own runner finds
its world. There are no snapshots: a cell prepares and measures in one go.

What is measured is one of the ``devices``: a disk of this host (``disks``), a file on a loop device
among them, held back by the block throttle of the control groups that ``groups_v1`` and
``groups_v2`` make; the ``emulator`` over reserved memory; ``nvmevirt``. ``quietness`` says whether
the host did anything else meanwhile, ``probe`` how fast its disk is, and ``neighbours`` what others
do on that.
"""
