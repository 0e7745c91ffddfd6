-- Settings with which the engine runs at another value than was asked for.
SELECT cell_id, setting, asked, runs_with, words
FROM changed_settings
ORDER BY cell_id, setting;
