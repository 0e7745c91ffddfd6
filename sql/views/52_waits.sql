-- What threads wait for: the trace off_cpu, which numbers system calls as x86-64's table does.

CREATE VIEW off_cpu AS
WITH calls (call, waits_for) AS (
    VALUES (0, 'read'), (17, 'read'), (295, 'read'), (327, 'read'), (1, 'write'), (18, 'write'), (20, 'write'),
        (296, 'write'), (328, 'write'), (74, 'flush'), (75, 'flush'), (277, 'flush'), (202, 'lock'),
        (7, 'client'), (45, 'client'), (232, 'client'), (271, 'client'), (281, 'client'), (44, 'client'),
        (208, 'asynchronous I/O'), (209, 'asynchronous I/O'), (333, 'asynchronous I/O'),
        (426, 'asynchronous I/O')
),

sums AS (
    SELECT
        cell_id,
        phase,
        map,
        regexp_extract(key, '^(.*?),([01])(?:,(-?\d+))?$', ['process', 'serves', 'call']) AS parts,
        value
    FROM trace_sums
    WHERE trace = 'off_cpu'
)

SELECT
    s.*,
    phase,
    parts.process,
    parts.serves = '1' AS serves_client,
    if(map = '@without_cpu_ns', 'CPU', coalesce(waits_for, 'other')) AS waits_for,
    sum(value) FILTER (map <> '@sleeps') / any_value(end_ns - begin_ns) AS threads_waiting,
    sum(value) FILTER (map = '@sleeps') AS waits
FROM cell_settings AS s
JOIN sums USING (cell_id)
JOIN phases USING (cell_id, phase)
LEFT JOIN calls ON call = try_cast(parts.call AS INT)
GROUP BY ALL
ORDER BY ALL;
COMMENT ON VIEW off_cpu IS
    'How many threads did not run, on average over a phase, by process, by whether they serve a client, and by what they waited for: a lock or latch (futex), flush, read, write, the client (which is where PostgreSQL waits for another transaction, too), asynchronous I/O, or a CPU. Threads that serve nobody are often idle; a wait counts when it ends.';
