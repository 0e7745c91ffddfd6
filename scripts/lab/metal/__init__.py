"""The metal lab: a cell on this host's own kernel, in real time, as root.

``cell`` is the order of events; ``checks`` says beforehand what the host lacks; ``journal`` undoes
what was changed of the host, whatever happened; ``namespace`` is where the guest's own runner finds
its world. There are no snapshots here: a cell prepares and measures in one go.
"""
