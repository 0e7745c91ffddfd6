"""PostgreSQL's statistics: the views that are read around phases, or when asked to."""

# Every row is read, also of what has not happened yet, so that each has a number before and after a
# phase; of pg_stat_io only processes and objects that this lab never has are left out.
COUNTERS = {
    "pg_stat_io": "SELECT * FROM pg_stat_io WHERE object <> 'temp relation' AND backend_type IN "
    "('client backend', 'autovacuum worker', 'background writer', 'checkpointer', 'walwriter', "
    "'io worker')",
    "pg_stat_bgwriter": "SELECT * FROM pg_stat_bgwriter",
    "pg_stat_checkpointer": "SELECT * FROM pg_stat_checkpointer",
    "pg_stat_wal": "SELECT * FROM pg_stat_wal",
    "pg_stat_database": "SELECT * FROM pg_stat_database WHERE datname = current_database()",
    "pg_stat_user_tables": "SELECT * FROM pg_stat_user_tables ORDER BY relname",
    "pg_statio_user_tables": "SELECT * FROM pg_statio_user_tables ORDER BY relname",
    "pg_stat_user_indexes": "SELECT * FROM pg_stat_user_indexes ORDER BY indexrelname",
    "pg_statio_user_indexes": "SELECT * FROM pg_statio_user_indexes ORDER BY indexrelname",
    "relation_sizes": "SELECT relname, pg_relation_size(c.oid) AS bytes FROM pg_class c "
    "JOIN pg_namespace n ON n.oid = relnamespace "
    "WHERE nspname = 'public' AND relkind IN ('r', 'i') ORDER BY relname",
}
# The first major version with a view, where it is later than 15. Before 17, the checkpointer's
# numbers are in pg_stat_bgwriter.
SINCE = {"pg_stat_io": 16, "pg_stat_checkpointer": 17}

# Of tables that phases made: to look at every page of a data set would take longer than to use it.
_MADE = (
    "FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace "
    "LEFT JOIN pg_index i ON indexrelid = c.oid "
    "LEFT JOIN pg_class t ON t.oid = indrelid "
    "CROSS JOIN LATERAL {view} v "
    "WHERE nspname = 'public' AND c.relkind = '{kind}' "
    "AND coalesce(t.relname, c.relname) NOT LIKE 'sbtest%'"
)
# Bits of t_infomask2 (access/htup_details.h): the next version is in the same page and no index
# leads to it; no index leads to this one.
INSPECTIONS = {
    "pgstattuple": "SELECT c.relname, v.* "
    + _MADE.format(view="pgstattuple(c.oid::regclass)", kind="r"),
    "pgstatindex": "SELECT c.relname, v.* "
    + _MADE.format(view="pgstatindex(c.oid::regclass)", kind="i"),
    "heap_page_items": "SELECT c.relname, count(*) FILTER (WHERE lp_flags = 1) AS rows, "
    "count(*) FILTER (WHERE lp_flags = 2) AS redirects, "
    "count(*) FILTER (WHERE lp_flags = 3) AS dead, "
    "count(*) FILTER (WHERE t_infomask2 & x'4000'::int > 0) AS hot_updated, "
    "count(*) FILTER (WHERE t_infomask2 & x'8000'::int > 0) AS heap_only "
    + _MADE.format(
        view="generate_series(0, pg_relation_size(c.oid)::int / 8192 - 1) AS page "
        "CROSS JOIN LATERAL heap_page_items(get_raw_page(c.oid::regclass::text, page))",
        kind="r",
    )
    + " GROUP BY c.relname",
}

BACKENDS = "SELECT count(*) AS backends FROM pg_stat_activity WHERE backend_type = 'client backend'"
RELATIONS = """
SELECT c.relname AS relation,
       CASE WHEN c.relkind = 'r' THEN 'table' WHEN i.indisprimary THEN 'primary'
            ELSE 'secondary' END AS kind,
       pg_relation_size(c.oid) AS bytes,
       CASE WHEN c.relkind = 'r' THEN c.reltuples::bigint END AS rows,
       CASE WHEN c.relkind = 'i' THEN (SELECT level FROM bt_metap(c.relname)) + 1 END AS depth
FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')
ORDER BY 1
"""
