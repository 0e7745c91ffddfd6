-- How far runs differ by accidents alone, and by seeds and accidents.
SELECT engine, metric, varied, runs, lowest, highest, deviation
FROM accident_spreads
SEMI JOIN (SELECT lab FROM shown_labs WHERE experiment = 'accidents') USING (lab)
ORDER BY ALL;
