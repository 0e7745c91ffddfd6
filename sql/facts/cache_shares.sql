-- What each family of engines caches with equal limits of memory and with equal caches, and by how much equal caches change the ratio of
-- PostgreSQL's transactions to MariaDB's.
WITH settings AS (
    SELECT
        max(ratio) FILTER (memory = 'equal-limits') / max(ratio) FILTER (memory = 'equal-caches') AS change,
        max(numerator_cache_mib) FILTER (memory = 'equal-limits') AS mariadb_cache_mib,
        max(denominator_cache_mib) FILTER (memory = 'equal-limits') AS postgresql_cache_mib
    FROM data_cache_shares
    WHERE starts_with(numerator, 'mariadb') AND starts_with(denominator, 'postgresql')
    GROUP BY read_bandwidth_mib_s, read_ahead_kb
)

SELECT
    1 - min(change) AS most_loss_share, 1 - max(change) AS least_loss_share,
    median(mariadb_cache_mib) AS mariadb_cache_mib, median(postgresql_cache_mib) AS postgresql_cache_mib
FROM settings
HAVING count(change) > 0;
