-- Statements are counted from the server's start on; this makes the view of them.
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
