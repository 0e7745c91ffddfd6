-- How the emulated device keeps to its timing model: commands that complete within 2 µs after their time, and measurements in which fio
-- reaches the model's bandwidth within 2 %.
WITH bandwidths AS (
    SELECT
        count(expected_bandwidth_mib_s) AS measurements, count(*) FILTER (abs(measured_mib_s / expected_bandwidth_mib_s - 1) <= 0.02) AS within,
        max(measured_mib_s / bandwidth_mib_s) - 1 AS most_above_share
    FROM data_calibration
    HAVING count(*) > 0
)

SELECT
    sum(commands)::BIGINT AS commands, coalesce(sum(commands) FILTER (bucket_max_ns > 2047), 0)::BIGINT AS late, sum(commands) FILTER (bucket_max_ns <= 2047) / sum(commands) AS on_time_share,
    any_value(measurements) AS measurements, any_value(within) AS within, any_value(most_above_share) AS most_above_share
FROM data_lateness, bandwidths
HAVING count(*) > 0;
