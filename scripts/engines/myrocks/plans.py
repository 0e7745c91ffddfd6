"""Plans of MyRocks, which are MariaDB's own; RocksDB counts no pages for them."""

from __future__ import annotations

from scripts.engines.mariadb.plans import read_plan

__all__ = ["read_plan"]
