-- How steeply a measure follows the bandwidth: the slope of log on log.
SELECT engine, slope, slope_low, slope_high, bandwidths, repeats
FROM slopes
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND metric = $measure
ORDER BY engine;
