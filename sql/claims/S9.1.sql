-- Does an UPDATE write about three pages where pages are full, and one where they have room? Fixed before
-- anything was measured: more than twice as many where they are full reproduces it, less than 1.2 times
-- contradicts it; the interval is Student's t of the logarithms of the seeds' ratios.
WITH ratios AS (
    SELECT
        seed,
        max(pages_per_update) FILTER (pages_are = 'full') AS full_pages,
        max(pages_per_update) FILTER (pages_are = 'room') AS room_pages,
        ln(full_pages / room_pages) AS log_ratio
    FROM update_pages
    SEMI JOIN deterministic_cells USING (cell_id)
    GROUP BY seed
),

compared AS (
    SELECT
        exp(avg(log_ratio)) AS ratio,
        -- 97.5 % of Student's t with two degrees of freedom.
        exp(avg(log_ratio) - 4.303 * stddev_samp(log_ratio) / sqrt(3)) AS low,
        exp(avg(log_ratio) + 4.303 * stddev_samp(log_ratio) / sqrt(3)) AS high,
        median(full_pages) AS full_pages,
        median(room_pages) AS room_pages
    FROM ratios
    HAVING count(*) = 3
)

SELECT
    CASE
        WHEN low > 2 THEN 'reproduced'
        WHEN high < 1.2 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    ratio AS value,
    low,
    high,
    'times' AS unit,
    format('{:.2f} pages per UPDATE where they are full, {:.2f} where they have room', full_pages, room_pages) AS reason
FROM compared;
