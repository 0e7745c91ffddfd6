-- What the command that repeats a cell is made of.
SELECT config_file, results_dir
FROM study;
