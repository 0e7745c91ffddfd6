-- What it costs to collect the old versions that transactions leave, beside what they left at steady state.
WITH steady AS (
    SELECT
        lab,
        engine,
        max(left_share) AS left_share_max,
        max(uncollected_share) AS uncollected_share_max
    FROM steady_checks
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'steady' AND phase = 'run'
    GROUP BY ALL
)

SELECT
    engine, runs, changes_per_transaction, old_versions_per_transaction, collection_bytes_per_transaction,
    left_share_max, uncollected_share_max
FROM collection_costs
LEFT JOIN steady USING (lab, engine)
WHERE lab IN (SELECT lab FROM shown_labs WHERE experiment = 'vacuum-cost')
ORDER BY engine;
