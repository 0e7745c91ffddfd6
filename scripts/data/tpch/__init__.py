"""TPC-H on the host: its tables, its queries in each engine's dialect, and what they must answer.

Tables come from tpchgen-cli, the queries from ``workloads/tpch/``, the answers from DuckDB over
the same files. The guest gets finished SQL; ``check`` compares what came back.
"""
