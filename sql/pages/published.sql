-- Where published rows come from; no row for those that were measured and not published.
SELECT commit_id, committed_on, rows_sha256
FROM published;
