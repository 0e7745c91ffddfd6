-- HammerDB's query sets of TPROC-H, in the order of the table on the page.
SELECT
    cell_id, engine, bandwidth_mib_s, seed, scale_factor, virtual_users, virtual_user, query_set,
    elapsed_s, queries_with_rows, query_s_geometric_mean, phase_read_mib, phase_busy_share,
    hammerdb_version
FROM tproch_query_sets
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, bandwidth_mib_s, seed, cell_id, phase_index, virtual_user, query_set;
