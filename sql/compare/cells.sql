-- A comparison's cells: their side, their twin, and the other factors' values, which say where they are: the view
-- compared_cells of the other queries.

SELECT
    cell_id,
    experiment,
    status,
    factors_json->>'$.side' AS side,
    factors_json->>'$.twin' AS twin,
    array_to_string(
        list_transform(
            list_filter(json_keys(factors_json), lambda factor: factor NOT IN ('side', 'twin', 'dataset')),
            lambda factor: factors_json->>factor
        ),
        ', '
    ) AS place,
    (job_json->>'$.cpu_gips')::DOUBLE AS gips
FROM cells
