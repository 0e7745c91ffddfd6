-- HammerDB's runs of TPROC-C, in the order of the tables on the page.
SELECT
    cell_id, engine, bandwidth_mib_s, threads, seed, warehouses, rampup_min, duration_min,
    new_orders_per_min, transactions_per_min, failed_procedures, read_pages_per_s,
    write_pages_per_s, busy_share, hammerdb_version
FROM hammerdb_results
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, bandwidth_mib_s, seed, cell_id, phase_index;
