"""The lab on bare metal: a cell on this host's own kernel, in real time, as root.

What is the lab's own are its devices: the emulator over memory that the kernel leaves alone, a
block device, NVMeVirt. All else of a cell on this host's kernel is in ``scripts.lab.native``.
"""
