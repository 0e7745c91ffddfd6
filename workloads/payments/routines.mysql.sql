-- A payment's fourth round trip: all that changes, in one transaction. `forgotten_id` is an old transfer
-- to delete, 0 for none. Both balances are changed by one statement, in the order of their accounts.
DELIMITER //
CREATE PROCEDURE pay(
    transfer_id BIGINT, source_id INTEGER, target_id INTEGER, requester_id INTEGER,
    approver_id INTEGER, paid DECIMAL(12,2), forgotten_id BIGINT
)
BEGIN
    START TRANSACTION;
    UPDATE accounts SET balance = balance + CASE WHEN id = source_id THEN -paid ELSE paid END
    WHERE id IN (source_id, target_id);
    INSERT INTO transfers (
        id, source_account, target_account, requester, approver, amount, created_at
    )
    VALUES (
        transfer_id, source_id, target_id, requester_id, approver_id, paid, CURRENT_TIMESTAMP
    );
    IF forgotten_id > 0 THEN
        DELETE FROM transfers WHERE id = forgotten_id;
    END IF;
    COMMIT;
END //
DELIMITER ;
