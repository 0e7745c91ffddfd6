-- At how many settings an engine is ahead of another, and behind it, by size; each pair once.
SELECT cache_mib, numerator_engine AS numerator, denominator_engine AS denominator, settings, ahead, behind
FROM scale_leads
SEMI JOIN (SELECT lab FROM shown_labs WHERE experiment = 'scale') USING (lab)
WHERE numerator_engine < denominator_engine
ORDER BY ALL;
