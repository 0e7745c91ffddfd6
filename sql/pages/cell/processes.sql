-- Requests by process, as traced. The kernel's threads of a kind, which it numbers, are one.
SELECT
    cell_id, phase, regexp_replace(process, '(/.*|-[0-9]+)$', '') AS process, operation,
    sum(requests)::BIGINT AS requests,
    sum(bytes)::BIGINT AS bytes
FROM device_requests_by_process
JOIN phases USING (cell_id, phase)
WHERE requests > 0
GROUP BY ALL
ORDER BY cell_id, any_value(phase_index), bytes DESC, requests DESC, process, operation;
