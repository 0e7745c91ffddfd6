-- Flushes of the device per durable commit of one client, by family of engines and by which logs are written.
SELECT format('{}_{}', split_part(engine, '-', 1), replace(logs, '-', '_')) AS name, max(flushes) AS flushes
FROM data_commit_flushes
GROUP BY name
ORDER BY name;
