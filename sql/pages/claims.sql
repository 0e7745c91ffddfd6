-- Claims of other documents, their verdicts, and the experiments whose cells carry these. Where these are runs of
-- transactions: how long they lasted, and how many of them pass the checks of steady state.
WITH counted AS (
    SELECT claim, experiment, count(*) AS cells, count(*) FILTER (status = 'done') AS cells_done
    FROM claim_cells
    GROUP BY ALL
),

evidence AS (
    SELECT
        claim,
        list(
            {experiment: experiment, cells: cells, cells_done: cells_done} ORDER BY experiment
        ) AS evidence
    FROM counted
    GROUP BY claim
),

lengths AS (
    SELECT
        claim,
        min(run_s) AS run_s_least,
        max(run_s) AS run_s_most,
        count(*) AS checked_runs,
        count(*) FILTER (is_steady) AS steady_runs
    FROM claim_runs
    GROUP BY claim
)

SELECT
    claim, source, name AS source_name, reference, set_up, s.differs AS source_differs, statement,
    published, measure, rule, c.differs, page, held, query_file, query, verdict, value, low, high, unit, reason,
    run_s_least, run_s_most, checked_runs, steady_runs, cpu_time, coalesce(evidence, []) AS evidence
FROM claims AS c
JOIN claim_sources AS s USING (source)
JOIN claim_verdicts USING (claim)
LEFT JOIN evidence USING (claim)
LEFT JOIN lengths USING (claim)
LEFT JOIN claim_cpu_time USING (claim)
ORDER BY claim_index;
