"""The published rows several times over, as if the same cells had been measured with more seeds.

python tests/bench/grown_rows.py 4 folder
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path

import duckdb

REFERENCE = Path(__file__).parents[2] / "reference"


def grow(times: int, out: Path) -> None:
    """Write a folder for `python -m scripts.store restore`, with `times` the published cells."""
    out.mkdir(parents=True)
    about = json.loads((REFERENCE / "provenance.json").read_text())
    with duckdb.connect(config={"threads": 1, "memory_limit": "1GiB"}) as connection:
        for table, entry in about["tables"].items():
            source, target = REFERENCE / f"{table}.parquet", out / f"{table}.parquet"
            columns = [row[0] for row in connection.sql(f"DESCRIBE FROM '{source}'").fetchall()]
            if "cell_id" not in columns or times == 1:
                shutil.copy(source, target)
            else:
                seed = ", seed + 1000 * copy AS seed" if "seed" in columns else ""
                connection.execute(
                    f"""
                    COPY (
                        SELECT * EXCLUDE (copy) REPLACE (cell_id || '-' || copy AS cell_id{seed})
                        FROM range({times}) AS copies(copy), '{source}'
                    ) TO '{target}' (FORMAT parquet, COMPRESSION zstd)
                    """
                )
            entry["sha256"] = hashlib.sha256(target.read_bytes()).hexdigest()
    (out / "provenance.json").write_text(json.dumps(about))


if __name__ == "__main__":
    grow(int(sys.argv[1]), Path(sys.argv[2]))
