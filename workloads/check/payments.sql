-- What must be true of the payments' tables whenever no payment is on its way. Each query, which all
-- engines understand, answers with the places where its condition is violated.

-- 1: money is neither made nor lost, and every account began with 10000.00
SELECT count(*) AS accounts, sum(balance) AS balance
FROM accounts
HAVING sum(balance) <> 10000 * count(*);

-- 2: an account has what its transfers left it, where no transfer was deleted
SELECT accounts.id, balance, paid.amount AS paid, received.amount AS received
FROM accounts
LEFT JOIN (
    SELECT source_account, sum(amount) AS amount FROM transfers GROUP BY source_account
) AS paid
    ON paid.source_account = accounts.id
LEFT JOIN (
    SELECT target_account, sum(amount) AS amount FROM transfers GROUP BY target_account
) AS received
    ON received.target_account = accounts.id
WHERE balance <> 10000 - coalesce(paid.amount, 0) + coalesce(received.amount, 0)
    AND (SELECT min(id) FROM transfers) = 1
ORDER BY accounts.id;
