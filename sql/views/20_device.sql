-- The device from its own counters.

-- The device charges all of a command's transfer when it takes the command in. So where commands queue
-- when a phase ends, it has charged more than it has carried, by up to what queues: hence at most 1.
CREATE MACRO busy_share_of(busy_ns, duration_s) AS least(1.0, busy_ns / 1e9 / duration_s);

CREATE VIEW device_work AS
SELECT
    cell_id,
    phase,
    phase_index,
    workload,
    coalesce(total_time_s, (end_ns - begin_ns) / 1e9) AS duration_s,
    max(delta) FILTER (counter = 'read_commands') AS read_commands,
    max(delta) FILTER (counter = 'write_commands') AS write_commands,
    max(delta) FILTER (counter = 'flush_commands') AS flush_commands,
    max(delta) FILTER (counter = 'read_bytes') AS read_bytes,
    max(delta) FILTER (counter = 'write_bytes') AS write_bytes,
    max(delta) FILTER (counter = 'read_service_ns') AS read_service_ns,
    max(delta) FILTER (counter = 'write_service_ns') AS write_service_ns,
    max(delta) FILTER (counter = 'read_queue_ns') AS read_queue_ns,
    max(delta) FILTER (counter = 'write_queue_ns') AS write_queue_ns,
    CASE
        WHEN any_value(pipes) = 'separate'
            THEN greatest(
                max(delta) FILTER (counter = 'read_busy_ns'),
                sum(delta) FILTER (counter IN ('write_busy_ns', 'flush_busy_ns'))
            )
        ELSE max(delta) FILTER (counter = 'busy_ns')
    END::BIGINT AS busy_ns,
    max(delta) FILTER (counter = 'errors') AS errors
FROM phases
JOIN device_settings USING (cell_id)
JOIN device_counters USING (cell_id, phase)
LEFT JOIN sysbench_totals USING (cell_id, phase)
GROUP BY ALL;
COMMENT ON VIEW device_work IS
    'What the device did in each phase: the deltas of its own counters, a column each; of separate pipes, busy_ns is that of the busier one. duration_s is sysbench''s own time, which leaves out connecting and parting; of other phases, from begin to end.';

CREATE VIEW device_utilisation AS
SELECT
    s.*,
    phase,
    w.workload,
    duration_s,
    read_bytes / 1048576.0 / duration_s AS read_mib_s,
    write_bytes / 1048576.0 / duration_s AS write_mib_s,
    read_bytes / 1048576.0 / duration_s / c.read_bandwidth_mib_s AS read_utilisation,
    write_bytes / 1048576.0 / duration_s / c.write_bandwidth_mib_s AS write_utilisation,
    busy_share_of(busy_ns, duration_s) AS busy_share,
    read_bytes / 4096.0 / duration_s AS read_pages_per_s,
    write_bytes / 4096.0 / duration_s AS write_pages_per_s,
    (read_bytes + write_bytes) / 4096.0 / duration_s AS pages_per_s,
    read_queue_ns / 1e3 / nullif(read_commands, 0) AS read_queue_us_mean,
    read_service_ns / 1e3 / nullif(read_commands, 0) AS read_service_us_mean,
    write_queue_ns / 1e3 / nullif(write_commands, 0) AS write_queue_us_mean,
    write_service_ns / 1e3 / nullif(write_commands, 0) AS write_service_us_mean
FROM cell_settings AS s
JOIN cells AS c USING (cell_id)
JOIN device_work AS w USING (cell_id)
WHERE duration_s > 0
ORDER BY cell_id, phase_index;
COMMENT ON VIEW device_utilisation IS
    'Bytes per second over the bandwidth set, by phase. Where reads and writes share one pipe, read and write utilisation add up to at most 1 and what queues when the phase ends; busy_share is the account of the pipe, or of the busier one, at most 1.';

CREATE VIEW pages_over_time AS
WITH steps_of_counters AS (
    SELECT
        cell_id,
        phase,
        counter,
        time_ns,
        time_ns - lag(time_ns) OVER w AS duration_ns,
        value - lag(value) OVER w AS bytes
    FROM device_samples
    WHERE counter IN ('read_bytes', 'write_bytes')
    WINDOW w AS (PARTITION BY cell_id, phase, counter ORDER BY time_ns)
),

slices AS (
    SELECT
        cell_id,
        phase,
        time_ns,
        max(duration_ns) / 1e9 AS duration_s,
        max(bytes) FILTER (counter = 'read_bytes') AS read_bytes,
        max(bytes) FILTER (counter = 'write_bytes') AS write_bytes
    FROM steps_of_counters
    WHERE duration_ns > 0
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    workload,
    (time_ns - begin_ns) / 1e9 AS time_s,
    duration_s,
    read_bytes / 4096.0 / duration_s AS read_pages_per_s,
    write_bytes / 4096.0 / duration_s AS write_pages_per_s,
    (read_bytes + write_bytes) / 4096.0 / duration_s AS pages_per_s,
    read_bytes / 1048576.0 / duration_s AS read_mib_s,
    write_bytes / 1048576.0 / duration_s AS write_mib_s
FROM cell_settings AS s
JOIN slices USING (cell_id)
JOIN phases USING (cell_id, phase)
ORDER BY cell_id, phase_index, time_ns;
COMMENT ON VIEW pages_over_time IS
    '4 KiB pages per second at the device between two samples; time_s is the slice''s end, from the phase''s beginning on.';

CREATE VIEW calibration AS
WITH directions AS (
    SELECT
        cell_id,
        phase,
        direction,
        min(access) AS access,
        max(block_size_bytes) AS block_size_bytes,
        max(io_depth) AS io_depth,
        sum(ios)::BIGINT AS ios,
        sum(bandwidth_bytes_s) / 1048576.0 AS fio_bandwidth_mib_s,
        sum(latency_ns_mean * ios) / sum(ios) FILTER (latency_ns_mean IS NOT NULL) / 1e3
            AS fio_latency_us_mean,
        max(latency_ns_p95) / 1e3 AS fio_latency_us_p95,
        max(runtime_ms) AS runtime_ms,
        count(*) OVER (PARTITION BY cell_id, phase) AS directions
    FROM fio_jobs
    WHERE direct
    GROUP BY cell_id, phase, direction
),

set_and_seen AS (
    SELECT
        d.*,
        phase_index,
        if(direction = 'read', c.read_bandwidth_mib_s, c.write_bandwidth_mib_s)
            AS set_bandwidth_mib_s,
        if(direction = 'read', c.read_latency_us, c.write_latency_us) AS set_latency_us,
        c.iops_limit,
        if(direction = 'read', read_bytes, write_bytes) AS device_bytes,
        if(direction = 'read', read_commands, write_commands) AS device_commands,
        if(direction = 'read', read_queue_ns, write_queue_ns) AS queue_ns,
        if(direction = 'read', read_service_ns, write_service_ns) AS service_ns,
        block_size_bytes / 1048576.0 / set_bandwidth_mib_s * 1e6 AS transfer_us
    FROM directions AS d
    JOIN cells AS c USING (cell_id)
    JOIN device_work USING (cell_id, phase)
),

expected AS (
    SELECT
        *,
        CASE
            WHEN directions = 1
                THEN greatest(
                    transfer_us + set_latency_us,
                    transfer_us * io_depth,
                    1e6 / nullif(iops_limit, 0) * io_depth
                )
        END AS expected_latency_us
    FROM set_and_seen
)

SELECT
    s.*,
    phase,
    direction,
    access,
    block_size_bytes,
    io_depth,
    ios,
    set_bandwidth_mib_s,
    set_latency_us,
    fio_bandwidth_mib_s,
    device_bytes / 1048576.0 / (runtime_ms / 1e3) AS device_bandwidth_mib_s,
    fio_latency_us_mean,
    fio_latency_us_p95,
    (queue_ns + service_ns) / 1e3 / nullif(device_commands, 0) AS device_latency_us_mean,
    device_bytes / nullif(device_commands, 0) AS device_request_bytes_mean,
    expected_latency_us,
    io_depth * block_size_bytes / 1048576.0 / (expected_latency_us / 1e6)
        AS expected_bandwidth_mib_s,
    fio_bandwidth_mib_s / expected_bandwidth_mib_s - 1 AS bandwidth_error_share,
    fio_latency_us_mean / expected_latency_us - 1 AS latency_error_share
FROM cell_settings AS s
JOIN expected USING (cell_id)
ORDER BY cell_id, phase_index, direction;
COMMENT ON VIEW calibration IS
    'Bandwidth and latency: set, expected from the timing model for the block size and depth, measured by fio, counted by the device, of direct I/O. Expectations are null of a phase that reads and writes.';
