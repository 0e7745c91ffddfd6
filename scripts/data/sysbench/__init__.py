"""The tables of sysbench's own schema."""
