"""What InnoDB says of itself: its views, and sizes of its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

PAGE_BYTES = 16 << 10
# The index that holds the rows: the primary key, or a hidden number where a table has none.
CLUSTERED = ("PRIMARY", "GEN_CLUST_INDEX")

COUNTERS = {
    "global_status": "SHOW GLOBAL STATUS",
    "innodb_metrics": "SELECT NAME, COUNT FROM information_schema.INNODB_METRICS ORDER BY NAME",
}
HISTORY_LENGTH = (
    "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'"
)
# Looks at every page of the buffer pool.
INSPECTIONS = {
    "innodb_buffer_page": "SELECT PAGE_TYPE AS page_type, count(*) AS pages "
    "FROM information_schema.INNODB_BUFFER_PAGE GROUP BY PAGE_TYPE ORDER BY PAGE_TYPE",
}


def file_sizes(folder: Path, database: str) -> dict[str, list[dict[str, str | None]]]:
    """Bytes of the undo log, which may lie in the system's tablespace, and of each table's file."""
    undo_bytes = sum(path.stat().st_size for path in folder.glob("undo*"))
    undo_bytes += (folder / "ibdata1").stat().st_size
    tables = sorted((folder / database).glob("*.ibd"))
    return {
        "undo": [{"undo_bytes": str(undo_bytes)}],
        "relation_sizes": [
            {"relname": path.stem, "bytes": str(path.stat().st_size)} for path in tables
        ],
    }


def sizes(database: str) -> str:
    """A query of the sizes that the optimizer uses, kept by ANALYZE.

    Cheaper than the data dictionary's views.
    """
    return f"""
SELECT s.table_name AS tab, s.index_name AS idx, s.stat_value AS pages, n.n_rows AS n_rows
FROM mysql.innodb_index_stats s
JOIN mysql.innodb_table_stats n USING (database_name, table_name)
WHERE s.database_name = '{database}' AND s.stat_name = 'size' ORDER BY 1, 2
"""


def relations(rows: Iterable[Mapping[str, str | None]]) -> list[dict[str, object]]:
    """Tables and indexes as ``Adapter.relations`` has them, of the rows of ``sizes``."""
    return [
        {
            "relation": row["tab"] if row["idx"] in CLUSTERED else row["idx"],
            "kind": "table" if row["idx"] in CLUSTERED else "secondary",
            "bytes": int(row["pages"] or 0) * PAGE_BYTES,
            "rows": int(row["n_rows"] or 0) if row["idx"] in CLUSTERED else None,
            "depth": None,
        }
        for row in rows
    ]
