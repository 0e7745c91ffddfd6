-- Pipes and the limit of IOPS: what was set, and what fio reached of it in each direction.
SELECT
    cell_id, pipes, iops_limit, phase, direction, set_bandwidth_mib_s,
    fio_bandwidth_mib_s AS measured_mib_s, bandwidth_share,
    fio_bandwidth_mib_s * 1048576 / block_size_bytes AS measured_iops
FROM calibration
WHERE experiment IN ('full-duplex', 'iops-limit')
ORDER BY experiment, pipes, iops_limit, phase, direction, cell_id;
