-- Cells of the deterministic lab, and how many have a result.
SELECT cells, cells_done
FROM data_study
WHERE lab = (SELECT min(lab) FROM data_study WHERE lab LIKE 'virtual%');
