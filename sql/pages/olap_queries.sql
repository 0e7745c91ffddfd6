-- The 22 queries in one stream: time, and what each read from the device, in the first of the repeats.
SELECT
    cell_id, engine, bandwidth_mib_s, scale_factor, query, substr(query, 2)::INTEGER AS number,
    query_s, timed_out, answer_rows, read_pages, write_pages, engine_cpu_s, busy_share
FROM olap_queries
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'olap-queries'
QUALIFY seed = min(seed) OVER (PARTITION BY engine)
ORDER BY number, engine, cell_id;
