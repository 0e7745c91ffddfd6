-- HammerDB's queries of TPROC-H by their numbers: the median over users, query sets and seeds.
SELECT
    engine, bandwidth_mib_s, query, count(*) AS runs, median(elapsed_s) AS elapsed_s_median,
    min(elapsed_s) AS elapsed_s_min, max(elapsed_s) AS elapsed_s_max
FROM tproch_queries
SEMI JOIN shown_cells USING (cell_id)
GROUP BY ALL
ORDER BY engine, bandwidth_mib_s, query;
