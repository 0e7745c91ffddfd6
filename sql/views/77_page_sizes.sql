-- What the size of InnoDB's pages changes. After the statistics tables, on which it stands.

CREATE VIEW page_sizes AS
WITH groups AS (
    SELECT DISTINCT repeat_group, lab, regexp_extract(factors_json ->> '$.page', '(\d+)')::BIGINT AS page_kib
    FROM cells
    WHERE experiment IN ('page-size', 'page-size-tpcc') AND status = 'done'
),

measured AS (
    SELECT m.experiment, lab, m.engine, m.read_bandwidth_mib_s, page_kib, metric, median, m.low, m.high, m.repeats
    FROM repeat_statistics AS m
    JOIN groups USING (repeat_group, lab)
    WHERE phase = 'run' AND metric IN ('tps', 'pages_per_transaction')
)

SELECT
    m.*,
    m.median / d.median AS ratio,
    m.low / d.high AS ratio_low,
    m.high / d.low AS ratio_high
FROM measured AS m
JOIN measured AS d USING (experiment, lab, engine, read_bandwidth_mib_s, metric)
WHERE d.page_kib = 16
ORDER BY ALL;
COMMENT ON VIEW page_sizes IS
    'Transactions per second and 4-KiB pages per transaction by the size of InnoDB''s pages, each over that with the default of 16 KiB; the bounds are those of the quotient of two intervals.';
