-- Asynchronous commits over durable ones, of each engine at each latency of a flush. Less than a tenth is no raise.
SELECT
    format('{}, {} µs', engine, flush_latency_us::BIGINT) AS place, flush_latency_us AS x, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 / 1.1 AS least_bound, 1.1 AS most_bound
FROM claim_rates AS a
JOIN claim_rates AS b USING (experiment, lab, engine, flush_latency_us, phase)
WHERE experiment = 'durability' AND json_extract_string(a.factors, '$.safety') = 'asynchronous-commit' AND json_extract_string(b.factors, '$.safety') = 'durable';
