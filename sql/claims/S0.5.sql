-- Where MariaDB levels off (the least bandwidth with 95 % of its best median), PostgreSQL must use
-- the device more and still gain from there on, and at the greatest bandwidth it must be ahead. Where
-- MariaDB gains up to the greatest bandwidth, it levels off nowhere and nothing is decided. The claim is
-- about 36 cores, so of the machines here the one with the most CPUs decides, and of these the one that was
-- measured up to the greatest bandwidth; what the others show is in the reason. The machine in slow motion, whose
-- device is slow, would say the same twice.
WITH machines AS (
    SELECT DISTINCT curve_group, experiment, lab, cpus
    FROM claim_summary
    LEFT JOIN first_curves AS first USING (experiment, lab, curve_group)
    WHERE (experiment = 'oltp' AND first.curve_group IS NOT NULL)
        OR (experiment = 'cores' AND read_latency_us <= 20)
),

levels AS (
    SELECT
        curve_group,
        cpus,
        max(saturation_mib_s) FILTER (engine_family = 'mariadb') AS mariadb_mib_s,
        max(saturation_mib_s) FILTER (engine_family = 'postgresql') AS postgresql_mib_s,
        max(fully_used_mib_s) FILTER (engine_family = 'mariadb') AS mariadb_full_mib_s,
        max(fully_used_mib_s) FILTER (engine_family = 'postgresql') AS postgresql_full_mib_s,
        min(bandwidth_mib_s_max) AS greatest_mib_s
    FROM oltp_saturation
    JOIN machines USING (curve_group, lab)
    JOIN newest_engines USING (experiment, engine)
    SEMI JOIN claim_labs USING (experiment, lab)
    GROUP BY ALL
),

joined AS (
    SELECT
        levels.*,
        1 / ratio AS lead
    FROM levels
    JOIN claim_ratios_of_curves AS r
        ON r.curve_group = levels.curve_group AND r.metric = 'tps'
        AND r.bandwidth_mib_s = greatest_mib_s
        AND r.numerator = 'mariadb' AND r.denominator = 'postgresql'
),

-- Where PostgreSQL is behind the most, and ahead the most.
leads AS (
    SELECT
        curve_group,
        1 / max(ratio) AS least_lead,
        arg_max(bandwidth_mib_s, ratio) AS least_lead_mib_s,
        1 / min(ratio) AS most_lead,
        arg_min(bandwidth_mib_s, ratio) AS most_lead_mib_s
    FROM claim_ratios_of_curves
    WHERE metric = 'tps' AND numerator = 'mariadb' AND denominator = 'postgresql'
    GROUP BY curve_group
),

judged AS (
    SELECT
        *,
        row_number() OVER (ORDER BY cpus DESC, greatest_mib_s DESC, curve_group) = 1 AS decides,
        format(
            '{} CPU{} and up to {} MiB/s: MariaDB has {:.0f} % of its best from {} MiB/s on{}, PostgreSQL from {}{}; '
            'they keep the device {:.0f} % busy up to {} and {}; PostgreSQL commits {:.2f} times as many transactions '
            'at {}, {:.2f} times at {}, and {:.2f} times at {}',
            cpus,
            if(cpus = 1, '', 's'),
            greatest_mib_s::BIGINT,
            100 * full_share(),
            mariadb_mib_s::BIGINT,
            if(mariadb_mib_s = greatest_mib_s, ', the greatest measured, so where it levels off is open', ''),
            postgresql_mib_s::BIGINT,
            if(postgresql_mib_s = greatest_mib_s, ', the greatest measured', ''),
            100 * full_share(),
            coalesce(mariadb_full_mib_s::BIGINT::VARCHAR, 'none'),
            coalesce(postgresql_full_mib_s::BIGINT::VARCHAR, 'none'),
            least_lead,
            least_lead_mib_s::BIGINT,
            most_lead,
            most_lead_mib_s::BIGINT,
            lead,
            greatest_mib_s::BIGINT
        ) AS words
    FROM joined
    JOIN leads USING (curve_group)
)

SELECT
    'not comparable' AS verdict,
    max(postgresql_mib_s / mariadb_mib_s) FILTER (decides) AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    max(words) FILTER (decides)
    || coalesce(
        '. Not decisive, as the claim is about many cores: '
        || string_agg(words, '. ' ORDER BY cpus DESC, greatest_mib_s DESC) FILTER (NOT decides),
        ''
    ) AS reason
FROM judged
HAVING count(*) > 0;
