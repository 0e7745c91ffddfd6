-- Instructions that each tool spends on a prepared point SELECT, with one client.
SELECT tool AS name, median(client_instructions_per_transaction) / 1000 AS thousand_instructions
FROM data_tools
WHERE phase LIKE '%-prepared' AND threads = 1
GROUP BY tool
ORDER BY name;
