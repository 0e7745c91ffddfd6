-- What ran, with its command.
SELECT
    cell_id, phase, phase_index, workload, (end_ns - begin_ns) / 1e9 AS duration_s, exit_code,
    command
FROM phases
ORDER BY cell_id, phase_index;
