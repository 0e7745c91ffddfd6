-- What was set, in the columns that every other view begins with.

-- As scripts/engines/families.py has it: postgresql-17 belongs to postgresql.
CREATE MACRO engine_family(engine) AS split_part(engine, '-', 1);

CREATE VIEW lab_speed AS
SELECT
    lab,
    CASE WHEN lab = 'virtual' THEN 1.0::DOUBLE END AS gips,
    CASE WHEN lab = 'virtual' THEN 'by definition: 1 ns an instruction' ELSE 'not measured' END
        AS basis
FROM (SELECT DISTINCT lab FROM cells)
ORDER BY lab;
COMMENT ON VIEW lab_speed IS
    'Giga-instructions a second of each lab''s core: what bandwidth is divided by to compare labs.';

CREATE VIEW cell_settings AS
SELECT
    cell_id,
    experiment,
    lab,
    engine,
    engine_family(engine) AS engine_family,
    filesystem,
    engine_memory_mib,
    read_bandwidth_mib_s AS bandwidth_mib_s,
    read_bandwidth_mib_s / gips AS bandwidth_mib_s_per_gips,
    write_bandwidth_mib_s,
    read_ahead_kb,
    threads,
    seed,
    json_extract_string(tuning_json, '$.autovacuum') AS autovacuum,
    repeat_group,
    curve_group
FROM cells
JOIN lab_speed USING (lab)
WHERE status = 'done';
COMMENT ON VIEW cell_settings IS
    'The settings of each cell that is done; summaries are made of these cells alone.';

CREATE VIEW first_curves AS
SELECT DISTINCT ON (experiment) experiment, curve_group
FROM cells
-- Numbers in order of their values, as 8 ahead of 16: all are made 12 digits long.
ORDER BY
    experiment,
    regexp_replace(
        regexp_replace(curve_group, '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12})', '\1', 'g'
    ),
    curve_group;
COMMENT ON VIEW first_curves IS
    'The curve of each experiment that is shown where there is room for one: the first, by the values of its factors.';

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
