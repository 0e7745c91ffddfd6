-- Where two engines answer query 18 in the same time; null where they never do.
SELECT
    denominator_engine AS numerator, numerator_engine AS denominator, outcome,
    crossover_mib_s, crossover_mib_s_low AS low_mib_s, crossover_mib_s_high AS high_mib_s
FROM crossovers
WHERE experiment = 'olap' AND workload = 'tpch/q18' AND metric = 'query_s'
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
ORDER BY numerator, denominator;
