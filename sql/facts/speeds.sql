-- Runs whose core is slower than the fastest that any has, and how fast theirs is: rows of earlier editions.
WITH speeds AS (
    SELECT cpu_gips, max(cpu_gips) OVER () AS fastest FROM machine_speed
)

SELECT
    count(*) AS cells,
    count(*) FILTER (cpu_gips < fastest) AS slower,
    min(cpu_gips) FILTER (cpu_gips < fastest) AS slower_gips
FROM speeds
HAVING count(*) > 0;
