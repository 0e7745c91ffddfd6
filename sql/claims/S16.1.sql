-- Does PostgreSQL 18 with sync complete more transactions than with io_uring, for one client on a volume of a cloud? Fixed before
-- anything was measured: an interval above 1.03 reproduces it, one below contradicts it. A smaller difference is taken as none.
SELECT
    CASE WHEN 1 / high > 1.03 THEN 'reproduced' WHEN 1 / low < 1.03 THEN 'contradicted' ELSE 'open' END AS verdict,
    1 / ratio AS value,
    1 / high AS low,
    1 / low AS high,
    'times' AS unit,
    format('With sync one client completes {:.3f} times the transactions that it completes with io_uring', 1 / ratio) AS reason
FROM io_method_ratios
WHERE place = 'gp3' AND settings = 'io_uring' AND repeats >= 3;
