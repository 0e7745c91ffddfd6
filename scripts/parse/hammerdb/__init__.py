"""What HammerDB 6 prints and writes: a run of TPROC-C, and the query sets of one of TPROC-H.

The same figures of TPROC-C come out several ways: transcript, time profile, counter, job. Where
two of them differ, the run is an error.
"""

from scripts.parse.hammerdb.query_sets import QuerySets, parse_query_sets
from scripts.parse.hammerdb.run import HammerdbOutput, parse_hammerdb

__all__ = ["HammerdbOutput", "QuerySets", "parse_hammerdb", "parse_query_sets"]
