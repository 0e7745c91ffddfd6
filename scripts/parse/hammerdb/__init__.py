"""What HammerDB 6 prints and writes in a run of TPROC-C: transcript, time profile, counter, job.

The same figures come out of HammerDB several ways; where two of them differ, the run is an error.
"""

from scripts.parse.hammerdb.run import HammerdbOutput, parse_hammerdb

__all__ = ["HammerdbOutput", "parse_hammerdb"]
