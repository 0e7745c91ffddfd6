-- Requests of the device in one piece of each kind of traced work, the last of its kind, over read-ahead. used has a letter
-- per 4 KiB that were read: 1 where the engine asked for them, 0 where they were read ahead.
SELECT
    engine, read_ahead_kb, phase AS work, step_index, step, request_index, time_ns / 1000 AS time_us, operation, part,
    offset_bytes, bytes, array_to_string(list_transform(is_page_used, LAMBDA used: used::INT::VARCHAR), '') AS used, process, cell_id
FROM traced_pages
JOIN cell_settings USING (cell_id)
SEMI JOIN shown_cells USING (cell_id)
QUALIFY work_number = max(work_number) OVER (PARTITION BY cell_id, phase)
ORDER BY engine, phase, read_ahead_kb, cell_id, request_index;
