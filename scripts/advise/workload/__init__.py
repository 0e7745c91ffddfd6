"""From a server's statistics to a workload of its kind: schema, rows and transactions."""
