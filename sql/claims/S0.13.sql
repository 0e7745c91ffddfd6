-- Do chains of versions cost a SELECT pages? It must read more with chains than from the table as it was loaded. The
-- difference of two medians; its bounds are those of the difference of two intervals.
WITH pages AS (
    SELECT repeat_group, phase, median, low, high
    FROM claim_summary
    WHERE experiment = 'version-chains' AND engine_family = 'postgresql'
        AND metric = 'read_pages_per_transaction'
),

difference AS (
    SELECT
        chains.median AS chains_pages,
        loaded.median AS loaded_pages,
        chains.median - loaded.median AS value,
        chains.low - loaded.high AS low,
        chains.high - loaded.low AS high
    FROM pages AS chains
    JOIN pages AS loaded USING (repeat_group)
    WHERE chains.phase = 'select-chains' AND loaded.phase = 'select-loaded'
    ORDER BY chains.repeat_group
    LIMIT 1
)

SELECT
    CASE WHEN low > 0 THEN 'reproduced' WHEN high < 0 THEN 'contradicted' ELSE 'open' END AS verdict,
    value,
    low,
    high,
    'pages of 4 KiB per SELECT' AS unit,
    format(
        'A SELECT reads {:.2f} pages with chains and {:.2f} from the table as it was loaded{}{}', chains_pages,
        loaded_pages, if(value < 0, ': rows that were updated lie side by side', ''), interval_note(low, high, 0)
    ) AS reason
FROM difference;
