-- Claims of other documents, their verdicts, and the experiments whose cells carry these.
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
)

SELECT
    claim, source, name AS source_name, reference, set_up, s.differs AS source_differs, statement,
    published, measure, rule, c.differs, page, owes_nothing, not_comparable, query_file, query, verdict, value, low, high, unit, reason,
    coalesce(evidence, []) AS evidence
FROM claims AS c
JOIN claim_sources AS s USING (source)
JOIN claim_verdicts USING (claim)
LEFT JOIN evidence USING (claim)
ORDER BY claim_index;
