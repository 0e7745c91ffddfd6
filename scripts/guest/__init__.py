"""What runs inside the guest: prepare an engine, be snapshotted, measure, hand over the results.

The host unpacks this package into the guest with the job. It needs nothing but Python's own
library. ``__main__`` is the order of events; ``engines/`` holds an adapter for each engine.
"""
