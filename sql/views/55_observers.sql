-- What others say of the device: how late it was against its model, and what the host's tools saw.

CREATE VIEW device_lateness AS
SELECT
    s.*,
    phase,
    phase_index,
    workload,
    bucket_min_ns,
    bucket_max_ns,
    count AS commands,
    count / sum(count) OVER (PARTITION BY s.cell_id, phase) AS commands_share
FROM cell_settings AS s
JOIN device_histograms USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE histogram = 'late'
ORDER BY cell_id, phase_index, bucket_min_ns;
COMMENT ON VIEW device_lateness IS
    'How much after its due time, which the timing model gives, the emulated device completed a command: its own histogram, four buckets an octave.';

CREATE VIEW observers AS
WITH disk AS (
    SELECT
        cell_id,
        phase,
        max(delta) FILTER (counter = 'nvme0n1_reads') AS reads,
        max(delta) FILTER (counter = 'nvme0n1_read_sectors') * 512 AS read_bytes,
        max(delta) FILTER (counter = 'nvme0n1_read_ms') AS read_ms,
        max(delta) FILTER (counter = 'nvme0n1_writes') AS writes,
        max(delta) FILTER (counter = 'nvme0n1_write_sectors') * 512 AS write_bytes,
        max(delta) FILTER (counter = 'nvme0n1_write_ms') AS write_ms
    FROM system_counters
    WHERE source = 'diskstats'
    GROUP BY ALL
),

traced AS (
    SELECT
        cell_id,
        phase,
        if(regexp_extract(key, '[^,]*$') = 'readahead', 'read', regexp_extract(key, '[^,]*$'))
            AS direction,
        sum(value) FILTER (map = '@requests') AS requests,
        sum(value) FILTER (map = '@request_bytes') AS bytes,
        sum(value) FILTER (map = '@latency_sum_ns') AS latency_ns
    FROM trace_sums
    WHERE trace = 'device_requests'
    GROUP BY ALL
),

-- A completion that interrupts one of bpftrace's own probes is not traced: the kernel lets no such program
-- run inside another on one CPU. So the mean is over the completions that were seen.
completed AS (
    SELECT h.cell_id, phase, key AS direction, sum(count) AS completions
    FROM trace_histograms AS h
    JOIN phases AS p ON h.cell_id = p.cell_id AND h.begin_ns < p.end_ns AND h.end_ns > p.begin_ns
    WHERE trace = 'device_requests' AND map = '@latency_us'
    GROUP BY ALL
),

seen AS (
    SELECT
        cell_id,
        phase,
        'device' AS observer,
        'read' AS direction,
        read_commands AS requests,
        read_bytes AS bytes,
        read_commands AS completions,
        (read_queue_ns + read_service_ns) / 1e3 AS latency_sum_us
    FROM device_work
    UNION ALL
    SELECT
        cell_id,
        phase,
        'device',
        'write',
        write_commands,
        write_bytes,
        write_commands,
        (write_queue_ns + write_service_ns) / 1e3
    FROM device_work
    UNION ALL
    SELECT cell_id, phase, 'bpftrace', direction, requests, bytes, completions, latency_ns / 1e3
    FROM traced
    LEFT JOIN completed USING (cell_id, phase, direction)
    UNION ALL
    SELECT cell_id, phase, 'diskstats', 'read', reads, read_bytes, reads, read_ms * 1e3
    FROM disk
    UNION ALL
    SELECT cell_id, phase, 'diskstats', 'write', writes, write_bytes, writes, write_ms * 1e3
    FROM disk
    UNION ALL
    SELECT
        cell_id,
        phase,
        'fio',
        direction,
        sum(ios),
        sum(io_bytes),
        sum(ios) FILTER (latency_ns_mean IS NOT NULL),
        sum(latency_ns_mean * ios) / 1e3
    FROM fio_jobs
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    phase_index,
    workload,
    direction,
    observer,
    requests::BIGINT AS requests,
    bytes::BIGINT AS bytes,
    completions::BIGINT AS completions,
    latency_sum_us / completions AS latency_us_mean
FROM cell_settings AS s
JOIN seen USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE workload LIKE 'fio/%' AND requests > 0 AND direction IN ('read', 'write')
ORDER BY
    cell_id,
    phase_index,
    direction,
    list_position(['device', 'bpftrace', 'diskstats', 'fio'], observer);
COMMENT ON VIEW observers IS
    'What the device, bpftrace, the kernel''s disk statistics (iostat''s source) and fio say of the same run, from the device up. A latency is from arrival to due time for the device, from issue to completion for bpftrace, from the request''s making on for diskstats, and from the system call on for fio.';

CREATE VIEW dial_over_time AS
WITH turned AS (
    SELECT
        cell_id,
        phase,
        split_part(setting, '_', 1) AS direction,
        time_ns,
        value AS mib_s
    FROM device_steps
    WHERE setting IN ('read_bandwidth_mib_s', 'write_bandwidth_mib_s')
),

-- What the cell set holds from the beginning on, unless a step is at that very instant.
held AS (
    SELECT cell_id, phase, direction, time_ns, mib_s, begin_ns, end_ns
    FROM turned
    JOIN phases USING (cell_id, phase)
    UNION ALL
    SELECT
        cell_id,
        phase,
        direction,
        least(any_value(begin_ns), min(time_ns) - 1),
        any_value(if(direction = 'read', read_bandwidth_mib_s, write_bandwidth_mib_s)),
        any_value(begin_ns),
        any_value(end_ns)
    FROM turned
    JOIN phases USING (cell_id, phase)
    JOIN cells USING (cell_id)
    GROUP BY cell_id, phase, direction
)

SELECT
    s.*,
    phase,
    direction,
    greatest(0, time_ns - begin_ns) / 1e9 AS begin_s,
    (lead(time_ns, 1, end_ns) OVER (
        PARTITION BY s.cell_id, phase, direction ORDER BY time_ns
    ) - begin_ns) / 1e9 AS end_s,
    mib_s
FROM cell_settings AS s
JOIN held USING (cell_id)
QUALIFY end_s > begin_s
ORDER BY cell_id, phase, direction, begin_s;
COMMENT ON VIEW dial_over_time IS
    'The bandwidth that was set while a phase with a schedule ran, by direction: from begin_s to end_s, counted from the phase''s beginning.';
