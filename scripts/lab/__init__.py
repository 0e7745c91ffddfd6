"""The lab's host side: make a machine, give it a job, take its outcome.

``machine`` describes and runs a QEMU whose clock is its own instruction count; ``images`` builds
what it boots from; ``dataset``, ``snapshot`` and ``cell`` are the three jobs that it is given.
"""
