-- In how many kinds of runs read-ahead of 128 KiB favours MariaDB, compared with none.
WITH ratios AS (
    SELECT place, read_ahead_kb, if(starts_with(leader, 'mariadb'), ratio, 1 / ratio) AS ratio
    FROM data_run_lengths
    WHERE starts_with(leader, 'mariadb') AND starts_with(other, 'postgresql')
        OR starts_with(other, 'mariadb') AND starts_with(leader, 'postgresql')
)

SELECT count(*) AS kinds, count(*) FILTER (with_it.ratio > without.ratio) AS favouring_mariadb
FROM ratios AS without
JOIN ratios AS with_it USING (place)
WHERE without.read_ahead_kb = 0 AND with_it.read_ahead_kb = 128
HAVING count(*) > 0;
