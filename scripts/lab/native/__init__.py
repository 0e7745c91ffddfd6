"""A cell on this host's own kernel, in real time, as root: what is the same on any device.

``cell`` is the order of events; ``checks`` says beforehand what the host lacks; ``undo_log`` undoes
what was changed of the host, whatever happened; ``namespace`` is where the guest's own runner finds
its world. There are no snapshots: a cell prepares and measures in one go. A lab brings its
``devices``.
"""
