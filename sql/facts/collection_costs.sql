-- Old versions that runs at steady state leave behind, and what collecting them would move at most, by family of engines.
SELECT split_part(engine, '-', 1) AS name, left_share_max AS left_share, uncollected_share_max AS uncollected_share
FROM data_collection_costs
ORDER BY name;
