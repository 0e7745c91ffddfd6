"""A cell on this host's own kernel, in real time, as root: what is the same on any device.

``undo_log`` undoes what was changed of the host, whatever happened; ``namespace`` is where the
guest's own runner finds its world.
"""
