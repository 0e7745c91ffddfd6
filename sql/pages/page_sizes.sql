-- What the size of InnoDB's pages changes: transactions, and 4-KiB pages per transaction.
SELECT
    experiment, engine, read_bandwidth_mib_s, page_kib, metric, median, repeats, ratio, ratio_low, ratio_high
FROM page_sizes
SEMI JOIN shown_labs USING (experiment, lab)
ORDER BY ALL;
