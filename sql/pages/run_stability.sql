-- How level the rates of runs are in the experiments that vary many settings or sizes, and how much of its log a run writes.
SELECT
    experiment,
    count(*) AS runs,
    count(*) FILTER (is_steady) AS steady_runs,
    min(transactions) AS transactions_least,
    max(transactions) AS transactions_most,
    min(rate_ratio) AS rate_ratio_least,
    max(rate_ratio) AS rate_ratio_most,
    min(log_cycles) AS log_cycles_least,
    max(log_cycles) AS log_cycles_most
FROM steady_checks
SEMI JOIN shown_labs USING (experiment, lab)
WHERE experiment IN ('sensitivity', 'sensitivity-engines', 'sensitivity-kernel', 'oltp-map', 'scale') AND phase = 'run'
GROUP BY ALL
ORDER BY ALL;
