"""Layers: the read-only Debian trees that the study's tools, guests and engines come from.

Each file ``envs/<name>.yaml`` describes one layer. ``python -m scripts.layers build`` turns it
into ``results/layers/<name>/``: a tree for the toolchain, which runs on the host, and an
uncompressed erofs image for all others, which guests map straight from memory (DAX).
The same package versions give the same bytes on every host.
"""
