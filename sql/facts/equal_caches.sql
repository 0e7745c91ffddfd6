-- Where both engines have equal caches, the one that commits more OLTP transactions on every device whose bandwidth is the limit, by the kernel's read-ahead.
SELECT
    format('kib_{}', read_ahead_kb) AS name,
    count(*) AS devices,
    CASE
        WHEN bool_and(is_settled AND leader.starts_with('postgresql')) THEN 'PostgreSQL'
        WHEN bool_and(is_settled AND leader.starts_with('mariadb')) THEN 'MariaDB'
        ELSE 'neither engine'
    END AS leader
FROM data_leaders
WHERE numerator_family = 'mariadb' AND denominator_family = 'postgresql' AND experiment IN ('steady', 'volumes') AND iops_limit = 0
GROUP BY read_ahead_kb
ORDER BY read_ahead_kb;
