-- Statistics, filled by scripts/analyse. An interval is low to high at 95 %; interval_method says
-- how it was made: single (no interval) or pooled-t (2 and more repeats).
-- scripts/analyse/intervals.py says why.

CREATE TABLE repeat_statistics (
    repeat_group VARCHAR NOT NULL,
    curve_group VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    engine VARCHAR,
    read_bandwidth_mib_s DOUBLE,
    write_bandwidth_mib_s DOUBLE,
    phase VARCHAR NOT NULL,
    workload VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    repeats BIGINT NOT NULL,
    median DOUBLE NOT NULL,
    low DOUBLE,
    high DOUBLE,
    interval_method VARCHAR NOT NULL
);
COMMENT ON TABLE repeat_statistics IS
    'Median and interval of every metric of cell_metrics over the seeds of a repeat group.';

CREATE TABLE engine_ratios (
    curve_group VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    read_bandwidth_mib_s DOUBLE,
    write_bandwidth_mib_s DOUBLE,
    phase VARCHAR NOT NULL,
    workload VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    numerator_engine VARCHAR NOT NULL,
    denominator_engine VARCHAR NOT NULL,
    repeats BIGINT NOT NULL,
    ratio DOUBLE NOT NULL,
    low DOUBLE,
    high DOUBLE,
    interval_method VARCHAR NOT NULL
);
COMMENT ON TABLE engine_ratios IS
    'Centre over the seeds of the ratio of two engines under the same settings, with its interval: a seed gives both the same work. Few seeds share one spread with all settings of their experiment.';

CREATE TABLE crossovers (
    curve_group VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    workload VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    numerator_engine VARCHAR NOT NULL,
    denominator_engine VARCHAR NOT NULL,
    bandwidths BIGINT NOT NULL,
    sign_changes BIGINT NOT NULL,
    trend VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL,
    crossover_mib_s DOUBLE,
    crossover_mib_s_low DOUBLE,
    crossover_mib_s_high DOUBLE,
    resamples_crossing_share DOUBLE NOT NULL
);
COMMENT ON TABLE crossovers IS
    'The bandwidth at which the ratio of two engines passes 1, on a monotone fit of log ratio over log2 bandwidth; outcome says crosses, numerator ahead or denominator ahead.';

CREATE TABLE slopes (
    curve_group VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    engine VARCHAR,
    phase VARCHAR NOT NULL,
    workload VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    bandwidths BIGINT NOT NULL,
    repeats BIGINT NOT NULL,
    slope DOUBLE NOT NULL,
    slope_low DOUBLE,
    slope_high DOUBLE
);
COMMENT ON TABLE slopes IS
    'Sensitivity to bandwidth: slope of log metric on log bandwidth (1 is proportional, 0 is none).';

CREATE TABLE warm_up_cuts (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    intervals BIGINT NOT NULL,
    mser_cut_s BIGINT,
    mser_batch_s BIGINT NOT NULL,
    mser_is_reliable BOOLEAN NOT NULL
);
COMMENT ON TABLE warm_up_cuts IS
    'Where MSER-5 would end the warm-up of a sysbench run: the check on the stated rule.';

CREATE TABLE factor_effects (
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    workload VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    engine VARCHAR NOT NULL,
    denominator_engine VARCHAR,
    factors VARCHAR[] NOT NULL,
    first_value VARCHAR,
    second_value VARCHAR,
    combinations BIGINT NOT NULL,
    effect_ratio DOUBLE NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL,
    stands_out BOOLEAN NOT NULL
);
COMMENT ON TABLE factor_effects IS
    'Of experiments whose factors have two values each: what a measure of an engine, or its ratio to the denominator''s, is multiplied by from a factor''s first value to its second, with Lenth''s interval. Several factors: pairs whose effects are not told apart. stands_out: by the interval that holds for all at once.';

CREATE TABLE cpu_time_ratios (
    curve_group VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    read_bandwidth_mib_s DOUBLE NOT NULL,
    phase VARCHAR NOT NULL,
    numerator_engine VARCHAR NOT NULL,
    denominator_engine VARCHAR NOT NULL,
    changed_engine VARCHAR NOT NULL,
    cpu_time_factor DOUBLE NOT NULL,
    ratio DOUBLE NOT NULL,
    low DOUBLE,
    high DOUBLE,
    model_share DOUBLE NOT NULL
);
COMMENT ON TABLE cpu_time_ratios IS
    'Ratios of transactions per second as they would be if the CPU time of one of the two engines, changed_engine, were multiplied by a factor: the measured ratio and its interval times what a queueing model says (scripts/analyse/cpu_time.py). model_share: the throughput by the model over the measured, of that engine.';

CREATE TABLE release_changes (
    experiment VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    earlier_engine VARCHAR NOT NULL,
    later_engine VARCHAR NOT NULL,
    earlier_mean DOUBLE NOT NULL,
    later_mean DOUBLE NOT NULL,
    band DOUBLE NOT NULL,
    state VARCHAR NOT NULL,
    earlier_cell VARCHAR NOT NULL,
    later_cell VARCHAR NOT NULL
);
COMMENT ON TABLE release_changes IS
    'Fixed work on a release of an engine and the next one, or itself with other settings: the means of their twins, the band that chance has, and whether the difference is larger (state: changed, level, or same to the digit), by the rule of docs/compare.md.';
