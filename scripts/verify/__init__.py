"""What cells left behind, looked at from outside: failures, and whether a re-run agrees.

``outcomes`` reads the small files of finished cells; ``compare`` holds two runs of a cell against
each other byte by byte.
"""
