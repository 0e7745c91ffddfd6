-- Are concurrent scans of cached data with io_method io_uring at least as fast as with sync? Fixed before anything was measured: an
-- interval above 0.97 reproduces it, one below contradicts it. That 8 CPUs decide was fixed when scans on one CPU were known, which lose
-- 1 %, and none on eight.
SELECT
    CASE WHEN low > 0.97 THEN 'reproduced' WHEN high < 0.97 THEN 'contradicted' ELSE 'open' END AS verdict,
    ratio AS value,
    low,
    high,
    'times' AS unit,
    format('With io_uring 16 clients on 8 CPUs scan {:.3f} times as many tables per second as with sync', ratio) AS reason
FROM io_method_ratios
WHERE place = 'cached_8' AND settings = 'io_uring' AND repeats >= 3;
