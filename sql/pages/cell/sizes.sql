-- Requests by size, as traced: for each phase and operation, how many are in each power of two from
-- least_bytes on. What has no bytes, such as a flush, has no size.
WITH counted AS (
    SELECT
        h.cell_id, phase, phase_index, key AS operation, log2(bucket_min)::BIGINT AS power,
        sum(count)::BIGINT AS requests
    FROM trace_histograms AS h
    JOIN phases AS p
        ON h.cell_id = p.cell_id
        AND h.begin_ns < p.end_ns
        AND h.end_ns > p.begin_ns
    WHERE trace = 'device_requests' AND map = '@size_bytes' AND bucket_min > 0 AND count > 0
    GROUP BY ALL
),

places AS (
    SELECT
        cell_id, phase, phase_index, operation, least_power,
        unnest(range(least_power, most_power + 1)) AS power
    FROM (
        SELECT
            cell_id, phase, phase_index, operation,
            min(power) AS least_power,
            max(power) AS most_power
        FROM counted
        GROUP BY ALL
    )
)

SELECT
    cell_id, phase, operation, (2 ** least_power)::BIGINT AS least_bytes,
    list(coalesce(requests, 0) ORDER BY power) AS requests
FROM places
LEFT JOIN counted USING (cell_id, phase, phase_index, operation, power)
GROUP BY ALL
ORDER BY cell_id, any_value(phase_index), operation;
