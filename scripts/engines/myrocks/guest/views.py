"""What MyRocks says of itself: its counters, its levels, and sizes of its indexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

COUNTERS = {
    "global_status": "SHOW GLOBAL STATUS",
    "rocksdb_dbstats": "SELECT STAT_TYPE, VALUE FROM information_schema.ROCKSDB_DBSTATS "
    "ORDER BY STAT_TYPE",
    "rocksdb_cfstats": "SELECT CF_NAME, STAT_TYPE, VALUE FROM information_schema.ROCKSDB_CFSTATS "
    "ORDER BY CF_NAME, STAT_TYPE",
}
INSPECTIONS = {
    "rocksdb_sst_props": "SELECT * FROM information_schema.ROCKSDB_SST_PROPS ORDER BY SST_NAME",
}
FLUSH = "SET GLOBAL rocksdb_force_flush_memtable_now = 1"
COMPACT = "SET GLOBAL rocksdb_compact_cf = 'default'"
# Files of the first level that have not been compacted do not count as due.
DUE = (
    "SELECT VALUE AS due FROM information_schema.ROCKSDB_CFSTATS "
    "WHERE STAT_TYPE IN ('COMPACTION_PENDING', 'MEM_TABLE_FLUSH_PENDING')"
)


def sizes(database: str) -> str:
    """A query of the bytes and entries of each index in sorted files."""
    return f"""
SELECT d.TABLE_NAME AS tab, d.INDEX_NAME AS idx, sum(f.DATA_SIZE) AS bytes,
       sum(f.NUM_ROWS) AS n_rows
FROM information_schema.ROCKSDB_DDL d
LEFT JOIN information_schema.ROCKSDB_INDEX_FILE_MAP f USING (COLUMN_FAMILY, INDEX_NUMBER)
WHERE d.TABLE_SCHEMA = '{database}' GROUP BY 1, 2 ORDER BY 1, 2
"""


def relations(rows: Iterable[Mapping[str, str | None]]) -> list[dict[str, object]]:
    """Tables and indexes as ``Adapter.relations`` has them, of the rows of ``sizes``."""
    return [
        {
            "relation": row["tab"] if _is_table(row) else row["idx"],
            "kind": "table" if _is_table(row) else "secondary",
            "bytes": int(row["bytes"] or 0),
            "rows": int(row["n_rows"] or 0) if _is_table(row) else None,
            "depth": None,
        }
        for row in rows
    ]


def _is_table(row: Mapping[str, str | None]) -> bool:
    """Whether an index holds the rows: the primary key, or a hidden one where there is none."""
    return row["idx"] in ("PRIMARY", "HIDDEN_PK_ID")
