-- One run in the eyes of the device, bpftrace, the kernel's disk statistics and fio.
SELECT
    cell_id, phase, bandwidth_mib_s, direction, observer, requests, bytes, completions, latency_us_mean
FROM observers
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'observers'
ORDER BY
    cell_id, phase_index, direction,
    list_position(['device', 'bpftrace', 'diskstats', 'fio'], observer);
