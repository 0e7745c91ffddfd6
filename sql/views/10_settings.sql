-- What was set, in the columns that every other view begins with.

-- As scripts/engines/families.py has it: postgresql-17 belongs to postgresql.
CREATE MACRO engine_family(engine) AS split_part(engine, '-', 1);

-- A job of an earlier version names no speed: its instructions took 1 ns each.
CREATE VIEW machine_speed AS
SELECT
    cell_id,
    coalesce((job_json ->> '$.cpus')::BIGINT, 1) AS cpus,
    coalesce((job_json ->> '$.cpu_gips')::DOUBLE, 1) AS cpu_gips,
    cpu_gips * cpus AS gips
FROM cells
WHERE lab IN (SELECT lab FROM labs WHERE clock = 'instructions')
ORDER BY cell_id;
COMMENT ON VIEW machine_speed IS
    'CPUs of each cell''s machine, giga-instructions per second of one of them and of all of them together: what bandwidth is divided by to compare machines. Without cells of labs whose speed is not known.';

CREATE VIEW lab_speed AS
SELECT
    lab,
    CASE WHEN min(cpu_gips) = max(cpu_gips) THEN max(cpu_gips) END AS gips,
    CASE
        WHEN count(cpu_gips) = 0 THEN 'not measured'
        WHEN min(cpu_gips) < max(cpu_gips) THEN 'set, to several speeds'
        ELSE 'set: so many instructions per ns'
    END AS basis
FROM labs
LEFT JOIN cells USING (lab)
LEFT JOIN machine_speed USING (cell_id)
GROUP BY lab
ORDER BY lab;
COMMENT ON VIEW lab_speed IS
    'Giga-instructions per second of one CPU of each lab; null where it isn''t known, and where cells differ in it.';

CREATE VIEW one_speed_cells AS
WITH given AS (
    SELECT
        cell_id, experiment, lab, cpu_gips,
        json_exists(factors_json, '$.cpu_gips') AS sets_speed,
        json_exists(factors_json, '$.engine_memory_mib') AS sets_memory
    FROM cells
    LEFT JOIN machine_speed USING (cell_id)
)

SELECT cell_id
FROM given
QUALIFY
    sets_speed
    OR cpu_gips IS NOT DISTINCT FROM max(cpu_gips) FILTER (NOT sets_speed) OVER (PARTITION BY experiment, lab, sets_memory)
ORDER BY cell_id;
COMMENT ON VIEW one_speed_cells IS
    'Where two studies ran an experiment on processors of two speeds, the cells of the faster, which is today''s. Figures never mix the two. Where an experiment sets the speed itself, all of its cells.';

CREATE VIEW curve_speed AS
SELECT curve_group, lab, any_value(gips) AS gips
FROM cells
SEMI JOIN one_speed_cells USING (cell_id)
LEFT JOIN machine_speed USING (cell_id)
GROUP BY ALL
ORDER BY ALL;
COMMENT ON VIEW curve_speed IS
    'Giga-instructions per second of the machines of each curve, all of which have as many CPUs of one speed.';

CREATE VIEW shown_labs AS
SELECT DISTINCT ON (experiment) experiment, lab, deterministic
FROM cells
JOIN labs USING (lab)
ORDER BY experiment, NOT deterministic, lab;
COMMENT ON VIEW shown_labs IS
    'The lab whose cells the pages show of each experiment: of several the first deterministic one, else the first. Figures never mix the cells of two labs.';

CREATE VIEW shown_cells AS
WITH sizes AS (
    SELECT cell_id, experiment, lab, engine, json_exists(factors_json, '$.engine_memory_mib') AS sets_memory
    FROM cells
    SEMI JOIN one_speed_cells USING (cell_id)
)

-- Where two studies ran an experiment, and one of them with memory of its own, the other's cells are left out: the
-- memory of its own is what all its engines have.
SELECT cell_id
FROM sizes
SEMI JOIN shown_labs USING (experiment, lab)
QUALIFY sets_memory OR NOT bool_or(sets_memory) OVER (PARTITION BY experiment, lab, engine)
ORDER BY cell_id;
COMMENT ON VIEW shown_cells IS
    'The cells of each experiment that the pages show: of one lab, and, of two studies, those of the one that sets the memory of the engines. Figures never mix the two.';

CREATE VIEW deterministic_cells AS
SELECT cell_id
FROM cells
SEMI JOIN shown_cells USING (cell_id)
JOIN shown_labs USING (experiment, lab)
WHERE deterministic
ORDER BY cell_id;
COMMENT ON VIEW deterministic_cells IS
    'The cells that claims are decided on: of each experiment those in one deterministic lab.';

-- One number for both directions, where one says it.
CREATE MACRO bandwidth_of_both(read_mib_s, write_mib_s) AS
    CASE WHEN read_mib_s = write_mib_s THEN read_mib_s END;

CREATE VIEW cell_settings AS
SELECT
    cell_id,
    experiment,
    lab,
    engine,
    engine_family(engine) AS engine_family,
    filesystem,
    engine_memory_mib,
    bandwidth_of_both(d.read_bandwidth_mib_s, d.write_bandwidth_mib_s) AS bandwidth_mib_s,
    cpus,
    d.read_bandwidth_mib_s / gips AS bandwidth_mib_s_per_gips,
    d.* EXCLUDE (cell_id),
    threads,
    seed,
    json_extract_string(tuning_json, '$.autovacuum') AS autovacuum,
    repeat_group,
    curve_group
FROM cells
SEMI JOIN one_speed_cells USING (cell_id)
JOIN device_settings AS d USING (cell_id)
LEFT JOIN machine_speed USING (cell_id)
WHERE status = 'done';
COMMENT ON VIEW cell_settings IS
    'The settings of each cell that is done, of two speeds of processors the faster; summaries are made of these cells alone.';

CREATE VIEW curve_settings AS
SELECT DISTINCT
    s.experiment,
    s.curve_group,
    s.lab,
    s.read_bandwidth_mib_s,
    s.read_ahead_kb,
    s.pipes,
    s.iops_limit,
    factors_json ->> '$.memory' AS memory,
    -- Its value ends with what each engine can cache, as in cache-64.
    try_cast(regexp_extract(factors_json ->> '$.size', '(\d+)') AS BIGINT) AS cache_mib
FROM cell_settings AS s
JOIN cells USING (cell_id)
ORDER BY ALL;
COMMENT ON VIEW curve_settings IS
    'What the cells of a curve share at each bandwidth, among it the factors memory and size (as cache_mib) of experiments that have them: for what is compared over them.';

-- Whether a name is one of those that are wanted; null names want all.
CREATE MACRO is_wanted(name, names) AS names IS NULL OR list_contains(names, name);

-- Sorts numbers in a text by their values, as 8 ahead of 16: all are made 12 digits long.
CREATE MACRO in_natural_order(words) AS regexp_replace(
    regexp_replace(words, '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12})', '\1', 'g'
);

CREATE VIEW first_curves AS
SELECT DISTINCT ON (experiment) experiment, lab, curve_group
FROM cells
SEMI JOIN shown_labs USING (experiment, lab)
ORDER BY experiment, in_natural_order(curve_group), curve_group;
COMMENT ON VIEW first_curves IS
    'The curve of each experiment that is shown where there is room for one: of the lab that is shown the first, by the values of the other factors.';

CREATE VIEW failed_cells AS
SELECT cell_id, experiment, lab, engine, factors_json, status, cause, reason
FROM cells
WHERE status <> 'done'
ORDER BY cell_id;
COMMENT ON VIEW failed_cells IS
    'Cells without a result, and why.';

CREATE VIEW cell_steps AS
SELECT
    cell_id,
    step_index,
    step,
    (end_ns - begin_ns) / 1e9 AS duration_s,
    (end_ns - begin_ns) / nullif(sum(end_ns - begin_ns) OVER (PARTITION BY cell_id), 0) AS share
FROM steps
ORDER BY cell_id, step_index;
COMMENT ON VIEW cell_steps IS
    'How long each step of a cell took in the guest''s time, and its share of all.';
