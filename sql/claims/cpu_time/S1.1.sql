-- Peaks at unlike numbers of clients have no common model; but throughput never changes by more than CPU time does.
SELECT
    value AS ratio, low, high, value / 1.3 AS ratio_least, value * 1.3 AS ratio_most, low / 1.3 AS low_least,
    high * 1.3 AS high_most, true AS model_fits, NULL AS read_bandwidth_mib_s, 1 AS least_bound, 1 AS most_bound
FROM claim_verdicts
WHERE claim = 'S1.1' AND low IS NOT NULL;
