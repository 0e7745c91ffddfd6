-- Whether the lead depends on the size of the study: settings in which the last doubling of the size changes the ratio of transactions by at
-- most 5 %, and sizes at which the same engine leads in as many settings.
SELECT
    count(*) AS settings, count(*) FILTER (has_converged) AS converged,
    max(greatest(change, 1 / change)) - 1 AS most_change_share,
    (SELECT count(*) FROM data_scale_leads) AS sizes,
    (SELECT count(DISTINCT row(ahead, behind)) FROM data_scale_leads) AS kinds_of_leads
FROM data_scale_changes
WHERE metric = 'tps'
HAVING count(*) > 0;
