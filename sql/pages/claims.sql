-- Claims of other documents, their verdicts, the uncertainty budget of those on rates, and the experiments whose cells
-- carry them.
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

parts AS (
    SELECT claim, place, list({part: part, low: low, high: high}) AS parts
    FROM claim_envelope_parts
    GROUP BY ALL
),

-- The ratio that decides: of a claim that is settled, the settled one that is the nearest to a bound or, where its query has
-- bounds of its own, the one that it names; of an open one the open one that reaches the farthest.
budgets AS (
    SELECT
        claim,
        {
            place: place, ratio: ratio, least_bound: least_bound, most_bound: most_bound, parts: parts
        } AS budget
    FROM claim_envelopes AS e
    JOIN claim_pairs USING (claim, place)
    JOIN parts USING (claim, place)
    JOIN claim_verdicts AS v USING (claim)
    QUALIFY row_number() OVER (
        PARTITION BY claim
        ORDER BY (side = 'open') <> (verdict = 'open'), side = 'open' AND verdict <> 'open' AND e.low <> v.low, CASE side
            WHEN 'above' THEN e.low / most_bound
            WHEN 'below' THEN least_bound / e.high
            ELSE e.low / e.high
        END, place
    ) = 1
)

SELECT
    claim, source, name AS source_name, url, reference, begun_with, set_up, s.differs AS source_differs, statement,
    in_short, published, published_low, published_high, measure, rule, c.differs, page, owes_nothing, not_comparable, settles, query_file, query, verdict, value, low, high, unit, reason,
    budget, coalesce(evidence, []) AS evidence
FROM claims AS c
JOIN claim_sources AS s USING (source)
JOIN claim_verdicts USING (claim)
LEFT JOIN evidence USING (claim)
LEFT JOIN budgets USING (claim)
ORDER BY claim_index;
