-- The verdict of each claim on OLTP at each size.
SELECT claim, cache_mib, verdict
FROM scale_claims
SEMI JOIN (SELECT lab FROM shown_labs WHERE experiment = 'scale') USING (lab)
ORDER BY ALL;
