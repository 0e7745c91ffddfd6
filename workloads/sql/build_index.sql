-- An index over the new table, sorted by what is in no order.
CREATE INDEX copied_pad ON copied (pad)
