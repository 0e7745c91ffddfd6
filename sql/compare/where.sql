-- What the watched twins saw by process and file, and by process at the device, one count a row.

SELECT
    experiment,
    side,
    place,
    phase,
    CASE trace WHEN 'file_requests' THEN 'file' ELSE 'device' END AS seen_at,
    -- The kernel's threads have a CPU or a device behind a stroke, and threads of a pool their number.
    regexp_replace(split_part(regexp_extract(key, '^(.*),([^,]*)$', 1), '/', 1), '-[0-9]+$', '') AS process,
    CASE trace
        -- Numbers that are positions, processes or random, such as those of files of the log.
        WHEN 'file_requests'
            THEN regexp_replace(
                regexp_replace(regexp_extract(key, '^(.*),([^,]*)$', 2), '^[0-9A-F]{7,}$', 'files by position'),
                '[0-9A-F]{7,}|\.[0-9]{2,}$', '*', 'g'
            )
        ELSE '' END AS file,
    CASE trace
        WHEN 'file_requests' THEN map[2:]
        ELSE regexp_extract(key, '^(.*),([^,]*)$', 2) || if(map = '@requests', ' commands', ' bytes') END AS counted,
    sum(value) AS value
FROM trace_sums
JOIN compared_cells USING (cell_id)
WHERE
    twin = 'where'
    AND (trace = 'file_requests' OR trace = 'device_requests' AND map IN ('@requests', '@request_bytes'))
GROUP BY ALL
ORDER BY ALL
